"""Known ordinal scales in English, Spanish, French and German."""

import re

WORD_SEPARATORS = re.compile(r"[\s_-]+")
# From low to high; a slash separates words of the same level.
SCALE_DEFINITIONS = (
    "very low < low < medium/med/mid/middle/moderate/average/normal < high < very high < extreme",
    "low < medium/moderate/normal < high < critical/urgent",
    "none < mild < moderate < severe < very severe",
    "none < minor < moderate < major < critical",
    "very small/tiny/extra small < small < medium/mid < large/big < very large/huge/extra large",
    "xxs < xs < s < m < l < xl < xxl/2xl < xxxl/3xl < 4xl",
    "very short < short < medium/average < long/tall < very long/very tall",
    "very slow < slow < medium/moderate/normal < fast < very fast",
    "very weak < weak < medium/moderate < strong < very strong",
    "very light < light < medium/moderate < heavy < very heavy",
    "very easy < easy < medium/moderate/normal < hard/difficult < very hard/very difficult",
    "very poor/very bad/terrible < poor/bad < fair/average/acceptable < good < very good/great < excellent",
    "fair < good < very good < premium < ideal",
    "never < rarely/seldom < sometimes/occasionally < often/frequently < usually < always",
    "strongly disagree < disagree < somewhat disagree < neutral/neither agree nor disagree/undecided"
    " < somewhat agree < agree < strongly agree",
    "very dissatisfied/very unsatisfied < dissatisfied/unsatisfied < neutral < satisfied < very satisfied",
    "very unlikely < unlikely < neutral < likely < very likely",
    "not important < slightly important < moderately important < important < very important",
    "no < maybe < yes",
    "beginner/novice < intermediate < advanced < expert",
    "trainee/intern < junior < mid/mid level/intermediate < senior < lead",
    "bronze < silver < gold < platinum < diamond",
    "free < basic < standard < premium",
    "cold < cool < mild < warm < hot",
    "underweight < normal/normal weight < overweight < obese",
    "first < second < third < fourth < fifth",
    "no education/no schooling < primary/primary school/elementary/elementary school < middle school"
    " < secondary/secondary school/high school < some college < tertiary/university",
    "preschool < 1st 4th < 5th 6th < 7th 8th < 9th < 10th < 11th < 12th < hs grad/high school"
    " < some college < assoc voc < assoc acdm/associate/associates/associate's"
    " < bachelor/bachelors/bachelor's/bachelor's degree < master/masters/master's/master's degree"
    " < prof school < doctorate/phd/ph.d.",
    "muy bajo/muy baja < bajo/baja < medio/media/moderado/moderada/normal < alto/alta < muy alto/muy alta",
    "ninguno/ninguna < leve < moderado/moderada < grave/severo/severa",
    "muy pequeño/muy pequeña < pequeño/pequeña < mediano/mediana/medio < grande < muy grande",
    "muy fácil < fácil < medio/media/normal < difícil < muy difícil",
    "muy malo/muy mala < malo/mala < regular < bueno/buena < muy bueno/muy buena < excelente",
    "nunca < casi nunca/rara vez/raramente < a veces/algunas veces < a menudo/frecuentemente < casi siempre"
    " < siempre",
    "totalmente en desacuerdo/muy en desacuerdo < en desacuerdo < neutral/ni de acuerdo ni en desacuerdo"
    " < de acuerdo < totalmente de acuerdo/muy de acuerdo",
    "muy insatisfecho/muy insatisfecha < insatisfecho/insatisfecha < neutral < satisfecho/satisfecha"
    " < muy satisfecho/muy satisfecha",
    "no < quizás/quizá/tal vez < sí",
    "principiante < intermedio/intermedia < avanzado/avanzada < experto/experta",
    "bronce < plata < oro < platino",
    "sin estudios < primaria < secundaria < bachillerato < grado/licenciatura < máster/maestría < doctorado",
    "très faible/très bas/très basse < faible/bas/basse < moyen/moyenne/modéré/modérée/normal/normale"
    " < élevé/élevée/haut/haute/fort/forte"
    " < très élevé/très élevée/très haut/très haute/très fort/très forte",
    "aucun/aucune < léger/légère < modéré/modérée < sévère/grave",
    "très petit/très petite < petit/petite < moyen/moyenne < grand/grande < très grand/très grande",
    "très facile < facile < moyen/moyenne < difficile < très difficile",
    "très mauvais/très mauvaise < mauvais/mauvaise < passable/moyen/moyenne < bon/bonne < très bon/très bonne"
    " < excellent/excellente",
    "jamais < rarement < parfois/quelquefois < souvent < toujours",
    "pas du tout d'accord < pas d'accord < neutre/ni d'accord ni pas d'accord < d'accord"
    " < tout à fait d'accord",
    "très insatisfait/très insatisfaite < insatisfait/insatisfaite < neutre < satisfait/satisfaite"
    " < très satisfait/très satisfaite",
    "non < peut être < oui",
    "débutant/débutante < intermédiaire < avancé/avancée < expert/experte",
    "bronze < argent < or < platine",
    "primaire < collège < lycée < licence < master < doctorat",
    "sehr niedrig/sehr gering < niedrig/gering < mittel/mäßig/normal < hoch < sehr hoch",
    "keine/kein < leicht < mittel/mäßig/mittelschwer < schwer < sehr schwer",
    "sehr leicht/sehr einfach < leicht/einfach < mittel/mittelschwer < schwer/schwierig"
    " < sehr schwer/sehr schwierig",
    "sehr klein < klein < mittel/mittelgroß < groß < sehr groß",
    "sehr schlecht < schlecht < mittel/mittelmäßig < gut < sehr gut < ausgezeichnet/hervorragend",
    "ungenügend < mangelhaft < ausreichend < befriedigend < gut < sehr gut",
    "nie/niemals < selten < manchmal/gelegentlich < oft/häufig < meistens < immer/stets",
    "stimme gar nicht zu/stimme überhaupt nicht zu < stimme nicht zu < neutral/teils teils/weder noch"
    " < stimme zu < stimme voll zu/stimme voll und ganz zu",
    "sehr unzufrieden < unzufrieden < neutral < zufrieden < sehr zufrieden",
    "nein < vielleicht < ja",
    "bronze < silber < gold < platin",
    "hauptschulabschluss < realschulabschluss/mittlere reife < abitur < bachelor < master < promotion",
)


def normalize_word(text: str) -> str:
    """Convert `text` to the form used in the scales: HS-grad becomes hs grad."""
    return WORD_SEPARATORS.sub(" ", text.strip().casefold().replace("’", "'"))


# The level of each word, from low to high.
SCALES = tuple(
    {normalize_word(word): place for place, words in enumerate(scale.split("<")) for word in words.split("/")}
    for scale in SCALE_DEFINITIONS
)
