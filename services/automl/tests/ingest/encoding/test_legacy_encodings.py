"""Files in older encodings: Windows-1252 where in doubt, another one on evidence alone."""

import pytest

from rowcast_automl.ingest.encoding.legacy_encodings import SAMPLE_BYTES
from rowcast_automl.ingest.source import open_source
from rowcast_automl.platform.errors import RowcastError
from tests.ingest.csv.test_csv_files import CHINESE, FRENCH, GERMAN, JAPANESE, RUSSIAN

PLAIN = [f"plain words in row {place}" for place in range(20)]
KOREAN = "이름,도시\n김철수,서울\n이영희,부산\n박민수,대구\n최지우,인천\n"
TAIWANESE = "姓名,城市\n王小明,臺北市\n李麗,高雄市\n陳偉,臺中市\n張學友,香港\n"
SURNAMES = "姓,市\n" + "佐藤,東京\n鈴木,大阪\n高橋,京都\n田中,横浜\n伊藤,札幌\n渡辺,福岡\n山本,神戸\n" * 3
GREEK = "όνομα,πόλη\nΓιώργος Παπαδόπουλος,Αθήνα\nΜαρία,Θεσσαλονίκη\nΝίκος,Πάτρα\n"
CZECH = "jméno,město\nŤapka Dvořák,Příbram\nŠťastný,Třebíč\nžluťoučký kůň,Ústí\nchuť,paměť\n"
POLISH = "imię,miasto\nŁukasz Żółw,Łódź\nMałgorzata,Kraków\nWałęsa,Gdańsk\nwąż,Białystok\n"
SPANISH = "nombre,ciudad\nJosé Pérez,Málaga\nMaría Muñoz,Córdoba\nÁngel,León\ncafé,él está\n"
UMLAUTS = ["Müller", "Köln", "Bär", "größe", "Jürgen", "Straße", "Übung", "Ärger", "schön"]


def csv_of(cells: list[str]) -> str:
    return "a,b\n" + "".join(f"{cell},{place}\n" for place, cell in enumerate(cells))


@pytest.mark.parametrize(
    "cells",
    [
        [*PLAIN, *["Total\xa0\xa0\xa0\xa0Sum"] * 4],
        [*PLAIN, *["———— n/a"] * 4],
        [*PLAIN, *["»»»½"] * 4],
        ["ÄÖÜ GmbH", "ÉÈÊ"] * 30,
        ["red•green", "price€per"] * 5,
        ["rouge•vert", "café é à ç ù"] * 5,
        ["it’s", "don’t", "we’ll", "you’re", "I’m", "O’Brien", "D’Arcy", "they’ve"] * 3,
        ["« géniale »…", "“Où êtes-vous ?”", "5 € (½ prix)™", "L’été – créée à Nîmes"],
        ["þæði", "ræða", "Þórður", "líður", "næðið", "Ísland", "sýður"],
        ["São João", "1ª", "Nº3", "três", "pêssego", "coração", "£5"],
        ["Smith†", "Jones‡", "x²y", "CO²e", "m³h", "5µg", "ƒ(x)", "a±b", "12°C", "3×4"],
        ["AnzahlÖffnungen", "StraßeÄnderung", "größeÜbung", "Müller"],
    ],
)
def test_signs_and_capitals_in_windows_1252_are_no_other_script(upload, cells):
    done = upload(csv_of(cells).encode("cp1252"))
    assert done.profile.dialect.encoding == "cp1252"
    assert done.table()["a"] == cells


@pytest.mark.parametrize(
    ("text", "encoding", "label"),
    [
        (RUSSIAN, "koi8_r", "KOI8-R"),
        (KOREAN, "cp949", "CP949"),
        (TAIWANESE, "big5", "Big5"),
        (JAPANESE, "cp932", "Shift-JIS"),
        (JAPANESE, "euc_jp", "EUC-JP"),
        (SURNAMES, "cp932", "Shift-JIS"),
        (SURNAMES, "euc_jp", "EUC-JP"),
        (CHINESE, "gb18030", "GB18030"),
        ("联通,城市\n" + CHINESE, "gb18030", "GB18030"),
        (GREEK, "cp1253", "Windows-1253"),
        (SPANISH, "mac_roman", "Mac Roman"),
        (CZECH, "cp1250", "Windows-1250"),
        (POLISH, "cp1250", "Windows-1250"),
    ],
)
def test_another_encoding_on_evidence(upload, text, encoding, label):
    done = upload(text.encode(encoding))
    assert done.profile.dialect.encoding == encoding
    [finding] = done.findings("ENCODING_CONVERTED")
    assert finding.params == {"encoding": label}
    assert [",".join(cells) for cells in zip(*done.table().values(), strict=True)] == text.splitlines()[1:]


@pytest.mark.parametrize("stray", [0x81, 0x8D, 0x8F, 0x90, 0x9D])
def test_a_stray_byte_without_meaning_is_rejected_and_turns_no_letters(upload, stray):
    with pytest.raises(RowcastError) as caught:
        upload(csv_of(UMLAUTS).encode("cp1252") + bytes([stray]) + b"x,9\n")
    assert caught.value.code == "ENCODING_UNKNOWN"


@pytest.mark.parametrize("encoding", ["cp850", "cp437"])
def test_encodings_of_dos_are_rejected(upload, encoding):
    with pytest.raises(RowcastError) as caught:
        upload(csv_of(UMLAUTS).encode(encoding))
    assert caught.value.code == "ENCODING_UNKNOWN"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (RUSSIAN, "cp1251"),
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"),
        (CHINESE, "gb18030"),
        (KOREAN, "cp949"),
        (TAIWANESE, "big5"),
        (GERMAN, "mac_roman"),
        (FRENCH, "cp1252"),
    ],
)
@pytest.mark.parametrize("shift", range(4))
def test_where_the_sample_ends_makes_no_difference(tmp_path, text, encoding, shift):
    head, *lines = text.splitlines()
    many = [f"{place} {line}" for place in range(3_000) for line in lines]
    content = "\n".join([head, lines[0] + "x" * shift, *many]).encode(encoding)
    assert len(content) > 2 * SAMPLE_BYTES
    (tmp_path / "source").write_bytes(content)
    assert open_source(tmp_path / "source", tmp_path, 1 << 30).encoding == encoding
