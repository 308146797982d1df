"""Units after numbers, with their alternative spellings."""

import re

from rowcast_automl.platform.database.quoting import literal

# Upper and lower case are equal.
CASE_INSENSITIVE_UNITS = """
    mm millimeter millimeters millimetre millimetres, cm centimeter centimeters centimetre centimetres,
    meter meters metre metres, km kms kilometer kilometers kilometre kilometres, inch inches in, foot feet,
    yd yds yard yards, mi mile miles, kg kgs kilo kilos kilogram kilograms, gm gms gram grams,
    tonne tonnes, ton tons, lb lbs pound pounds, oz ounce ounces, sqft sq.ft, sqm sq.m, mm2 mm² mm3 mm³,
    cm2 cm², cm3 cm³, m2 m², m3 m³, km2 km², ha hectare hectares, acre acres, ml, cl, dl,
    liter liters litre litres ltr ltrs, gal gallon gallons, cc, kmph kph km/h km/hr, mph, m/s, km/s, kn knots,
    kmpl km/l, km/kg, mpg, kw, hp, bhp, ps, kwh, kva, volt volts, watt watts, amp amps, rpm, °, °c ºc,
    °f ºf, deg degree degrees, year years yr yrs, month months mth mths, week weeks wk wks, day days,
    hour hours hr hrs, minute minutes min mins, second seconds sec secs, kcal, cal, kj, hpa, kpa, psi, bar,
    db, ppm, mg/dl, mmol/l, g/l, kg/m3 kg/m³, px, dpi, fps, pc pcs piece pieces, item items, unit units,
    person persons people, seat seats, room rooms, point points pts
"""
# Upper and lower case differ.
CASE_SENSITIVE_UNITS = """
    m, g, mg, ug µg μg, l L, h, t, k K, M, V, mV, kV, W, mW, MW, GW, Wh, MWh, mAh, mA, Ω, Hz, kHz, MHz, GHz,
    ms, µs μs, ns, nm, Nm NM, N.m, Pa, MPa, KB kB kb, MB mb, GB gb, TB tb, Mbps, Gbps, kbps, MP
"""
CASE_INSENSITIVE_SPELLINGS = [words.split() for words in CASE_INSENSITIVE_UNITS.split(",")]
CASE_SENSITIVE_SPELLINGS = [words.split() for words in CASE_SENSITIVE_UNITS.split(",")]
UNIT_BY_LOWER_CASE = {each: words[0] for words in CASE_INSENSITIVE_SPELLINGS for each in words}
UNIT_BY_SPELLING = {each: words[0] for words in CASE_SENSITIVE_SPELLINGS for each in words}


def spelling_pattern(units: dict[str, str]) -> str:
    """Return a pattern that matches any of the spellings."""
    return "|".join(sorted(map(re.escape, units), key=len, reverse=True))


UNIT = re.compile(
    rf"(.*\d)\s?((?:{spelling_pattern(UNIT_BY_SPELLING)}|(?i:{spelling_pattern(UNIT_BY_LOWER_CASE)}))\.?)"
)


def canonical_unit(written: str) -> str | None:
    """Return the canonical spelling of a unit, such as day for Days, or None for other text."""
    bare = written.removesuffix(".")
    return UNIT_BY_SPELLING.get(bare) or UNIT_BY_LOWER_CASE.get(bare.lower())


def remove_unit(text: str, units: list[str]) -> str:
    """Remove one of these units from the end of `text`."""
    bare = text.rstrip()
    found = next((each for each in units if bare.endswith(each)), "")
    return bare.removesuffix(found) if found else text


def remove_unit_sql(cell: str, units: tuple[str, ...]) -> str:
    """Return SQL that removes one of these units from the end of `cell`. Longer units are tried first."""
    pattern = f"({'|'.join(map(re.escape, units))})\\s*$"
    return f"regexp_replace({cell}, {literal(pattern)}, '')"
