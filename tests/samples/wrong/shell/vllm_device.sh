# wrong: vLLM has no --device any more
# rule: vllm option
vllm serve Qwen/Qwen3-0.6B --device cuda --port 8000
