"""Personal data is recognised by form and check digit, and look-alikes are let be."""

import random
import re

import pytest

from rowcast_automl.profile.personal_data.detection import (
    detect_personal_data,
    is_luhn_valid,
    is_verhoeff_valid,
)

LUCK = random.Random(3)


def aadhaar(separator=" "):
    """A number with the right check digit, as the authority prints it."""
    body = f"{LUCK.randrange(2, 10)}{LUCK.randrange(10**10):010}"
    digits = next(body + str(last) for last in range(10) if is_verhoeff_valid(body + str(last)))
    return separator.join((digits[:4], digits[4:8], digits[8:]))


@pytest.mark.parametrize("digits", ["236", "123451"])
def test_the_check_digit_of_verhoeff(digits):
    assert is_verhoeff_valid(digits)
    assert sum(is_verhoeff_valid(digits[:-1] + str(last)) for last in range(10)) == 1
    swapped = digits[1] + digits[0] + digits[2:]
    assert swapped == digits or not is_verhoeff_valid(swapped)


@pytest.mark.parametrize(
    "digits", ["4111111111111111", "5500005555555559", "378282246310005", "6011000990139424"]
)
def test_the_check_digit_of_luhn(digits):
    assert is_luhn_valid(digits)
    assert not is_luhn_valid(digits[:-1] + str((int(digits[-1]) + 1) % 10))


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([f"p{place}@example.org" for place in range(20)], "email"),
        ([aadhaar() for _ in range(20)], "aadhaar"),
        ([aadhaar("") for _ in range(20)], "aadhaar"),
        (["4111 1111 1111 1111", "5500-0055-5555-5559", "378282246310005"], "card"),
        (["ABCPE1234F", "AAAPL1234C", "BNZAA2318J"], "pan"),
        (["10.0.0.1", "192.168.1.254"], "ip"),
        (["+91 98765 43210", "(415) 555-0100", "9876543210"], "phone"),
        # Look-alikes: no check digit, no such fourth letter, other numbers of ten digits.
        ([f"{LUCK.randrange(2 * 10**11, 10**12)}" for _ in range(200)], None),
        ([f"4{LUCK.randrange(10**15):015}" for _ in range(200)], None),
        (["ABCXE1234F", "AAAQL1234C"], None),
        ([f"{LUCK.randrange(10**9, 10**10)}" for _ in range(200)], None),
        (["300.1.1.1", "1.2.3"], None),
        ([], None),
        # As numbers are grouped in a country; what may be amounts, dates or codes is let be without a name.
        (["06 12 34 56 78", "01.40.20.50.50", "07-98-76-54-32"], "phone"),
        (["0171 2345678", "030 12345678", "0221/4711471"], "phone"),
        (["020 7946 0958", "0161 496 0000", "01632 960983", "07700 900123"], "phone"),
        (["02 9374 4000", "0412 345 678"], "phone"),
        (["612 34 56 78", "934 56 78 90"], "phone"),
        (["415 555 0100", "415.555.0100", "212 555 0199"], "phone"),
        (["612 345 678", "934 567 890"], None),
        (["2024 01 02", "01 02 2024", "01.02.2024", "0612345678", "4155550100"], None),
        ([f"{LUCK.randrange(1, 30):02} 31 36 41 47" for _ in range(200)], None),
    ],
)
def test_kinds(values, kind):
    assert [found.kind for found in detect_personal_data(values)] == ([kind] if kind else [])


@pytest.mark.parametrize(
    "write",
    [
        lambda number: f"0{number}",
        lambda number: f"4{number}",
        lambda number: f"6{number[:2]} {number[2:5]} {number[5:8]}",
        lambda number: f"(0{number[:3]}) {number[3:]}",
        lambda number: f"0{number[:2]}-{number[2:]}",
    ],
)
def test_digits_in_any_groups_are_reported_where_the_name_says_what_they_are(upload, write):
    names = [
        "phone",
        "Mobile No.",
        "cell",
        "Tel. 1",
        "Telefon",
        "Handynummer",
        "Téléphone",
        "número de móvil",
    ]
    columns = [[write(f"{LUCK.randrange(10**8, 10**9)}") for _ in range(60)] for _ in (*names, "account")]
    cells = [*zip(*columns, strict=True)]
    table = ",".join(f'"{name}"' for name in (*names, "account", "n")) + "\n"
    table += "".join(
        ",".join(f'"{cell}"' for cell in (*row, place % 7)) + "\n" for place, row in enumerate(cells)
    )
    found = upload(table).findings("PERSONAL_DATA")
    kinds = {each.column: (each.params["kind"], each.params["share"]) for each in found}
    assert kinds == dict.fromkeys(names, ("phone", 1))


@pytest.mark.parametrize(
    "name", ["phone_calls", "cell_id", "PhoneService", "hotel", "phone price", "revenue_mobile", "views_cell"]
)
def test_a_name_that_only_mentions_phones_reports_nothing(upload, name):
    cells = "".join(f"{LUCK.randrange(10**8, 10**9)},{place % 7}\n" for place in range(60))
    assert not upload(f"{name},n\n{cells}").findings("PERSONAL_DATA")


WORDS = ("the parcel came late", "and was left at", "number 12", "on 2024-01-05", "for 1,299.00", "as ever")


def sentence(*reported):
    words = [LUCK.choice(WORDS) for _ in range(6)]
    return " ".join([*words, *reported, *words[:3]])


@pytest.mark.parametrize(
    ("reported", "kinds"),
    [
        (["mail me: asha.rao+x@mail.example.co.in."], ["email"]),
        (["(jörg@müller.example)"], ["email"]),
        ([aadhaar() for _ in range(3)], ["aadhaar"]),
        (["card 4111 1111 1111 1111", "5500-0055-5555-5559,"], ["card"]),
        (["PAN ABCPE1234F", "AAAPL1234C", "BNZAA2318J"], ["pan"]),
        (["from 203.0.113.9", "to 192.168.1.254."], ["ip"]),
        (["ring +91 98765 43210", "or 415-555-0100"], ["phone"]),
        (["a@example.org", "(415) 555-0100", "+44 20 7946 0958"], ["email", "phone"]),
    ],
)
def test_what_stands_in_the_midst_of_texts(reported, kinds):
    cells = [sentence() for _ in range(200)] + [sentence(each) for each in reported]
    assert [found.kind for found in detect_personal_data(cells)] == kinds


@pytest.mark.parametrize(
    "cells",
    [
        [f"order {LUCK.randrange(10**11, 10**12)}" for _ in range(300)],
        [f"{LUCK.randrange(10**15, 10**16)} {LUCK.randrange(1000)}" for _ in range(300)],
        [
            f"at 2024{month:02}{day:02}{hour:02}3059"
            for month in (1, 2)
            for day in (3, 4)
            for hour in range(24)
        ],
        [
            f"version {major}.{minor}.10.{patch}"
            for major in (1, 4)
            for minor in range(9)
            for patch in range(9)
        ],
        [f"+{LUCK.uniform(1, 90):.7f}, -{LUCK.uniform(1, 90):.7f}" for _ in range(99)],
        ["icon@2x.png", "thanks @asha and @ravi", "pkg@18.2.0", "a @ b", "me@home", "12:00+05:30"],
        [f"+{number / 7:,.3f}" for number in range(10**9, 10**9 + 50)],
        ["1" * 5_000 + "@", "a" * 100_000, "1-" * 5_000, "0.1." * 5_000, "@" * 5_000, "x@" + "a." * 5_000],
        [f"ABC{LUCK.choice('DEKMNOQ')}X{LUCK.randrange(10**4):04}Z" for _ in range(99)],
        [f"https://example.org/{LUCK.randrange(10**9, 10**10)}" for _ in range(99)],
    ],
)
def test_look_alikes_in_texts(cells):
    assert detect_personal_data(cells) == []


def test_some_mail_addresses_are_reported_with_their_share_and_rows(upload):
    cells = [f"p{place}@example.org" if place % 5 < 2 else "none given" for place in range(300)]
    [finding] = upload("contact,n\n" + "".join(f"{cell},{cell[0]}\n" for cell in cells)).findings(
        "PERSONAL_DATA"
    )
    assert finding.params == {"kind": "email", "share": 0.4, "cell": finding.params["cell"], "count": 120}
    assert finding.rows == [place for place in range(1, 101) if (place - 1) % 5 < 2][:20]
    assert finding.params["cell"].endswith("@•••••••.••g")
    assert not re.search(r"example|\w\w@", finding.message)


def test_one_address_in_a_free_text(upload):
    cells = [sentence() for _ in range(500)]
    cells[321] = sentence("write to asha@example.org")
    [finding] = upload("note,n\n" + "".join(f'"{cell}",1\n' for cell in cells)).findings("PERSONAL_DATA")
    assert (finding.rows, finding.params["share"], finding.params["count"]) == ([322], 0.002, 1)
    assert finding.params["cell"] == "a•••@•••••••.••g"


def test_the_rows_are_the_first_of_all_and_not_of_a_sample(upload):
    cells = "".join(f"p{place}@example.org,{place % 7}\n" for place in range(3_000))
    [finding] = upload(f"contact,n\n{cells}").findings("PERSONAL_DATA")
    assert (finding.rows, finding.params["count"]) == ([*range(1, 21)], 3_000)


def test_all_rows_with_an_address_are_reported_where_a_sample_sees_some(upload):
    notes = [f"{sentence()} ref {place}" for place in range(30_000)]
    places = [*range(5, 30_000, 1_700)]
    for place in places:
        notes[place] = sentence(f"write to p{place}@example.org")
    done = upload("note,n\n" + "".join(f'"{cell}",1\n' for cell in notes))
    [finding] = [each for each in done.findings("PERSONAL_DATA") if each.params["kind"] == "email"]
    assert finding.rows == [place + 1 for place in places]
    assert finding.params["count"] == len(places) == 18


@pytest.mark.parametrize("junk", ["0", ""])
@pytest.mark.parametrize("written", ["{}", "{}.0"])
def test_numbers_with_gaps_or_junk_among_them(upload, junk, written):
    numbers = [LUCK.randrange(6 * 10**9, 10**10) for _ in range(200)]
    cells = [junk if place % 4 == 0 else written.format(each) for place, each in enumerate(numbers)]
    reported = upload("mobile,n\n" + "".join(f"{cell},{place}\n" for place, cell in enumerate(cells)))
    [finding] = reported.findings("PERSONAL_DATA")
    assert (finding.column, finding.params["kind"]) == ("mobile", "phone")
    assert finding.params["share"] == (0.75 if junk else 1)
    assert finding.rows[:4] == [2, 3, 4, 6]


@pytest.mark.parametrize(
    "numbers",
    [
        [1_700_000_000_000 + 977 * place for place in range(300)],
        [LUCK.randrange(10**10) for _ in range(300)],
        [round(LUCK.lognormvariate(20, 2)) for _ in range(300)],
        [round(LUCK.uniform(1e9, 9e9), 2) for _ in range(300)],
        [LUCK.randrange(2 * 10**11, 10**12) for _ in range(300)],
        [LUCK.randrange(10**15, 10**16) for _ in range(300)],
        [0, 7_000_000_000, 50_000_000_000, 3] * 75,
    ],
)
def test_ordinary_numbers_are_let_be(upload, numbers):
    done = upload("amount,n\n" + "".join(f"{number},{place % 7}\n" for place, number in enumerate(numbers)))
    assert not done.findings("PERSONAL_DATA")


@pytest.mark.parametrize(
    "write",
    [
        lambda number: f"+91{number}",
        lambda number: f"{str(number)[:5]} {str(number)[5:]}",
        lambda number: f"+420 {number // 10**7} {number // 10**4 % 1000:03} {number % 1000:03}",
    ],
)
def test_phone_numbers_in_every_cell_are_reported_however_they_are_written(upload, write):
    cells = [write(LUCK.randrange(6 * 10**9, 10**10)) for _ in range(200)]
    done = upload("contact,n\n" + "".join(f"{cell},{place}\n" for place, cell in enumerate(cells)))
    [found] = done.findings("PERSONAL_DATA")
    assert (found.column, found.params["kind"], found.params["share"]) == ("contact", "phone", 1)
    assert done.table()["contact"] == cells


def test_numbers_too_are_looked_at(upload):
    rows = "".join(f"{aadhaar('')},{place}\n" for place in range(60))
    [finding] = upload(f"number,n\n{rows}").findings("PERSONAL_DATA")
    assert (finding.column, finding.params["kind"], finding.params["share"]) == ("number", "aadhaar", 1)
    assert finding.message.startswith(
        "The column appears to contain Aadhaar numbers: 100% of the cells, such as "
    )
    assert finding.fix.model_dump() == {"op": "drop_column", "column": "number"}


def test_addresses_among_references_of_digits_are_seen(upload):
    cells = [f"{LUCK.randrange(10**7, 10**8)}" for _ in range(5_000)]
    cells += [f"note {place}" for place in range(3_000)] + [f"p{place}@example.org" for place in range(40)]
    LUCK.shuffle(cells)
    text = "".join(f"{cell},{place % 7}\n" for place, cell in enumerate(cells))
    [found] = upload(f"reference,n\n{text}").findings("PERSONAL_DATA")
    assert found.params["kind"] == "email"


def test_the_only_value_of_a_column_is_not_displayed_where_it_is_personal(upload):
    [found] = upload("mail,n\n" + "jane.doe@example.org,1\njane.doe@example.org,2\n" * 20).findings(
        "CONSTANT_COLUMN"
    )
    assert "jane" not in found.message and "jane" not in str(found.params)
