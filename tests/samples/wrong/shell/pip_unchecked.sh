# wrong: nothing looks at what was installed
# rule: no check after it
python -m pip install --index-url https://stable.repo.amd.com/rocm/whl-next/ "torch[device-gfx942]==2.14.0+rocm10.1.0"
