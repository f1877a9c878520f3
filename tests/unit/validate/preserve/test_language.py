"""No edit translates its passage, also where few words tell; and no edit that does not is refused for it."""

import pytest
from model_desk import edit, job_for, run

# Sentences, headings and items with few words or none that tell a language, each with its translation.
TRANSLATIONS = (
    ("Wait here now.", "Attendez ici maintenant."),
    ("Close valves.", "Fermez vannes."),
    ("Press start.", "Appuyez démarrer."),
    ("Stop immediately.", "Arrêtez immédiatement."),
    ("Open doors slowly.", "Ouvrez lentement portes."),
    ("Check pressure.", "Vérifiez pression."),
    ("Good morning everyone.", "Bonjour tout monde."),
    ("Thank you.", "Merci."),
    ("Please wait.", "Veuillez patienter."),
    ("Safety first.", "Sécurité avant tout."),
    ("Keep dry.", "Gardez sec."),
    ("Handle carefully.", "Manipulez soigneusement."),
    ("No smoking.", "Défense de fumer."),
    ("Read instructions.", "Lisez instructions."),
    ("Turn left.", "Tournez à gauche."),
    ("Save changes.", "Enregistrez modifications."),
    ("Click twice.", "Cliquez deux fois."),
    ("Restart server.", "Redémarrez serveur."),
    ("Water boils.", "L'eau bout."),
    ("Birds sing.", "Les oiseaux chantent."),
    ("Emergency exit.", "Sortie de secours."),
    ("Table of contents", "Table des matières"),
    ("Known issues", "Problèmes connus"),
    ("Getting started", "Premiers pas"),
    ("Overview", "Vue d'ensemble"),
    ("Further reading", "Lectures complémentaires"),
    ("Scope", "Portée"),
    ("Purpose", "Objet"),
    ("Security requirements", "Exigences de sécurité"),
    ("Release notes", "Notes de version"),
    ("Wait by the door.", "Attendez à la porte."),
    ("The pump works.", "La pompe fonctionne."),
    ("She left early.", "Elle est partie tôt."),
    ("It rains often.", "Il pleut souvent."),
    ("We agree.", "Nous sommes d'accord."),
    ("Nobody knows why.", "Personne ne sait pourquoi."),
    ("Never lift loads alone.", "Ne soulevez jamais seul."),
    ("Wear gloves always.", "Portez toujours gants."),
    ("Replace worn seals yearly.", "Remplacez chaque année joints usés."),
    ("Drain tank before cleaning.", "Videz réservoir avant nettoyage."),
    ("Power off first.", "Coupez courant d'abord."),
    ("Report leaks promptly.", "Signalez rapidement fuites."),
    ("Doors open outward.", "Portes ouvrent vers l'extérieur."),
    ("Filters trap dust.", "Filtres retiennent poussière."),
    ("Backups run nightly.", "Sauvegardes tournent chaque nuit."),
    ("Users log in daily.", "Utilisateurs se connectent quotidiennement."),
    ("Keys expire quickly.", "Clés expirent rapidement."),
    ("The tank holds 200 litres of water.", "Le réservoir contient 200 litres d'eau."),
    ("Operators must close the valve before noon.", "Les opérateurs doivent fermer la vanne avant midi."),
    ("This section describes the limits.", "Cette section décrit les limites."),
    ("Each record has one owner.", "Chaque enregistrement a un propriétaire."),
    ("Errors are written to the log.", "Les erreurs sont écrites dans le journal."),
    ("All tests passed yesterday evening.", "Tous les tests ont réussi hier soir."),
    ("Cooling water flows downhill.", "L'eau de refroidissement coule vers le bas."),
    ("See chapter five.", "Voir chapitre cinq."),
    ("Weekly maintenance", "Entretien hebdomadaire"),
    ("Fire drill", "Exercice d'évacuation"),
    ("Broken window", "Fenêtre cassée"),
    ("Spare parts", "Pièces de rechange"),
    ("Working hours", "Horaires de travail"),
    ("Contact support.", "Contactez assistance."),
    ("Try again later.", "Réessayez plus tard."),
    ("Sign here please.", "Signez ici svp."),
    ("Done.", "Terminé."),
)

# Edits that replace nearly all words and keep the language.
ENGLISH = (
    ("Wait here now.", "Please stay put."),
    ("Known issues", "Open problems"),
    ("Getting started", "First steps"),
    ("Check pressure.", "Verify the pressure."),
    ("Stop immediately.", "Halt at once."),
    ("Save changes.", "Store your edits."),
    ("Good morning everyone.", "Hello all."),
    ("Handle carefully.", "Treat with care."),
    ("Overview", "Summary"),
    ("Scope", "Purpose"),
    ("Done.", "Finished."),
    ("Turn left.", "Go left."),
    ("Further reading", "References"),
    ("Fire drill", "Evacuation exercise"),
    ("Restart server.", "Reboot the machine."),
    ("Keys expire quickly.", "Credentials lapse soon."),
    ("naive approach", "naïve approach"),
    ("cafe menu", "café menu"),
    ("resume attached", "résumé attached"),
    ("Bernard", "Béatrice"),
    ("role based", "rôle-based"),
    ("Section", "Clause"),
    ("Use caution.", "Exercise prudence."),
    ("Application deadline", "Submission date"),
    ("Colour palette", "Color scheme"),
    ("Jose Garcia", "José García"),
    ("Sources", "Bibliography"),
    ("Table of contents", "Contents"),
    ("Requirements", "Prerequisites"),
    ("a large impact", "an important influence"),
    ("Introduction", "Preface"),
    ("vis a vis", "vis-à-vis"),
    ("deja vu", "déjà vu"),
    ("Page intentionally blank", "Blank page"),
    ("Commit early.", "Push often."),
    ("Liaison officer", "Contact person"),
    ("Detailed instructions", "Precise description"),
    ("Installation", "Deployment"),
    ("Conclusion", "Summary"),
    ("Facade pattern", "Façade pattern"),
)
FRENCH = (
    ("Attendez ici maintenant.", "Veuillez patienter."),
    ("Problèmes connus", "Anomalies ouvertes"),
    ("Premiers pas", "Prise en main"),
    ("Arrêtez immédiatement.", "Stoppez tout de suite."),
    ("Enregistrez modifications.", "Sauvegardez vos changements."),
    ("Terminé.", "Fini."),
    ("Portée", "Domaine"),
    ("Vue d'ensemble", "Résumé"),
    ("Exercice d'évacuation", "Entraînement incendie"),
    ("Redémarrez serveur.", "Relancez la machine."),
    ("Clés expirent rapidement.", "Jetons périment vite."),
    ("Le week-end", "Fin de semaine"),
    ("Email", "Courriel"),
    ("Feedback", "Retour"),
    ("Fermez vannes.", "Clore robinets."),
    ("Annexe", "Appendice"),
    ("Utilisation", "Emploi"),
    ("Conclusion", "Bilan"),
    ("Sécurité avant tout.", "Prudence d'abord."),
    ("Signez ici svp.", "Apposez votre signature."),
    ("Courriel", "Email"),
    ("Mise en cache", "Caching"),
    ("refonte", "refactoring"),
    ("jeton", "token"),
    ("Journalisation", "Logging"),
    ("flux de travail", "workflow"),
    ("tableau de bord", "dashboard"),
    ("bande passante", "throughput"),
    ("Le pare-feu", "Le firewall"),
    ("le logiciel", "le software"),
)
QUOTED = (
    ("Bonjour tout monde.", "Bonjour tout le monde.", "en"),
    ("Arretez immediatement ici.", "Arrêtez immédiatement ici.", "en"),
    ("Read teh instructions.", "Read the instructions.", "fr"),
    ("Les documents qui sont joints.", "Documents non joints.", "fr"),
    ("The author and others", "Gabriel Dos Reis", "en"),
    ("Written by him", "André Lemaître", "en"),
    ("Attendez ici maintenant.", "Wait here now.", "und"),
    ("Attendez ici maintenant.", "Wait here now.", "de"),
)


def refused(before, after, language):
    edits = run(job_for(f"# T\n\n{before}\n", language=language), {"reply": [edit(before, after, kind="style")]})
    return any("language of its passage" in refusal.message for refusal in edits.refused)


@pytest.mark.parametrize(
    ("before", "after", "language"),
    [
        ("Wait here now.", "Attendez ici maintenant.", "en"),
        ("Attendez ici maintenant.", "Wait here now.", "fr"),
        ("Good morning everyone.", "Bonjour tout monde.", "en"),
        ("Known issues", "Problèmes connus", "en"),
        ("Problèmes connus", "Known issues", "fr"),
        ("Report leaks promptly.", "Signalez rapidement fuites.", "en"),
        ("Veuillez patienter.", "Please wait.", "fr"),
        ("Fire drill", "Exercice d’évacuation", "en"),
    ],
)
def test_a_short_passage_is_not_translated(before, after, language):
    assert refused(before, after, language)


def test_most_short_translations_are_found_and_those_without_any_sign_are_not():
    found = {
        "en": sum(refused(english, french, "en") for english, french in TRANSLATIONS),
        "fr": sum(refused(french, english, "fr") for english, french in TRANSLATIONS),
    }
    assert found["en"] >= len(TRANSLATIONS) * 3 / 4
    assert found["fr"] >= len(TRANSLATIONS) * 3 / 5


@pytest.mark.parametrize(
    ("before", "after", "language"),
    [*((*pair, "en") for pair in ENGLISH), *((*pair, "fr") for pair in FRENCH), *QUOTED],
)
def test_what_keeps_the_language_or_corrects_a_quotation_is_not_refused_for_it(before, after, language):
    assert not refused(before, after, language)


@pytest.mark.parametrize(
    ("passage", "before", "after", "language"),
    [
        ("Le flux de travail commence ici, et la refonte suit.", "flux de travail", "workflow", "fr"),
        ("Le pare-feu du réseau filtre tout.", "pare-feu", "firewall", "fr"),
        ("The naive approach fails at noon.", "naive", "naïve", "en"),
        ("The cafe opens its doors early.", "cafe", "café", "en"),
        ("Ask Bernard about keys.", "Bernard", "Béatrice", "en"),
    ],
)
def test_a_word_of_another_language_in_a_sentence_is_no_translation(passage, before, after, language):
    edits = run(job_for(f"# T\n\n{passage}\n", language=language), {"reply": [edit(before, after, kind="terminology")]})
    assert not any("language of its passage" in refusal.message for refusal in edits.refused)
