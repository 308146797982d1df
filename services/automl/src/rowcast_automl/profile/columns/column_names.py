"""Words in column names, in English, Spanish, French and German."""

import re
import unicodedata

CAMEL_CASE = re.compile(r"(?<=[a-z])(?=[A-Z])")
BRACKETS = re.compile(r"\s*(\([^()]*\)|\[[^\[\]]*\])$")

# Only the end of a name matters, and the limit bounds backtracking of the pattern.
MAX_NAME_LENGTH = 200
# "Tag" is a label more often than a German day, so German days count only in compound words.
TIME_WORDS = (
    "(year|month|week|day|date|time|datetime|timestamp|ts|epoch|unixtime|period|quarter)s?|[a-z]+ed[ _-]?at|"
    "(ano|mes|semana|fecha|periodo|trimestre|annee|mois|semaine|jour|periode)s?|meses|hora|heure|horodatage|"
    "[a-z]*(jahr|monat|woche|datum|quartal)|(kalender|bestell|liefer|geburts|stich)tag|"
    "zeit|uhrzeit|zeitpunkt|zeitstempel"
)
UNIT = "s|sec|seconds?|ms|millis|us|ns|utc|index|number|no"


def strip_accents(name: str) -> str:
    """Remove accents: Año becomes Ano, Größe becomes Grosse."""
    if name.isascii():
        return name
    decomposed = unicodedata.normalize("NFD", name.replace("ß", "ss"))
    return "".join(each for each in decomposed if not unicodedata.combining(each))


def split_words(name: str) -> str:
    """Split a name into words without accents: customerId becomes customer Id, Rating (1-5) Rating."""
    return CAMEL_CASE.sub(" ", BRACKETS.sub("", strip_accents(name.strip()[-MAX_NAME_LENGTH:])))


def ends_with_word(words: str) -> re.Pattern[str]:
    """Return a pattern for names that end in one of `words` (a|b): age matches pet_age, but not stage."""
    return re.compile(rf"(^|[^a-z])({words})$", re.I)


# In French and Spanish the noun comes first.
TIME_FIRST = "^fecha[ _-]|^(date|annee|mois|jour|ano|mes|dia)[ _-](de|du|del|d)[ _'’-]"
# "dia" also abbreviates diameter, but then with another word.
TIME = re.compile(rf"(^|[^a-z])({TIME_WORDS})([ _-]({UNIT}))?$|^dias?$|{TIME_FIRST}", re.I)


def is_time_name(name: str) -> bool:
    """Whether a column name refers to a time: timestamp, created_at, eventTime, Bestelldatum, fecha_alta."""
    return bool(TIME.search(split_words(name)))
