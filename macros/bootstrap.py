"""Makes the virtual environment that everything else runs in.

    python3 macros/bootstrap.py            what the site needs
    python3 macros/bootstrap.py --pdf      what the PDF needs as well
    python3 macros/bootstrap.py --test     what the tests need as well, with all of that

Call it by path: it runs before there are dependencies. It uses the standard library only, in words that an old
Python can read too, so that the old Python is named in one line instead of a syntax error. The environment is
.venv, or the folder that the variable VENV names. When nothing is left to do it takes a moment and says nothing.
Progress goes to standard error; the one line that says why it cannot go on goes to standard output, exit code 1.

One file: nothing else can be imported yet.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [place for place in sys.path if os.path.abspath(place) != HERE]  # macros/ must not hide the library

import hashlib  # noqa: E402
import shutil  # noqa: E402
import subprocess  # noqa: E402
import sysconfig  # noqa: E402
import tempfile  # noqa: E402

ROOT = os.path.dirname(HERE)
OLDEST, TOO_NEW = (3, 11, 5), (3, 15)
REQUIREMENTS = {"site": "requirements.txt", "pdf": "requirements-pdf.txt", "test": "requirements-test.txt"}
GROUPS = {"--pdf": ["pdf"], "--test": ["pdf", "test"]}
STAMP = "rocm_field_guide.stamp"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NODE_MODULES = os.path.join(ROOT, "tests", "node_modules")
NO_AXE = "set-up: no axe-core, its tests will be skipped; "
NO_BROWSER = "set-up: no Chromium, the browser tests will be skipped; "


class Stop(Exception):
    """Set-up cannot go on, for a reason that fits in one line."""


def main(arguments):
    if not set(arguments) <= set(GROUPS):
        raise Stop("usage: python3 macros/bootstrap.py [--pdf] [--test]")
    check_python()
    venv = os.path.abspath(os.environ.get("VENV") or os.path.join(ROOT, ".venv"))
    asked = [group for option in arguments for group in GROUPS[option]]
    groups = [group for group in REQUIREMENTS if group == "site" or group in asked]
    if not is_ready(venv, groups):
        with lock():
            if not is_ready(venv, groups):
                make_ready(venv, groups)
    if "--test" in arguments and not browser():
        get_browser(venv)
    if "--test" in arguments and not os.path.isdir(NODE_MODULES):
        get_axe()


def check_python():
    if not OLDEST <= sys.version_info[:3] < TOO_NEW:
        found = ".".join(str(number) for number in sys.version_info[:3])
        raise Stop(
            "Python 3.11.5 to 3.14 is needed, {0} is {1}; name another one: "
            "make PYTHON=python3.12, or python3.12 macros/bootstrap.py".format(sys.executable, found)
        )


def is_ready(venv, groups):
    done = read_stamp(venv)
    return (
        all(done.get(group) == fingerprint(venv, group) for group in groups)
        and os.path.exists(python_of(venv))
        and os.path.exists(pth_of(venv))
    )


def make_ready(venv, groups):
    done = read_stamp(venv)
    groups = [group for group in REQUIREMENTS if group in groups or group in done]
    kept = [group for group in groups if done.get(group) == fingerprint(venv, group)]
    old = [group for group in groups if group in done and group not in kept]
    if old or "site" not in kept or not is_ready(venv, kept):  # packages may be added, never changed
        kept = []
        make_new(venv)
    write_stamp(venv, {})  # until the end: an interrupted set-up starts anew
    install(venv, [group for group in groups if group not in kept], groups)
    write(pth_of(venv), pth_line())
    write_stamp(venv, {group: fingerprint(venv, group) for group in groups})


def make_new(venv):
    if os.path.lexists(venv):
        ours = os.path.basename(venv) == ".venv" and os.path.dirname(venv) == ROOT
        if not ours and not os.path.exists(os.path.join(venv, STAMP)) and (os.path.isfile(venv) or os.listdir(venv)):
            raise Stop("VENV={0} was not made by this set-up and stays as it is; name a new folder".format(venv))
        other = other_checkout(venv)
        if not ours and other:
            raise Stop("VENV={0} belongs to the checkout {1} and stays as it is; name a new folder".format(venv, other))
        if os.path.islink(venv) or os.path.isfile(venv):
            os.unlink(venv)
        else:
            shutil.rmtree(venv)
    os.makedirs(venv)
    write_stamp(venv, {})


def install(venv, new, groups):
    """With uv where it is found, and with pip where it is not or where uv fails: then all groups, not the new alone."""
    files = [REQUIREMENTS[group] for group in new]
    uv = shutil.which("uv")
    if uv:
        say("packages of {0}, with uv".format(" and ".join(files)))
        if not os.path.exists(python_of(venv)):
            run(base_python() + ["-m", "venv", "--without-pip", venv], "python -m venv")
        try:
            return run([uv, "pip", "install", "--python", python_of(venv)] + as_options(files), "uv")
        except Stop:
            say("uv failed, pip is tried")
            make_new(venv)
            files = [REQUIREMENTS[group] for group in groups]
    if not os.path.exists(pip_of(venv)):
        check_venv_module()
        say("virtual environment in {0}".format(os.path.relpath(venv) if venv.startswith(ROOT) else venv))
        run(base_python() + ["-m", "venv", venv], "python -m venv")
    say("packages of {0}, with pip (half a minute or so)".format(" and ".join(files)))
    options = ["--no-input", "--disable-pip-version-check"]
    run([python_of(venv), "-I", "-m", "pip", "install"] + options + as_options(files), "pip")


def as_options(files):
    return ["--require-hashes"] + [word for name in files for word in ("-r", os.path.join(ROOT, name))]


def check_venv_module():
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        raise Stop(
            "This Python has no venv module; on Debian and Ubuntu: sudo apt-get install {0}".format(venv_package())
        )


def venv_package():
    system = os.path.realpath("/usr/bin/python3") == os.path.realpath(base_python()[0])
    return "python3-venv" if system else "python{0}.{1}-venv".format(*sys.version_info[:2])


def base_python():
    """The Python outside, also when this one is the python of a virtual environment."""
    return [getattr(sys, "_base_executable", None) or sys.executable, "-I"]


def python_of(venv):
    return os.path.join(venv, "Scripts", "python.exe") if os.name == "nt" else os.path.join(venv, "bin", "python")


def packages_of(venv):
    return sysconfig.get_path("purelib", "venv", {"base": venv})


def pip_of(venv):
    return os.path.join(packages_of(venv), "pip")


def pth_of(venv):
    return os.path.join(packages_of(venv), "rocm_field_guide.pth")


def other_checkout(venv):
    """The checkout that an environment was made for, when it is another one that is still there."""
    try:
        with open(pth_of(venv), encoding="ascii") as file:
            made_for = file.read().strip()
    except (OSError, ValueError):
        return ""
    return made_for if made_for != pth_line() and os.path.isdir(os.path.join(made_for, "macros")) else ""


def pth_line():
    """The line that makes `macros` importable; in ASCII, since the encoding of these files differs by system."""
    plain = ascii(ROOT)[1:-1]
    return ROOT if plain == ROOT else "import sys; sys.path.count({0}) or sys.path.append({0})".format(ascii(ROOT))


def fingerprint(venv, group):
    """Changes with the locked packages, with Python, and when the folder was moved."""
    with open(os.path.join(ROOT, REQUIREMENTS[group]), "rb") as file:
        locked = file.read().replace(b"\r\n", b"\n")
    rest = ascii([sys.version, sys.base_prefix, venv, pth_line()])
    return hashlib.sha256(locked + rest.encode()).hexdigest()


def read_stamp(venv):
    try:
        with open(os.path.join(venv, STAMP)) as file:
            return dict(line.split() for line in file)
    except (OSError, ValueError):
        return {}


def write_stamp(venv, done):
    write(os.path.join(venv, STAMP), "\n".join(" ".join(pair) for pair in sorted(done.items())))


def write(path, text):
    with open(path, "w") as file:
        file.write(text + "\n" if text else "")


def lock():
    """Held while set-up works: a second one waits, then finds everything done."""
    file = open(os.path.join(ROOT, REQUIREMENTS["site"]))
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)
    except (ImportError, OSError):
        pass
    return file


def browser():
    """The Chromium that the browser tests use, or None."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def get_browser(venv):
    done = read_stamp(venv)
    if "browser" not in done and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        say("system package chromium, for the browser tests")
        environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
        try:
            run(["apt-get", "-qq", "update"], "apt-get update", environment)
            options = ["-qq", "-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=120"]
            run(["apt-get", "install"] + options + ["chromium"], "apt-get install chromium", environment)
        except Stop as reason:
            write_stamp(venv, dict(done, browser="missing"))  # not tried again at every call
            sys.stderr.write("{0}{1}\n".format(NO_BROWSER, reason))
    else:
        how = "install one (Debian: sudo apt-get install chromium) or name it in the variable CHROMIUM"
        sys.stderr.write("{0}{1}\n".format(NO_BROWSER, how))


def get_axe():
    """What tests/package.json names, for the tests of how accessible pages are; they are skipped without it."""
    npm = shutil.which("npm")
    if not npm:
        sys.stderr.write("{0}install npm and call set-up again\n".format(NO_AXE))
        return
    say("packages of tests/package.json, with npm")
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefix", os.path.dirname(NODE_MODULES)]
    try:
        run([npm, "ci"] + options, "npm ci")
    except Stop as reason:
        sys.stderr.write("{0}{1}\n".format(NO_AXE, reason))


def run(command, name, environment=None):
    with tempfile.TemporaryFile() as output:
        try:
            code = subprocess.call(
                command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
            )
        except OSError as error:
            raise Stop("{0} cannot be started: {1}".format(name, error))
        if code:
            output.seek(0)
            sys.stderr.write(output.read().decode("utf-8", "replace"))
            raise Stop("{0} failed with exit code {1}, see above".format(name, code))


def say(what):
    sys.stderr.write("set-up: {0}\n".format(what))
    sys.stderr.flush()


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Stop as reason:
        print(reason)
        sys.exit(1)
    except EnvironmentError as error:
        print("set-up failed: {0}".format(error))
        sys.exit(1)
    except KeyboardInterrupt:
        print("set-up was interrupted")
        sys.exit(130)
