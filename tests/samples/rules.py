"""Our rules for samples. Each function reads one text and yields what is wrong in words; it never raises or prints."""

from __future__ import annotations

import ast
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from typing import Any

import yaml

from macros.checks import page_texts, typed_facts
from macros.checks.known_facts import LONG_OPTION

from .known import Known

LIBRARIES = frozenset({"torch", "jax", "numpy"})


# --- every text ---------------------------------------------------------------------------------------------


def names(place: str, text: str, known: Known) -> Iterator[str]:
    """Versions, products, targets, images, addresses and variables are of the catalogue."""
    for _, kind, word in typed_facts.unknown(text, place, known.kinds):
        yield f"{kind.name} unknown to the catalogue: {word}"


# --- Python -------------------------------------------------------------------------------------------------


def python(text: str, known: Known) -> Iterator[str]:
    """Compiles, imports what exists, and calls PyTorch as it is on ROCm."""
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        yield f"compiles not: {error}"
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            wanted = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            for module in wanted:
                if module.split(".")[0] not in LIBRARIES | sys.stdlib_module_names:
                    yield f"imports {module}, which the samples do not know"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if re.fullmatch(r"(rocm|hip)(:\d+)?", node.value):
                yield f"device string {node.value!r}: on ROCm too it is cuda"
            if node.value == "rccl":
                yield "distributed backend rccl: it is called nccl"
        elif isinstance(node, ast.Attribute) and node.attr == "sdp_kernel":
            yield "attention kernel by sdp_kernel: deprecated, use torch.nn.attention.sdpa_kernel"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "startswith":
            inner = node.func.value
            if isinstance(inner, ast.Call) and getattr(inner.func, "attr", "") == "get_device_name":
                yield "asks by name whether a GPU is there; get_device_name raises when there is none"
    if re.search(r"^\s*#\s*assert\b", text, re.MULTILINE) and "print(" in text:
        yield "success without a check: the comparison is commented out"


# --- shell --------------------------------------------------------------------------------------------------


def command_lines(text: str) -> list[str]:
    """The lines of a script, those that go on joined; comments and here-documents left out."""
    text = re.sub(r"<<-?'?(\w+)'?\n.*?\n\1\n", "\n", text + "\n", flags=re.DOTALL)
    joined = re.sub(r"\\\n\s*", " ", text)
    return [line.strip() for line in joined.splitlines() if line.strip() and not line.strip().startswith("#")]


def shell(text: str, known: Known) -> Iterator[str]:
    """Options exist, containers get no more rights than they need, packages exist."""
    yield from pip(text, known)
    for line in command_lines(text):
        yield from _hipify(line, known)
        for tail in re.findall(r"\bserve \S+/\S+ (.*)", line):
            for option in LONG_OPTION.findall(tail):
                if option not in known.vllm_options:
                    yield f"vllm option unknown to the catalogue: {option}"
        for tail in re.findall(r"\b(?:apt|apt-get|dnf|zypper) install (.*)", line):
            for package in re.findall(r"(?<![\w-])(?:amdrocm|rocm|hip|amdgpu)[\w.-]*", tail):
                if package not in known.packages:
                    yield f"package unknown to the catalogue: {package}"
        if re.search(r"\b(docker|podman) run\b", line):
            yield from _container(line, known)
        if re.search(r"chmod\s+\S*(a\+rw|666|777)", line):
            yield "more rights than needed: the device is opened to everybody"


def _hipify(line: str, known: Known) -> Iterator[str]:
    for tool, tail in re.findall(r"\b(hipify-clang|hipify-perl)((?: [^|;&]*)?)", line):
        options = known.hipify_options[tool]
        for word in _words(tail):
            if word == "--":
                break
            flag = word.split("=")[0]
            if flag.startswith("-") and flag not in options and not flag.startswith(("-I", "-D")):
                yield f"hipify option unknown to {tool}: {word}"


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _container(line: str, known: Known) -> Iterator[str]:
    line = line.partition(" serve ")[0]
    for option in LONG_OPTION.findall(line):
        if option not in known.container_options:
            yield f"container option unknown to the catalogue: {option}"
    if re.search(r"--privileged|--cap-add|seccomp=unconfined|--network=host|--ipc=host", line):
        yield "more rights than needed in a container"
    if re.search(r"--group-add[= ](render|video)\b", line):
        yield "group by name: an image may have none of that name, give its number"
    if "--device /dev/kfd" not in line or "--device /dev/dri" not in line:
        yield "a device is missing: /dev/kfd and /dev/dri"


def pip(text: str, known: Known) -> Iterator[str]:
    """A pip line names one index of AMD, pins a build for ROCm, and something looks at what came."""
    joined = re.sub(r"\\\n\s*", " ", text)
    end = 0
    for found in re.finditer(r"^(?!\s*#).*\b(pip3?|uv pip) install (?P<tail>.*)$", joined, re.MULTILINE):
        tail, end = found["tail"], found.end()
        if "--extra-index-url" in tail:
            yield "an extra index: PyPI can win with a build for CUDA or for the CPU"
        index = re.search(r"--index-url[= ](\S+)", tail)
        if not index and _is_jax_beside_its_plugin(tail, joined[: found.start()]):
            continue
        if not index:
            yield f"names no index: pip install {tail}"
        elif index[1].rstrip("/") not in known.indexes:
            yield f"index unknown to the catalogue: {index[1]}"
        for wanted in re.findall(r"(?<!\S)\"?([a-z][\w-]*(?:\[[^\]]*\])?(?:==[^\s\"]+)?)\"?(?=\s|$)", tail):
            if "+rocm" not in wanted and not wanted.startswith("rocm["):
                yield f"not a ROCm build, as far as the line says: {wanted}"
            elif wanted not in known.requirements:
                yield f"requirement unknown to the catalogue: {wanted}"
    if end and "torch.version.hip" not in joined[end:] and "jax.devices" not in joined[end:]:
        yield "no check after it: nothing looks at what pip installed"


def _is_jax_beside_its_plugin(tail: str, before: str) -> bool:
    """JAX itself comes from PyPI: right after the plug-in of the same version, without which it runs on the CPU."""
    pinned = re.fullmatch(r'"jax==([\d.]+)" "jaxlib==([\d.]+)"', tail.strip())
    return bool(pinned) and all(
        re.search(rf"jax_rocm\d+_plugin=={re.escape(own)}\+rocm", before) for own in pinned.groups()
    )


# --- Dockerfile ---------------------------------------------------------------------------------------------


def dockerfile(text: str, known: Known) -> Iterator[str]:
    """A pinned base of the catalogue, an ordinary user by number, nothing left over, nothing run unseen."""
    yield from pip(re.sub(r"^RUN ", "", text, flags=re.MULTILINE), known)
    lines = command_lines(text)
    steps = [(line.split()[0], line.partition(" ")[2]) for line in lines]
    for name, rest in steps:
        if name == "FROM":
            image = rest.split()[0]
            if ":" not in image or image.endswith(":latest"):
                yield f"tag moves: FROM {image}"
            elif image not in known.images:
                yield f"image unknown to the catalogue: {image}"
        if name == "ADD":
            yield "ADD unpacks and downloads: use COPY"
        if name == "RUN" and "apt-get install" in rest:
            if "--no-install-recommends" not in rest:
                yield "apt-get install without --no-install-recommends"
            if "rm -rf /var/lib/apt/lists/*" not in rest:
                yield "the package lists stay in the layer"
        if name == "RUN" and re.search(r"(curl|wget)[^|&;]*\|\s*(ba)?sh", rest):
            yield "pipe into a shell: it runs what a server sends"
    users = [rest for name, rest in steps if name == "USER"]
    if not users or not re.fullmatch(r"[1-9]\d*(:\d+)?", users[-1]):
        yield "USER is missing or not a number above 0"


# --- Kubernetes ---------------------------------------------------------------------------------------------

Shape = dict[str, Any]

_META: Shape = {"name": str, "namespace": str, "labels": {}, "annotations": {}}
_KEY: Shape = {"name": str, "key": str}
_PROBE: Shape = {
    "httpGet": {"path": str, "port": object, "scheme": str},
    "exec": {"command": [str]},
    "tcpSocket": {"port": object},
    **{name + "Seconds": int for name in ("initialDelay", "period", "timeout")},
    "failureThreshold": int,
    "successThreshold": int,
}
_CONTAINER: Shape = {
    "name": str,
    "image": str,
    "imagePullPolicy": str,
    "workingDir": str,
    "command": [str],
    "args": [str],
    "env": [{"name": str, "value": str, "valueFrom": {"secretKeyRef": _KEY, "fieldRef": {"fieldPath": str}}}],
    "ports": [{"name": str, "containerPort": int, "protocol": str}],
    "resources": {"limits": {}, "requests": {}},
    "securityContext": {
        "privileged": bool,
        "allowPrivilegeEscalation": bool,
        "readOnlyRootFilesystem": bool,
        "runAsNonRoot": bool,
        "runAsUser": int,
        "runAsGroup": int,
        "capabilities": {"drop": [str], "add": [str]},
        "seccompProfile": {"type": str},
    },
    "startupProbe": _PROBE,
    "readinessProbe": _PROBE,
    "livenessProbe": _PROBE,
    "volumeMounts": [{"name": str, "mountPath": str, "readOnly": bool, "subPath": str}],
}
_POD: Shape = {
    "containers": [_CONTAINER],
    "initContainers": [_CONTAINER],
    "volumes": [
        {
            "name": str,
            "emptyDir": {"medium": str, "sizeLimit": object},
            "hostPath": {"path": str, "type": str},
            "persistentVolumeClaim": {"claimName": str},
        }
    ],
    "nodeSelector": {},
    "tolerations": [{"key": str, "operator": str, "value": str, "effect": str}],
    "securityContext": {
        "runAsNonRoot": bool,
        "runAsUser": int,
        "runAsGroup": int,
        "fsGroup": int,
        "supplementalGroups": [object],
        "seccompProfile": {"type": str},
    },
    "restartPolicy": str,
    "priorityClassName": str,
    "serviceAccountName": str,
    "automountServiceAccountToken": bool,
    "hostPID": bool,
    "hostIPC": bool,
    "hostNetwork": bool,
}
_TEMPLATE: Shape = {"metadata": _META, "spec": _POD}
_TOP: Shape = {"apiVersion": str, "kind": str, "metadata": _META}
SHAPES: dict[tuple[str, str], Shape] = {
    ("v1", "Pod"): {**_TOP, "spec": _POD},
    ("apps/v1", "DaemonSet"): {**_TOP, "spec": {"selector": {"matchLabels": {}}, "template": _TEMPLATE}},
    ("apps/v1", "Deployment"): {
        **_TOP,
        "spec": {"replicas": int, "strategy": {"type": str}, "selector": {"matchLabels": {}}, "template": _TEMPLATE},
    },
    ("batch/v1", "Job"): {**_TOP, "spec": {"backoffLimit": int, "ttlSecondsAfterFinished": int, "template": _TEMPLATE}},
    ("v1", "Service"): {
        **_TOP,
        "spec": {"type": str, "selector": {}, "ports": [{"name": str, "port": int, "targetPort": object}]},
    },
}
"""The part of the Kubernetes API that samples use: field -> type, [of a list], {} any map of texts."""


def kubernetes(text: str, known: Known) -> Iterator[str]:
    """Fields exist, GPUs are asked for in the limits, nodes are chosen by labels that exist, nothing is privileged."""
    try:
        documents = [document for document in yaml.safe_load_all(text) if document]
    except yaml.YAMLError as error:
        yield f"no YAML: {error}"
        return
    for document in documents:
        kind = (document.get("apiVersion"), document.get("kind"))
        if kind == ("amd.com/v1alpha1", "DeviceConfig"):
            yield from _device_config(document, known)
            continue
        if kind not in SHAPES:
            yield f"kind unknown to these rules: {kind}"
            continue
        yield from _misshapen(document, SHAPES[kind], document["kind"])
        spec = document.get("spec", {})
        pod = spec if kind[1] == "Pod" else spec.get("template", {}).get("spec")
        if pod:
            yield from _pod(pod, kind[1], known)
        chosen = spec.get("selector", {}).get("matchLabels") if kind[1] in ("Deployment", "DaemonSet") else None
        if chosen is not None:
            given = spec.get("template", {}).get("metadata", {}).get("labels", {})
            if not chosen or any(given.get(key) != value for key, value in chosen.items()):
                yield "selector does not choose the pods of its template"
        if kind[1] == "Service":
            yield from _service(spec, documents)


def _misshapen(value: Any, shape: Any, where: str) -> Iterator[str]:
    if shape is object:
        return
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            yield f"{where} is no map"
            return
        for key, part in value.items():
            if not shape:
                if isinstance(part, dict | list):
                    yield f"{where}.{key} is no single value"
            elif key not in shape:
                yield f"unknown field {where}.{key}"
            else:
                yield from _misshapen(part, shape[key], f"{where}.{key}")
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{where} is no list"
            return
        for index, part in enumerate(value):
            yield from _misshapen(part, shape[0], f"{where}[{index}]")
    elif not isinstance(value, shape) or (shape is int and isinstance(value, bool)):
        yield f"{where} is not of type {shape.__name__}: {value!r}"


def _pod(pod: dict[str, Any], kind: str, known: Known) -> Iterator[str]:
    for label in pod.get("nodeSelector", {}):
        if label in known.resources:
            yield f"nodeSelector on a resource: {label} is no label, the pod would stay Pending"
        elif not label.startswith("kubernetes.io/") and label not in known.labels:
            yield f"label unknown to the catalogue: {label}"
    containers = pod.get("containers", [])
    plugin = any(re.match(r"rocm/k8s-device-plugin:(?!labeller)", box.get("image", "")) for box in containers)
    if plugin:
        yield from _plugin(pod)
    gpu = False
    for box in containers:
        yield from _resources(box.get("resources", {}), known)
        gpu = gpu or any(name.startswith("amd.com/") for name in box.get("resources", {}).get("limits", {}))
        for setting in box.get("env", []):
            if setting.get("name", "").endswith("VISIBLE_DEVICES"):
                yield f"{setting['name']}: the container sees only the GPUs it was given"
        if not plugin and box.get("securityContext", {}).get("privileged"):
            yield "privileged: a workload needs no rights of the host"
        if kind == "Deployment":
            for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
                if probe not in box:
                    yield f"no {probe}"
    if not plugin:
        for name in ("hostPID", "hostIPC", "hostNetwork"):
            if pod.get(name):
                yield f"{name}: a workload needs no rights of the host"
        if any("hostPath" in volume for volume in pod.get("volumes", [])):
            yield "hostPath: the device plug-in brings the devices"
    if gpu:
        yield from _least_rights(pod)
    mounted = {mount["name"] for box in containers for mount in box.get("volumeMounts", [])}
    if mounted != {volume["name"] for volume in pod.get("volumes", [])}:
        yield "volumes and mounts do not fit each other"


def _resources(resources: dict[str, Any], known: Known) -> Iterator[str]:
    limits, requests = resources.get("limits", {}), resources.get("requests", {})
    for name in (name for name in {**limits, **requests} if "amd.com/" in name):
        if name not in known.resources:
            yield f"resource unknown to the catalogue: {name}"
        if name not in limits:
            yield f"{name} only in requests: the limit counts"
        elif not re.fullmatch(r"[1-9]\d*", str(limits[name])):
            yield f"{name} is no whole number: {limits[name]}"
        elif name in requests and str(requests[name]) != str(limits[name]):
            yield f"request and limit of {name} differ"
        if name in limits and "memory" not in limits:
            yield "no limit of memory beside the GPU"


def _least_rights(pod: dict[str, Any]) -> Iterator[str]:
    own = pod.get("securityContext", {})
    groups = own.get("supplementalGroups", [])
    if not groups or not all(isinstance(group, int) for group in groups):
        yield "supplementalGroups are to be numbers: those of the device files"
    if own.get("runAsNonRoot") is not True or not isinstance(own.get("runAsUser"), int) or own["runAsUser"] < 1:
        yield "least privilege: runAsNonRoot and a runAsUser above 0"
    if own.get("seccompProfile", {}).get("type") != "RuntimeDefault":
        yield "least privilege: seccompProfile RuntimeDefault"
    if pod.get("automountServiceAccountToken") is not False:
        yield "least privilege: automountServiceAccountToken false"
    for box in pod.get("containers", []):
        rights = box.get("securityContext", {})
        if rights.get("allowPrivilegeEscalation") is not False or rights.get("capabilities") != {"drop": ["ALL"]}:
            yield "least privilege: allowPrivilegeEscalation false, every capability dropped"


def _plugin(pod: dict[str, Any]) -> Iterator[str]:
    paths = {volume.get("hostPath", {}).get("path") for volume in pod.get("volumes", [])}
    if "/var/lib/kubelet/device-plugins" not in paths:
        yield "the folder of the kubelet is missing: the plug-in cannot register"
    if pod.get("hostPID") or any(str(path).startswith("/opt/rocm") for path in paths):
        yield "the device plug-in needs neither hostPID nor ROCm"


def _device_config(document: dict[str, Any], known: Known) -> Iterator[str]:
    def visit(value: dict[str, Any], where: str) -> Iterator[str]:
        for key, part in value.items():
            path = f"{where}.{key}"
            if path == "spec.selector":
                yield from (f"label unknown to the catalogue: {label}" for label in part if label not in known.labels)
            elif isinstance(part, dict):
                yield from visit(part, path)
            elif path not in known.device_config:
                yield f"unknown field {path}"

    yield from visit(document.get("spec", {}), "spec")
    if not document.get("spec", {}).get("selector"):
        yield "no selector: every node would be taken"
    if document.get("metadata", {}).get("namespace") != "kube-amd-gpu":
        yield "a DeviceConfig stands in the namespace of the operator"


def _service(spec: dict[str, Any], documents: list[dict[str, Any]]) -> Iterator[str]:
    pods = [other["spec"]["template"] for other in documents if "template" in other.get("spec", {})]
    fitting = [pod for pod in pods if spec.get("selector", {}).items() <= pod["metadata"].get("labels", {}).items()]
    if not fitting:
        yield "selector of the Service chooses no pod of this file"
    ports = {port.get("name") for pod in fitting for box in pod["spec"]["containers"] for port in box.get("ports", [])}
    for port in spec.get("ports", []):
        if isinstance(port.get("targetPort"), str) and port["targetPort"] not in ports:
            yield f"targetPort {port['targetPort']} is no port of the pods"


RULES: dict[str, Callable[[str, Known], Iterator[str]]] = {
    "python": python,
    "shell": shell,
    "docker": dockerfile,
    "kubernetes": kubernetes,
}
"""The rules of a folder; those for names hold everywhere."""


def problems(folder: str, text: str, known: Known) -> list[str]:
    """All that is wrong with a sample of a folder, static rules only."""
    place = page_texts.CODE if folder in page_texts.COMPILED else page_texts.SAMPLES
    return [*names(place, text, known), *(RULES[folder](text, known) if folder in RULES else ())]
