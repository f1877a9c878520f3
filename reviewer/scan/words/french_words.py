"""French words that an English speller takes for misspellings (``adresse``, ``langage``, ``projet``).

Source: words written down by hand for this list, of which those are kept that the dictionary of ``typos`` corrects
although they are right in French.
"""

_TEXT = """
    abandonne abandonnent abjects abord abords abriter absolue absolument absorbant accepte acception accessoire
    accessoires accomplis accomplissement accomplissements accumule acronyme acronymes activistes adapte admis adresse
    adresses affaire affaires africain africains agression agressions agressive agriculteur agriculteurs ajustement
    algorithme algorithmes aligne alignement alignements alignent ambiant amendement amont analyste analystes
    anarchistes annonce annoncer annonces annonceur annonceurs annote anormal anticipe appareil apparence apparences
    approche approches approuve arbitre arbitrer architecte architectes arrangent articule artificiel asperge asperges
    assassinats assassine assigne assignent assimilant assimile assistante assistantes assistent assuma astronautes
    attachement attachements attendent attractifs attribue attribut attributs australien australiens authentification
    autorisation avance avances avantages blessure bombardement bord boxe branche brillance brillant brin brocoli
    bureaucrates cabines calculs candidat candidats capitalistes capteurs cardinales cardiovasculaire cardiovasculaires
    celle celles cellulaire certains certificat certificats chambre chambres chargeur chocolats choses circulaire
    classe climats clonez clos collaborant collabore collecte collecter collectes collectifs combinaison combinaisons
    commandent commandes commandeur commencera commentaires commerciales commet commun communiste communistes
    compagnons comparaison comparaisons compense compilant complainte complet complets complexe composant composants
    compresser compteurs concentrait concentrant conceptuel conclue concret concrets condamnation conditionner
    confidentiel configurables confins confirme conflit conflits confort confortable conjonction connecte consensuel
    consistance consistant consolide constat constats constituant constituante constituants constitue constituer
    constructifs construit construits consultent contaminent contemple contenants conteneurs contentes contextes
    contextuel contient continu continuent continuons continus contracter contraint contraintes contraints contrats
    contribue contribuent contribuer contributeurs convenant convertie convertis convexe convient copie correspondance
    correspondances correspondant correspondants courrier cours cristal cristallise culturels cyclistes cylindre
    cylindres davantage demandes dentistes diable diagonale diagonales dialectes dinosaures directes discret
    discriminante discriminatoire discrimine dispersa distincte distorsion distorsions distribue distribuent distribuer
    dividendes documentaire documentaires dominante dominantes dominent dorment effet embarras employeur employeurs
    entend entreprise enveloppe enveloppes environnement environnemental environnements espace espaces essentiels
    exclue exclues exemple exemples exercice exercices existant existantes existentiel explicatif explicite explose
    exponentiel exporte expresse expriment extrapolant extrapole facilitait facilitant familier fascistes favorise
    fille filles fils finisse fixe flacons flatteur fonction fonctions fondamental formant formate formater formes
    fossiles franches franchie franchies frustrantes frustrants futur gamme garant garantie garanties garants girafe
    girafes graphie groupe groupes guitares handicape historiens homophobie homosexuel homosexuels horizontale hybrides
    ignorent illustrant illustre immobilier impacte implicite importante importent impropre incidentes inclinaison
    inclue incluse incomplet inconfortable incorpore indicateurs indien indiens individuel individuels individus
    industriel industriels inexistant infaillible infiltrait infiltre infinie infiniment influentes informations
    informe inhumain initia initiale initiales innocentes insectes insignifiant insistance insistant installe
    installent institue institutionnels insultes intellectuel intellectuels intelligente intenses interactifs
    intervalles intervenue intestins intimidant intimidante intimide introvertie introvertis invalidante invalide
    inventer irresponsable issu issus jonction journalistes juge langage langages larges lecteurs libraire libraires
    librairies licencie lient limitant limite liquides listent listes maintenant maintenir malins mandats manifestes
    manipulant manipule manuels mariage matche mercenaire mercenaires messager messagers mesure mesures mexicain
    migrantes monstre moteur moteurs mouvement mouvements multiplie musculaire nationales nationalistes naturels
    normale normales objet objets obscur opportuniste organes organisationnels organisera organismes oriente originales
    origines pakistanais palestiniens paragraphes participait participante participantes participe participent partiel
    passagers patche patriarcal patriotes performantes performe performent permise permises perpendiculaire
    perpendiculaires persan persistance persistant persistante personnels perturbe photographes photographier
    physiciens plantes pointes pointeur pointure politicien politiciens polygone polygones ponctuation pont ponts
    portait positionne possesseurs postulat potentiel potentiels presse pressent pression primaires principales
    priorise pris processeurs programmeur programmeurs prohibitifs projet projets promis promoteurs promptes
    prononciation propage prostitue prostituer protagonistes protestantes protestent protocoles punissable punisse
    pyramide pyramides quarantaine quarante questionne racistes radis raison raisons recommandation recommandations
    recommande reconstitue rectangulaire reflet reflets registre registres relie relient remplace remplacement renforce
    renforcement renforcements reproductible respecte respectifs respectons responsable ressemblance ressemble
    ressource ressources restauration restaurent reste restes restrictifs sacrifie sais salaires sanctionne sandales
    scandales sculpter sculpteur seconde segmente semestre semestres sentiers sergent servantes servent servie servies
    sigle sigles signes signifiant simplistes sinistre sise socialistes somme soustraction spectaculaire sponsorise
    statuer statuts stimulantes structurel structurels subjectifs substitue substituer substituts subtile subtiles
    successeurs superficiel superposer superviser supplie supporte supporteur supporteurs surpression surpressions
    suspectes syllabe symbole symboles sympathie synonymes syntaxe technicien techniciens tentant terminaison
    terminaisons terminales termine territoires terroristes topologie touristes trafic transcendant transcrit
    transcrits transfert transferts transforme transporteur transporteurs tutoriel tutoriels ukrainiens ultrason
    uniformes universels utilisa vaccins valide variante variantes varient vernaculaire victimes victoires victorieuse
    villageois virtuels virtuose visibles visiter vitamines
"""

FRENCH_WORDS = frozenset(_TEXT.split())
