"""Personal data is recognised by form and check digit, and look-alikes are let be."""

import random

import pytest

from rowcast_automl.profile.personal import luhn, personal_data, verhoeff

LUCK = random.Random(3)


def aadhaar(separator=" "):
    """A number with the right check digit, as the authority prints it."""
    body = f"{LUCK.randrange(2, 10)}{LUCK.randrange(10**10):010}"
    digits = next(body + str(last) for last in range(10) if verhoeff(body + str(last)))
    return separator.join((digits[:4], digits[4:8], digits[8:]))


@pytest.mark.parametrize("digits", ["236", "123451"])
def test_the_check_digit_of_verhoeff(digits):
    assert verhoeff(digits)
    assert sum(verhoeff(digits[:-1] + str(last)) for last in range(10)) == 1
    swapped = digits[1] + digits[0] + digits[2:]
    assert swapped == digits or not verhoeff(swapped)


@pytest.mark.parametrize(
    "digits", ["4111111111111111", "5500005555555559", "378282246310005", "6011000990139424"]
)
def test_the_check_digit_of_luhn(digits):
    assert luhn(digits)
    assert not luhn(digits[:-1] + str((int(digits[-1]) + 1) % 10))


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
    ],
)
def test_kinds(values, kind):
    assert personal_data(values) == kind


def test_numbers_too_are_looked_at(upload):
    rows = "".join(f"{aadhaar('')},{place}\n" for place in range(60))
    [finding] = upload(f"number,n\n{rows}").findings("PERSONAL_DATA")
    assert (finding.column, finding.params) == ("number", {"kind": "aadhaar"})
    assert finding.message.startswith("The column seems to hold Aadhaar numbers.")
    assert finding.fix.model_dump() == {"op": "drop_column", "column": "number"}
