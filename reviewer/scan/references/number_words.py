"""Words that stand before and after numbers, mostly English and French, all in lower case."""


def words(text: str) -> frozenset[str]:
    """The words of a list written as one text."""
    return frozenset(text.split())


STRUCTURE_WORDS = words(
    """
    section sections sect sec secs subsection subsections paragraph paragraphs para paras paragraphe paragraphes
    article articles art arts clause clauses cl subclause chapter chapters chapitre chapitres ch chap chaps point
    points pt pts item items step steps étape étapes etape etapes question questions rule rules règle règles
    requirement requirements exigence exigences req reqs part parts partie parties titre titres title titles annex
    annexes annexe appendix appendices app heading headings header rubrique rubriques alinéa alinéas number numbers
    numéro numéros num nr topic topics lesson lessons leçon leçons principle principles principe principes control
    controls contrôle contrôles criterion criteria critère critères recommendation recommendations recommandation
    recommandations measure measures mesure mesures objective objectives objectif objectifs finding findings constat
    constats phase phases stage stages task tasks tâche tâches goal goals fiche fiches test tests case cases tip
    tips provision provisions disposition dispositions practice practices pratique pratiques pattern patterns
    problem problems problème problèmes exercise exercises exercice exercices example examples exemple exemples
    definition definitions définition définitions theorem théorème lemma lemme proposition propositions remark
    remarks remarque remarques note notes option options choice choices choix scenario scenarios scénario scénarios
    guideline guidelines law laws pillar pillars axe axes action actions volet volets lot lots risk risks risque
    risques module modules unit units unité unités block blocks bloc blocs bullet bullets entry entries reason
    reasons raison raisons method methods méthode méthodes commandment mission missions passage passages suggestion
    suggestions policy policies assumption assumptions hypothesis hypothèse hypothèses advice proposal proposals
    stipulation stipulations book books livre livres milestone milestones deliverable deliverables package packages
    story stories epic feature features theme themes area areas domain domains session sessions abschnitt abschnitte
    kapitel artikel absatz abs ziffer punkt teil anhang anlage nummer sección secciones artículo artículos capítulo
    apartado cláusula anexo parte punto párrafo título sezione articolo articoli capitolo paragrafo allegato seção
    artigo hoofdstuk paragraaf bijlage
    """
)
"""What people call a numbered part of a text. A number right after one of them may be a section's, whatever follows."""

OTHER_LABELS = words(
    """
    figure figures fig figs table tables tableau tableaux tab tabs equation equations équation équations eq eqs eqn
    eqns listing listings image images photo photos page pages p pp line lines ligne lignes row rows column columns
    colonne colonnes version versions ver v release releases rev revision révision edition édition ed vol volume
    volumes tome issue issues bug bugs ticket tickets pr year years année années port ports bit bits byte bytes
    octet octets level levels niveau niveaux class classes classe type types tier tiers priority priorité size
    taille value values valeur valeurs index offset code codes status error errors erreur erreurs slot slots pin
    channel channels core cores node nodes server servers serveur room player quarter sprint day jour jours week
    month hour heure slide slides ref footnote température temperature degree score rank grade
    """
)
"""What is numbered too, but is no section."""

FUNCTION_WORDS = words(
    """
    the a an and or to of in on at by for from with within without under over as is are was were be been being has
    have had do does did shall should must may might can could will would we you i they he she it its this that
    these those which who whom whose what when where why how if then than so but not no nor also only just about
    above below before after between during per via into onto upon through throughout across against among around
    behind beyond inside outside near since until while because although though however therefore thus hence here
    there now again all any each every both either neither some such more most less least last first next other
    another same own see refer refers said says say states describes define defines applies apply requires require
    contains contain specifies gives gave explains explain shows show lists covers deals sets provides provide
    determines determine governs govern allows prescribes prescribe prohibits forbids obliges mandates stipulates
    regulates imposes establishes entitles exactly nearly almost up le la les l un une des du de d au aux à en et ou
    dans sur sous par pour nos avec sans est sont était être ont
    il elle ils elles nous vous je ce cet cette ces qui que quoi dont où si ne pas plus moins mais donc ni car aussi
    ainsi comme selon vers chez entre pendant depuis avant après ci y se s n voir cf supra infra même autre
    """
)

REFERRING_WORDS = words("in under see cf voir per dans selon au aux suivant supra infra through vide via within")
"""A bare number after one of them ("in 4 we said", "see 4") may be a section's."""

REFERRING_PAIRS = frozenset(
    f"{first} {second}"
    for second, firsts in {
        "to": "refer refers referred according pursuant subject go return back due contrary relates goto jump regard",
        "with": "accordance comply complies consistent conformity compliance",
        "also": "see",
        "à": "conformément renvoie renvoyer relatif prévu référer",
        "of": "provisions requirements",
    }.items()
    for first in firsts.split()
)
