"""English words that begin with F, L, M, N, R or S and are spoken as words: "a file", but "an npm package".

The names of these letters begin with a vowel, so "an" is right before *npm*, *rvalue*, *fopen* and *msgpack*, and no
shape tells these from words. The list has what release notes and manuals of installed programs write behind "a" four
times or more, in two or more of them, read one by one, and frequent nouns and adjectives that were added by hand.
"""

_TEXT = """
    face facility fact factor factory failed failing failure fair fairly faithful fake fall fallback false familiar
    family famous fancy fashion fast faster fat fatal fault faulty favorite favourite feasible feature federated
    female fetch few fiction field figure file filename filesystem filter filtered final find fine finite firewall
    firm first fit five fix fixed fixture flag flaky flat flaw fleet flexible flight float floating flood floor flow
    flower fluent fluid fly focus folded folder follow following font foot force foreign forest fork form formal
    format formatted forum forward foundation founder four fourth fraction fragment frame framework fraud free
    frequent fresh freshly friend friendly front fruit fuel full fully fun function fund fundamental further future
    fuzzy lab label laboratory lack ladder lake lambda lamp landing landmark lane language lap laptop large larger
    laser last late latency latent latitude lattice launch launcher law lawsuit lawyer layer layout lazy lead leader
    leading leaf league leak leaky lean leap learner learning lease least leave lecture left leg legacy legal legend
    legitimate lemma length lesser lesson letter level liability liar liberal library license licensee licensor lid
    lie lifetime light lightweight likelihood likely limb limit limitation limited line linear link linked linker
    linking lion liquid list listener listing literal literary litre little live living load loaded loan lobby local
    locale locally location lock locked locker lockfile loft log logging logic logical login long longer
    longstanding look lookup loop loophole loose loss lossless lossy lot lottery lover low lower lowercase loyal
    lucky lunch luxury machine macro mad magic magnet mail mailbox mailing main maintainer maintenance major maker
    male malformed malicious mall man managed manager mandatory manifest manifold manner manual map mapping margin
    marginal mark marker market marketing marriage married mask mass massive master match matched matching material
    mathematical mature max maximal maximum maze meal mean meaningful means measure measured measurement mechanical
    mechanism medical medium member memory mental menu merchant mere merge merging mess message meta metadata metal
    metaphor method metric middle migration mile military mill million mind mine minimal minimally minimum minister
    ministry minor minus minute miracle mirror misconfiguration misleading mismatch mismatched missing mission
    mistake mitigation mix mixed mixture mobile mock mod mode model moderate moderation modern modest modification
    modified modular module molecule moment monetary monitor monolith monolithic monotonic month moon moral mother
    motion motor mount mountain mounted mouse mouth move moved movement movie moving much multi multicast multipart
    multiple museum musical mutable mutation mutual mystery naive name named namespace narrow nasty nation national
    native natural nature neat necessary need negative neighbor neighbour nested net network neural neuron neutral
    new newer newline newly news next nice nicer nickname night nightly nine noble nod node nodegroup noise noisy
    nominal non nonce nonexclusive nonexistent nonstandard norm normal north notable note notes notice notification
    noun novel nuance nuclear nuisance null nullable number numeric nurse race racket radical radio radius railway
    rain raise ramp random randomly range rapid rare rate ratio rational raw ray reaction read readable reader
    readonly real realistic reality really reason reasonable reasonably rebase reboot rebuild receipt received
    receiver recent recipe recipient recognized recommendation record recovery rectangle recurring recursive red
    redirect reduced reduction redundant ref referee reference referenced refined reform refresh refund refusal
    regex region regional register registered registration registry regression regular rejected related relation
    relational relationship relative relatively relay release released relevant reliable religious reload
    relocatable remainder remark remedy reminder remote renewed rental repair repeatable repeated repetition replace
    replacement replay replica replication reply report reporter repository representation representative reputation
    request requested required requirement rescue research researcher reservation reserved reset resident residual
    resistor resolution resort resource respectable respondent response responsible rest restart restaurant
    restoration restricted restrictive result retail retry return reusable revenue reverse review revision revoked
    reward rewrite rhythm ribbon rich ride right rigid rigorous ring risk river road robust rocket role rolling room
    root rope rotating rotation rotten rough round rounded route router routine row royal royalty rub rubber rug
    rule ruler rumour run running runtime rural sacred sad safe safer sail salary sale salt same sample sampling
    sand sane satellite satisfactory saturating sauce savage saved saving scalar scale scan scarce scenario schedule
    scheduled schema scheme scholar school science scientific scientist scope scoped score scratch screen screenshot
    script scroll sea seal search season seasonal seat second secondary secret section secure security seed segfault
    segment selected selection selector self seller semantic semi semicolon senate sender senior sensible sensitive
    sensor sentence separate separately separator sequel sequence sequential serial serialized series serious sermon
    server service session set setting severe sewer shade shadow shallow shape shared sharp shebang sheet shelf
    shell shift shim ship shock shop short shortcut shorter shorthand shot shout show shower shutdown sibling sick
    side sidecar sign signal signature signed significant silent silly silver similar simple simpler simplified
    simulated simulation single singleton singular sink sister site sitting situation six size skeleton skill
    skilled skipped sky slash sleep slice slide slight slightly slim slogan slope slow small smaller smart smooth
    snake snapshot snippet social society socket soft software solar soldier sole solid solitary solution somewhat
    sophisticated sort sorted soul sound soundness source south space span spare sparse spatial speaker spec special
    specially specific specification specified specifier spectral speech speed spell sphere spherical spike spin
    spiral spirit splash split sponsor spoon sporadic sport spot spreadsheet spring square squash stable stack stage
    staged staging stain stair stake stale stalled stamp stance stand standalone standard standing star start
    starting startup state stateful statement static statically stationary statistic statistical statue status
    steady steel steep stem step stereo stick sticky stochastic stone stop stopped storage store stored storm story
    straight straightforward strain strange strategic strategy stray stream streaming street stress stretch strict
    string stroke strong struct structural structure structured stuck student studio study style sub subclass
    subdirectory subject sublime sublist submodule subnet subprocess subroutine subscriber subscript subscription
    subsequent subset subshell substantial substitute substring subsystem subthread subtle subtree suburb success
    successful successor sudden sufficient sufficiently suffix sugar suggested suggestion suit suitable suite sum
    summary summer sun super superset supervisor supplementary supplier support supported suppression surface
    surplus surprise surprising surrogate survey surviving suspect suspicious sustained swap sweet swift swimming
    switch symbol symbolic symlink symmetric sympathetic symptom synchronous syndicate synonym syntax synthetic
    system systematic
"""
SPOKEN_WORDS = frozenset(_TEXT.split())
