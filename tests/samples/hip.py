"""Compiles HIP files without a GPU: clang 19 of the distribution, and HIP headers unpacked below build/hip-headers.

``python -m tests.samples.hip`` fetches the headers (about 1 MB) from the Debian archive, suite experimental. Tests
fetch nothing: where compiler or headers are missing they are skipped, and say what to do.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "build" / "hip-headers"
PACKAGES = (
    "libamdhip64-dev",
    "librocblas-dev",
    "libhipblas-dev",
    "libhipblas-common-dev",
    "librccl-dev",
    "hipify-perl",
)
COMPILER = "clang++-19"
TARGETS = ("gfx90a", "gfx942", "gfx1100", "gfx1201")
FETCH = "python -m tests.samples.hip fetches them (needs apt and a Debian archive)"


def headers() -> Path | None:
    """The folder with the unpacked packages, when it is whole."""
    root = FOLDER / "root"
    return root if (root / "usr" / "include" / "rccl" / "rccl.h").is_file() else None


def versions() -> dict[str, str]:
    """Package -> version of what is unpacked."""
    names = (deb.name.split("_")[:2] for deb in sorted((FOLDER / "debs").glob("*.deb")))
    return {name: version.replace("%3a", ":") for name, version in names}


def header_version() -> str:
    """The HIP release of the headers: 7.2.4."""
    return re.split(r"[-+~]", versions().get("libamdhip64-dev", ""))[0]


def hipify_perl() -> Path | None:
    script = FOLDER / "root" / "usr" / "bin" / "hipify-perl"
    return script if script.is_file() and shutil.which("perl") else None


def compile_device(file: Path, targets: tuple[str, ...] = TARGETS, generate: bool = False) -> tuple[bool, str]:
    """Does a file pass clang as HIP, host and device side? With what clang says; ``generate`` makes code as well."""
    root = headers()
    resources = subprocess.run([COMPILER, "-print-resource-dir"], capture_output=True, text=True, check=True)
    line = [COMPILER, "-x", "hip", "-std=c++17", *(f"--offload-arch={target}" for target in targets), "-nogpulib"]
    line += [f"--rocm-path={root}/usr", "-isystem", f"{root}/usr/include", f"-I{resources.stdout.strip()}"]
    line += ["-D__HIP_PLATFORM_AMD__", "-Wall", "-Werror"]
    line += ["--offload-device-only", "-O2", "-S", "-o", os.devnull] if generate else ["-fsyntax-only"]
    done = subprocess.run([*line, str(file)], capture_output=True, text=True)
    return done.returncode == 0, done.stderr


def compile_host(file: Path) -> tuple[bool, str]:
    """Does a file without kernels pass an ordinary C++ compiler?"""
    line = ["g++", "-std=c++17", "-D__HIP_PLATFORM_AMD__", "-isystem", f"{headers()}/usr/include", "-Wall", "-Werror"]
    done = subprocess.run(
        [*line, "-fsyntax-only", "-x", "c++", str(file)],
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C"},
    )
    return done.returncode == 0, done.stderr


def fetch() -> str:
    """Downloads and unpacks the packages; returns why it could not, or nothing. The system's own apt stays as it is."""
    if not shutil.which("apt-get") or not shutil.which("dpkg"):
        return "apt-get and dpkg are needed"
    key = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
    if not key.is_file():
        return f"{key} is missing (package debian-archive-keyring)"
    targets = ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages"]
    sites = subprocess.run(targets, capture_output=True, text=True).stdout.split()
    site = next((site for site in sites if "security" not in site and "debian" in site), "")
    if not site:
        return "no Debian archive among the sources of apt: run apt-get update first"
    for part in ("lists/partial", "cache/archives/partial", "debs"):
        (FOLDER / part).mkdir(parents=True, exist_ok=True)
    (FOLDER / "sources.list").write_text(f"deb [signed-by={key}] {site} experimental main\n", encoding="utf-8")
    (FOLDER / "apt.conf").write_text(
        f'Dir::Etc::sourcelist "{FOLDER}/sources.list";\n'
        'Dir::Etc::sourceparts "-";\n'
        f'Dir::State::lists "{FOLDER}/lists";\n'
        f'Dir::Cache "{FOLDER}/cache";\n'
        'Dir::State::status "/dev/null";\n'
        'Acquire::Check-Valid-Until "false";\n'
        'APT::Sandbox::User "root";\n',
        encoding="utf-8",
    )
    environment = {**os.environ, "APT_CONFIG": str(FOLDER / "apt.conf")}
    for line in (["apt-get", "-qq", "update"], ["apt-get", "-qq", "download", *PACKAGES]):
        done = subprocess.run(line, cwd=FOLDER / "debs", env=environment, capture_output=True, text=True)
        if done.returncode:
            return f"{' '.join(line[:3])}: {done.stderr.strip()}"
    shutil.rmtree(FOLDER / "root", ignore_errors=True)
    for deb in sorted((FOLDER / "debs").glob("*.deb")):
        subprocess.run(["dpkg", "-x", str(deb), str(FOLDER / "root")], check=True)
    return ""


if __name__ == "__main__":
    if not headers() and (reason := fetch()):
        sys.exit(f"no HIP headers: {reason}")
    for package, version in versions().items():
        print(package, version)
    if not shutil.which(COMPILER):
        print(f"{COMPILER} is missing: apt-get install --no-install-recommends clang-19")
