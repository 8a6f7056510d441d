"""The notebooks, executed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "python/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "python"), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    book = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(
        book, timeout=1800, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    shown = [output.get("data", {}) for cell in book.cells for output in cell.get("outputs", [])]
    assert any("<svg" in str(data) for data in shown), "a notebook has pictures"
    out = os.environ.get("PLYWOOD_NOTEBOOKS")
    if out is not None:
        for cell in book.cells:
            cell.get("metadata", {}).pop("execution", None)
        nbformat.write(book, Path(out) / path.name)


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 3
