# wrong: the index of the article this guide began with does not exist
# rule: index unknown
pip install vllm --index-url https://pip.repos.roc.amdgpu.com/7.14/
