"""The live preview: both languages on one port, alive whatever is broken, quick after a change.

MkDocs' own server with other builders. A page that is asked for while it is old is built next and waited for, so nobody
reads what was true before the last save.
"""

from __future__ import annotations

import html
import posixpath
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mkdocs.livereload import LiveReloadServer, _timestamp

from .builders import WATCHED, Preview
from .report import fault_of

HOST = "127.0.0.1"

EVERY = 0.3
"""Seconds between two looks at the files."""


def serve(root: Path, port: int = 8000) -> int:
    """Build both languages and show them on http://127.0.0.1:<port>/ until interrupted."""
    folder = Path(tempfile.mkdtemp(prefix="rocm-field-guide-"))
    preview = Preview(root, folder)
    try:
        server = Server(preview, port, folder)
    except OSError as error:
        print(
            f"port {port} cannot be used: {error.strerror}; next: python -m macros serve --port {port + 1}",
            file=sys.stderr,
        )
        shutil.rmtree(folder, ignore_errors=True)
        return 1
    try:
        preview.look()
        print(f"http://{HOST}:{port}/  and  http://{HOST}:{port}/zh/  (Ctrl+C ends the preview)", flush=True)
        print("every page can be asked for at once: it is built first, the others follow", flush=True)
        server.serve()
    except KeyboardInterrupt:
        print()
    finally:
        server.shutdown()
        preview.end()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


class Server(LiveReloadServer):
    """MkDocs' server; a page waits until it is right, shows what is wrong, and reloads only when it has changed."""

    def __init__(self, preview: Preview, port: int, folder: Path):
        super().__init__(builder=preview.look, host=HOST, port=port, root=str(folder))
        self.preview, preview.changed = preview, self._reload
        self._watched_paths = dict.fromkeys(WATCHED, 1)  # pages get their script when something is said to be watched
        self.error_handler = self._error_page
        self.server_bind()
        self.server_activate()
        self.server_bind = self.server_activate = lambda: None  # type: ignore[method-assign]

    def _build_loop(self) -> None:
        """Look at the files again and again. MkDocs' observer does not see a folder become a file, nor new rights."""
        while True:
            time.sleep(EVERY)
            try:
                self.preview.look()
            except Exception as error:
                print(fault_of(error, self.preview.root), file=sys.stderr, flush=True)

    def _reload(self) -> None:
        with self._epoch_cond:
            self._wanted_epoch = self._visible_epoch = _timestamp()
            self._epoch_cond.notify_all()

    def _serve_request(self, environ: Any, start_response: Any) -> Iterable[bytes] | None:
        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
        if path.endswith(("/", ".html")):
            self.preview.wait_for(posixpath.normpath(f"{path}index.html" if path.endswith("/") else path).lstrip("/"))
        return super()._serve_request(environ, start_response)

    def _inject_js_into_html(self, content: bytes, epoch: int) -> bytes:
        if faults := self.preview.faults:
            place = content.rfind(b"</body>")
            content = content[:place] + notice(faults).encode() + content[place:]
        return super()._inject_js_into_html(content, epoch)

    def _error_page(self, code: int) -> bytes:
        page = f"<!doctype html><title>{code}</title><body><h1>{code}</h1>{notice(self.preview.faults)}</body>"
        return super()._inject_js_into_html(page.encode(), self._visible_epoch)


def notice(faults: Iterable[str]) -> str:
    """What is wrong, at the foot of a previewed page."""
    text = html.escape("\n".join(faults))
    return f'<pre class="preview-faults" role="alert">{text}</pre>' if text else ""
