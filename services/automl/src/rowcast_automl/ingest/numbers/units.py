"""Units that people write behind numbers, and how else each is written."""

import re

from rowcast_automl.platform.database.quoting import literal

# In any case.
WORDS = """
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
# Another case is another unit, or none.
LETTERS = """
    m, g, mg, ug µg μg, l L, h, t, k K, M, V, mV, kV, W, mW, MW, GW, Wh, MWh, mAh, mA, Ω, Hz, kHz, MHz, GHz,
    ms, µs μs, ns, nm, Nm NM, N.m, Pa, MPa, KB kB kb, MB mb, GB gb, TB tb, Mbps, Gbps, kbps, MP
"""
SPELT = [words.split() for words in WORDS.split(",")]
SPELT_SO = [words.split() for words in LETTERS.split(",")]
IN_ANY_CASE = {each: words[0] for words in SPELT for each in words}
AS_IT_IS = {each: words[0] for words in SPELT_SO for each in words}


def spellings(units: dict[str, str]) -> str:
    """A pattern of any of them."""
    return "|".join(sorted(map(re.escape, units), key=len, reverse=True))


UNIT = re.compile(rf"(.*\d)\s?((?:{spellings(AS_IT_IS)}|(?i:{spellings(IN_ANY_CASE)}))\.?)")


def unit_of(written: str) -> str | None:
    """What 1 day and 2 Days have in common, and 3 CC and 4 cc; None for what is no unit."""
    bare = written.removesuffix(".")
    return AS_IT_IS.get(bare) or IN_ANY_CASE.get(bare.lower())


def without_unit(text: str, units: list[str]) -> str:
    """The number before one of these."""
    bare = text.rstrip()
    found = next((each for each in units if bare.endswith(each)), "")
    return bare.removesuffix(found) if found else text


def without_unit_sql(cell: str, units: tuple[str, ...]) -> str:
    """SQL of the number before one of these, the longer ones first."""
    pattern = f"({'|'.join(map(re.escape, units))})\\s*$"
    return f"regexp_replace({cell}, {literal(pattern)}, '')"
