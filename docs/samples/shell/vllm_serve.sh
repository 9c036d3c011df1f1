#!/usr/bin/env bash
# Serves a model with vLLM in AMD's image for ROCm 10.1 on two GPUs, and waits
# until it is ready and asks it.
# Checked: bash -n, shellcheck; image and options are those of the catalogue.
# Not run with a GPU.
set -u

# --8<-- [start:serve]
models=$HOME/models
mkdir -p "$models"
# Which GPUs: HIP_VISIBLE_DEVICES. vLLM has no option --device any more.
image=rocm/vllm:rocm10.1.0_ubuntu24.04_py3.14_pytorch_2.13.0_vllm_0.29.0
docker run -d --name vllm --device /dev/kfd --device /dev/dri \
    --group-add "$(stat -c %g /dev/kfd)" --shm-size 16G \
    -p 127.0.0.1:8000:8000 \
    -v "$models":/app/models -e HF_HOME=/app/models \
    -e HIP_VISIBLE_DEVICES=0,1 \
    --entrypoint vllm "$image" serve Qwen/Qwen2.5-72B-Instruct-GPTQ-Int4 \
    --tensor-parallel-size 2 --gpu-memory-utilization 0.92 \
    --max-model-len 8192 --port 8000
# --8<-- [end:serve]

# --8<-- [start:wait]
until curl -fsS http://127.0.0.1:8000/health; do
    if [ -z "$(docker ps -q -f name=vllm)" ]; then
        docker logs vllm 2>&1 | tail -n 50
        echo "the server stopped: the reason stands above"
        break
    fi
    sleep 10
done
# --8<-- [end:wait]

# --8<-- [start:ask]
curl -fsS http://127.0.0.1:8000/v1/completions \
    -H "Content-Type: application/json" \
    -d '{"model": "Qwen/Qwen2.5-72B-Instruct-GPTQ-Int4",
         "prompt": "A GPU is", "max_tokens": 20}'
# --8<-- [end:ask]
