"""Tests of what a release must contain, and of where it is tested."""

from __future__ import annotations

import hashlib
import struct
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import saleroom
from hatch_build import LINK, absolute
from tests.services import missing
from tools.release import contents, installers, pictures, translations
from tools.release.environments import cases, supported

ROOT = Path(__file__).parents[1]
PROGRAM = Path(sys.executable).parent / "saleroom"


def wheel_of(folder: Path, *names: str) -> Path:
    path = folder / "saleroom-9.9.9-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name in names:
            wheel.writestr(name, "x")
    return path


def sdist_of(folder: Path, *names: str) -> Path:
    path, file = folder / "saleroom-9.9.9.tar.gz", folder / "file"
    file.write_text("x")
    with tarfile.open(path, "w:gz") as sdist:
        for name in names:
            sdist.add(file, f"saleroom-9.9.9/{name}")
    return path


def test_a_wheel_without_the_client_is_unfit(tmp_path):
    contents.check_wheel(wheel_of(tmp_path, *contents.IN_WHEEL))
    client = [name for name in contents.IN_WHEEL if "client" in name]
    with pytest.raises(contents.Unfit, match=r"lacks .*saleroom/server/client/index"):
        contents.check_wheel(wheel_of(tmp_path, *(set(contents.IN_WHEEL) - set(client))))


@pytest.mark.parametrize("name", ["web/node_modules/svelte/index.js", "src/saleroom/__pycache__/a.pyc", ".env"])
def test_what_is_no_part_of_a_release_is_refused(name, tmp_path):
    contents.check_sdist(sdist_of(tmp_path, *contents.IN_SDIST))
    with pytest.raises(contents.Unfit, match="no part of a release"):
        contents.check_sdist(sdist_of(tmp_path, *contents.IN_SDIST, name))


@pytest.mark.parametrize("name", [*contents.IN_WHEEL, *contents.IN_SDIST])
def test_what_a_release_must_contain_is_in_the_checkout(name):
    built = name.startswith("saleroom/server/client")
    assert built or (ROOT / ("src" if name.startswith("saleroom/") else ".") / name).is_file()


def test_digests_are_those_that_sha256sum_checks(tmp_path):
    wheel = wheel_of(tmp_path, "a")
    (tmp_path / "notes.txt").write_text("no part of it")
    contents.write_digests(tmp_path)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    assert (tmp_path / contents.DIGESTS).read_text() == f"{digest}  {wheel.name}\n"


def test_a_release_is_the_newest_version_of_the_changelog():
    contents.check_changelog("# Changelog\n\n## Unreleased\n", "1.2.0.dev0")
    contents.check_changelog("# Changelog\n\n## 1.2.0 (2030-01-01)\n\n## 1.1.0\n", "1.2.0")
    for newest in ("Unreleased", "1.1.0", "1.2.00"):
        with pytest.raises(contents.Unfit, match=r"not 1\.2\.0;"):
            contents.check_changelog(f"# Changelog\n\n## {newest}\n\n## 1.2.0\n", "1.2.0")


def test_a_release_is_the_version_of_the_citation():
    text = (ROOT / "CITATION.cff").read_text("utf-8")
    contents.check_citation(text, saleroom.__version__)
    with pytest.raises(contents.Unfit, match=r"not name 9\.9\.9"):
        contents.check_citation(text, "9.9.9")
    contents.check_citation("title: x\nversion: 9.9.9\n", "9.9.9")


def test_a_text_that_waits_for_its_translation_is_counted_and_refused_in_a_release(tmp_path, capsys):
    rules, texts = tmp_path / "src/saleroom/games/pitch/RULES.de.md", tmp_path / "web/src/messages/fr.json"
    for path, text in ((rules, "1.1 Eins.\n\n1.2 [not translated yet]\n"), (texts, '{"a": "un", "b": "deux"}')):
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
    translations.check_translations(tmp_path, "1.2.0.dev0")
    assert "1 text not translated yet: src/saleroom/games/pitch/RULES.de.md (1)" in capsys.readouterr().out
    texts.write_text('{"a": "[not translated yet]", "refusals": {"b": "[not translated yet]"}}', "utf-8")
    with pytest.raises(contents.Unfit, match=r"3 texts not translated yet: .+RULES.de.md \(1\), .+fr.json \(2\)"):
        translations.check_translations(tmp_path, "1.2.0")
    rules.unlink()
    texts.unlink()
    translations.check_translations(tmp_path, "1.2.0")


def test_this_version_is_in_the_changelog_or_to_come():
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    contents.check_changelog(text, saleroom.__version__)
    assert ("## Unreleased" in text) == (".dev" in saleroom.__version__)


def test_the_oldest_packages_are_tried_with_the_oldest_python():
    found = supported(ROOT / "pyproject.toml")
    tried = cases(found)
    assert [case.oldest for case in tried].count(True) == 1 and tried[0].oldest
    assert tried[0].python == tried[1].python
    assert "with the oldest packages" in str(tried[0])
    with pytest.raises(contents.Unfit, match="--python PATH"):
        cases([])


def png(*texts: tuple[bytes, bytes]) -> bytes:
    chunks = [(b"IHDR", bytes(13)), *((b"tEXt", name + b"\0" + text) for name, text in texts), (b"IEND", b"")]
    return pictures.SIGNATURE + b"".join(
        struct.pack(">I4s", len(data), kind) + data + bytes(4) for kind, data in chunks
    )


def test_a_release_with_pictures_of_an_earlier_client_is_unfit(tmp_path):
    (tmp_path / "web/src").mkdir(parents=True)
    (tmp_path / "docs/screens").mkdir(parents=True)
    source, picture = tmp_path / "web/src/App.svelte", tmp_path / "docs/screens/lobby.png"
    source.write_text("<p>one</p>")
    picture.write_bytes(png((b"Title", b"x"), (b"client", pictures.client_digest(tmp_path).encode())))
    pictures.check_pictures(tmp_path, "9.9.9")
    source.with_name("App.test.ts").write_text("a test is not seen")
    pictures.check_pictures(tmp_path, "9.9.9")
    source.write_text("<p>two</p>")
    pictures.check_pictures(tmp_path, "9.9.9.dev0")
    with pytest.raises(contents.Unfit, match=r"1 pictures .* make screenshots"):
        pictures.check_pictures(tmp_path, "9.9.9")
    picture.write_bytes(png())
    with pytest.raises(contents.Unfit):
        pictures.check_pictures(tmp_path, "9.9.9")


def test_the_description_of_the_package_has_only_absolute_links():
    text = absolute((ROOT / "README.md").read_text("utf-8"), "https://example.org/saleroom", "9.9.9")
    assert not LINK.search(text)
    assert "](https://example.org/saleroom/raw/v9.9.9/docs/screens/" in text
    assert "](https://example.org/saleroom/blob/v9.9.9/docs/play/start.md)" in text
    assert absolute("[a](b.md)", "https://x", "1.dev0") == "[a](https://x/blob/main/b.md)"
    assert absolute("[a](#b) [c](https://d)", "https://x", "1") == "[a](#b) [c](https://d)"


def test_a_release_without_the_address_of_its_repository_is_unfit():
    contents.check_address("9.9.9", "https://example.org/saleroom")
    contents.check_address("9.9.9.dev0", "")
    with pytest.raises(contents.Unfit, match="SALEROOM_REPOSITORY"):
        contents.check_address("9.9.9", "")


def test_a_wheel_of_the_checkout_that_differs_from_that_of_the_sdist_is_unfit(tmp_path):
    (tmp_path / "other").mkdir()
    first, second = wheel_of(tmp_path, "a", "b"), wheel_of(tmp_path / "other", "a", "b")
    contents.check_equal(first, second)
    with pytest.raises(contents.Unfit, match="1 files, such as c"):
        contents.check_equal(first, wheel_of(tmp_path / "other", "a", "b", "c"))


@pytest.mark.parametrize(
    ("path", "fit"),
    [
        (".cache/uv/saleroom.whl", True),
        (".cache/saleroom/machine-code/a.code", False),
        (".local/bin/saleroom", False),
        (".local/lib/python3.11/site-packages/saleroom/__init__.py", False),
    ],
)
def test_an_uninstallation_that_leaves_more_than_data_is_found(path, fit, tmp_path):
    for name in (path, f"{installers.DATA}/saleroom.sqlite3"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).touch()
    if fit:
        installers.check_left(tmp_path)
    else:
        with pytest.raises(AssertionError):
            installers.check_left(tmp_path)


@pytest.mark.integration
def test_a_container_with_a_read_only_file_system_plays_and_serves(tmp_path, monkeypatch):
    monkeypatch.setattr(installers, "installed_by_pip", lambda python, wheel, home: PROGRAM)
    try:
        installers.read_only(Path(sys.executable), tmp_path, tmp_path)
    except installers.NotPossible as reason:
        missing(str(reason), "util-linux")
    assert list(tmp_path.iterdir()) == [tmp_path / "volume"] and not list((tmp_path / "volume").iterdir())


def test_a_system_without_mounts_is_no_container(tmp_path, monkeypatch):
    monkeypatch.setattr(installers, "installed_by_pip", lambda python, wheel, home: PROGRAM)
    monkeypatch.setattr(installers.shutil, "which", lambda name: None)
    with pytest.raises(installers.NotPossible, match="no mounts"):
        installers.read_only(Path(sys.executable), tmp_path, tmp_path)


def test_nothing_is_installed_for_a_user_who_cannot_run_python(tmp_path, monkeypatch):
    def install(python: Path, wheel: Path, home: Path) -> Path:
        raise AssertionError("it was installed")

    monkeypatch.setattr(installers, "installed_by_pip", install)
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    (closed / "python").symlink_to(sys.executable)
    with pytest.raises(installers.NotPossible):
        installers.other_user(closed / "python", tmp_path, tmp_path)


def test_installers_use_the_settings_of_this_machine_in_another_home_folder(tmp_path, monkeypatch):
    home, new = tmp_path / "home", tmp_path / "new"
    pip = home / ".pip/pip.conf"
    pip.parent.mkdir(parents=True)
    pip.touch()
    for name in ("PIP_CONFIG_FILE", "UV_CONFIG_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("SALEROOM_DATA", "other")
    variables = installers.environment(new)
    assert variables["HOME"] == str(new) and variables["PIP_CONFIG_FILE"] == str(pip)
    assert not {"UV_CONFIG_FILE", "SALEROOM_DATA"} & set(variables)
    monkeypatch.setenv("PIP_CONFIG_FILE", "chosen")
    assert installers.environment(new)["PIP_CONFIG_FILE"] == "chosen"


def test_an_installer_that_cannot_run_says_why(tmp_path, monkeypatch, capsys):
    def impossible(python: Path, wheel: Path, home: Path) -> None:
        raise installers.NotPossible("there is none")

    monkeypatch.setattr(installers, "INSTALLERS", {"pipx": impossible})
    installers.try_all(tmp_path, tmp_path)
    assert capsys.readouterr().out == "  pipx: not tried: there is none\n"
