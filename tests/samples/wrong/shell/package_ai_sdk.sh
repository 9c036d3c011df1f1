# wrong: no such package
# rule: package unknown
sudo apt install rocm-ai-sdk
