"""What the name of a column says of it, word by word, in English, Spanish, French and German."""

import re
import unicodedata

CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
BRACKETS = re.compile(r"\s*(\([^()]*\)|\[[^\[\]]*\])$")

# What stands before says nothing of a name, and blanks before a bracket would be looked at again and again.
LONGEST = 200
# A tag is more often a label than a day, so German days are told only in words made of several.
TIME_WORDS = (
    "(year|month|week|day|date|time|datetime|timestamp|ts|epoch|unixtime|period|quarter)s?|[a-z]+ed[ _-]?at|"
    "(ano|mes|semana|fecha|periodo|trimestre|annee|mois|semaine|jour|periode)s?|meses|hora|heure|horodatage|"
    "[a-z]*(jahr|monat|woche|datum|quartal)|(kalender|bestell|liefer|geburts|stich)tag|"
    "zeit|uhrzeit|zeitpunkt|zeitstempel"
)
UNIT = "s|sec|seconds?|ms|millis|us|ns|utc|index|number|no"


def unaccented(name: str) -> str:
    """`name` in plain letters: Año as Ano, and Größe as Grosse."""
    apart = unicodedata.normalize("NFD", name.replace("ß", "ss"))
    return "".join(each for each in apart if not unicodedata.combining(each))


def spaced(name: str) -> str:
    """The end of a name, without accents: customerId as customer Id, and Rating (1-5) as Rating."""
    return CAMEL.sub(" ", BRACKETS.sub("", unaccented(name.strip()[-LONGEST:])))


def last_word(words: str) -> re.Pattern[str]:
    """Finds `spaced` names that end in one of `words` (a|b): age in pet_age, but not in stage."""
    return re.compile(rf"(^|[^a-z])({words})$", re.I)


# In French and Spanish the word stands first.
TIME_FIRST = "^fecha[ _-]|^(date|annee|mois|jour|ano|mes|dia)[ _-](de|du|del|d)[ _'’-]"
# A diameter is called dia too, but hardly without saying of what.
TIME = re.compile(rf"(^|[^a-z])({TIME_WORDS})([ _-]({UNIT}))?$|^dias?$|{TIME_FIRST}", re.I)


def names_time(name: str) -> bool:
    """Whether `name` reads like timestamp, created_at, eventTime, month_index, Bestelldatum or fecha_alta."""
    return bool(TIME.search(spaced(name)))
