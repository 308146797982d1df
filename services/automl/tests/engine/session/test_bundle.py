"""A bundle whose content differs from what was signed is refused before anything in it is parsed."""

from __future__ import annotations

import io
import pickle
import random
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rowcast_automl.bundle.archive import read_bundle, write_bundle
from rowcast_automl.bundle.keys import stored_signing_key
from rowcast_automl.bundle.manifest import BundleError
from tests.bundles.mixed import Trained
from tests.engine.training import KEY

FILES = dict.fromkeys(("model.onnx", "schema.json", "report.json", "golden.json"), b"{}" * 300)


class Planted:
    """Would leave a trace if it were ever unpickled."""

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str, str]]:
        return exec, ("raise SystemExit('unpickled')", "")


def entries(bundle: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(bundle) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(content: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return stream.getvalue()


def test_a_flipped_byte_anywhere_in_a_file_is_refused(binary_model: Trained) -> None:
    content = entries(binary_model.bundle)
    choose = random.Random(0)
    for name, data in content.items():
        for _ in range(4):
            place = choose.randrange(len(data))
            changed = data[:place] + bytes([data[place] ^ (1 << choose.randrange(8))]) + data[place + 1 :]
            with pytest.raises(BundleError):
                read_bundle(zipped({**content, name: changed}), KEY.public_key())


def test_a_flipped_byte_anywhere_in_the_archive_is_refused(tmp_path: Path) -> None:
    write_bundle(tmp_path / "a", {**FILES, "model.onnx": random.Random(1).randbytes(300)}, KEY)
    raw = (tmp_path / "a").read_bytes()
    assert read_bundle(raw, KEY.public_key())
    for place in range(len(raw)):
        for other in {raw[place] ^ 1, raw[place] ^ 0x41, 0} - {raw[place]}:
            with pytest.raises(BundleError):
                read_bundle(raw[:place] + bytes([other]) + raw[place + 1 :], KEY.public_key())


@pytest.mark.parametrize("cut", [1, 64, 86, 200])
def test_a_bundle_that_was_cut_off_or_goes_on_is_refused(binary_model: Trained, cut: int) -> None:
    raw = binary_model.bundle.read_bytes()
    for changed in (raw[:-cut], raw + raw[-cut:], raw + b"\0" * cut):
        with pytest.raises(BundleError):
            read_bundle(changed, KEY.public_key())


def test_a_bundle_from_before_there_were_seals_is_read(binary_model: Trained) -> None:
    unsealed = zipped(entries(binary_model.bundle))
    assert read_bundle(unsealed, KEY.public_key()) == read_bundle(binary_model.bundle, KEY.public_key())


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_would_be_unpacked_whole_before_it_is_cut_is_refused(
    binary_model: Trained, packing: int
) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", packing) as archive:
        for name, data in entries(binary_model.bundle).items():
            archive.writestr(name, data)
    with pytest.raises(BundleError, match="packed"):
        read_bundle(stream.getvalue(), KEY.public_key())


@pytest.mark.parametrize("name", ["../evil", "/etc/evil", "model.pkl", "a/../../b", "C:\\x", "model.onnx "])
def test_unexpected_names_are_refused(binary_model: Trained, name: str, tmp_path: Path) -> None:
    content = {**entries(binary_model.bundle), name: pickle.dumps(Planted())}
    with pytest.raises(BundleError, match="other files"):
        read_bundle(zipped(content), KEY.public_key())


def test_a_pickle_in_place_of_a_file_is_refused(binary_model: Trained) -> None:
    for name in FILES:
        content = {**entries(binary_model.bundle), name: pickle.dumps(Planted())}
        with pytest.raises(BundleError, match="not the file that was signed"):
            read_bundle(zipped(content), KEY.public_key())


def test_a_bomb_is_not_inflated(binary_model: Trained) -> None:
    content = entries(binary_model.bundle)
    with pytest.raises(BundleError, match="larger than allowed"):
        read_bundle(zipped({**content, "manifest.json": b" " * (100 << 20)}), KEY.public_key())
    with pytest.raises(BundleError, match="larger than allowed"):
        read_bundle(zipped({**content, "golden.json": b" " * (100 << 20)}), KEY.public_key())


def test_another_key_is_refused(binary_model: Trained) -> None:
    with pytest.raises(BundleError, match="signature"):
        read_bundle(binary_model.bundle, Ed25519PrivateKey.generate().public_key())


@pytest.mark.parametrize("content", [b"", b"PK", pickle.dumps({"a": 1}), b"\x00" * 500])
def test_what_is_no_archive_is_refused(content: bytes) -> None:
    with pytest.raises(BundleError):
        read_bundle(content, KEY.public_key())


def test_equal_files_give_equal_bundles(tmp_path: Path) -> None:
    names = [write_bundle(tmp_path / name, FILES, KEY) for name in ("a", "b")]
    assert names[0] == names[1]
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    changed = write_bundle(tmp_path / "c", {**FILES, "report.json": b"[]"}, KEY)
    assert changed != names[0]


def test_the_kept_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    first = stored_signing_key(folder)
    assert stored_signing_key(folder).private_bytes_raw() == first.private_bytes_raw()
    files = list(folder.iterdir())
    assert [file.stat().st_mode & 0o777 for file in files] == [0o600]


def test_commands_that_start_together_make_one_key(tmp_path: Path) -> None:
    for turn in range(20):
        with ThreadPoolExecutor(4) as pool:
            keys = list(pool.map(stored_signing_key, [tmp_path / f"{turn}"] * 4))
        assert len({each.private_bytes_raw() for each in keys}) == 1


def test_a_bundle_holds_no_secret_and_no_clock(binary_model: Trained) -> None:
    content = b"".join(entries(binary_model.bundle).values())
    assert KEY.private_bytes_raw() not in content
    assert b'"timings": []' in entries(binary_model.bundle)["report.json"]
