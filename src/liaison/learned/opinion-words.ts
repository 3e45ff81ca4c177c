/* Our own valences, from -3 to 3, for words that express an opinion about most things. */
const BY_VALENCE: Readonly<Record<string, string>> = {
  "3": `amazing amazingly astonishing awesome beautiful beautifully best bliss breathtaking brilliant
    brilliantly delectable delicious deliciously delish delightful delightfully divine dreamy
    exceptional exceptionally excellent excellently exquisite extraordinary fab fabulous fantastic
    fantastically flawless flawlessly gem glorious gorgeous greatest heaven heavenly impeccable
    impeccably incredible legendary love loved loves loving magnificent marvelous marvellous
    mindblowing outstanding perfect perfected perfection perfectly phenomenal priceless remarkable
    scrumptious sensational spectacular splendid stellar stunning sublime superb superbly superior
    terrific treasure tremendous unbeatable unbelievable unforgettable unmatched unparalleled
    unrivaled wonderful wonderfully wow yum yummy`,
  "2": `accommodating accomodating accurate adorable adore appetizing appreciate appreciated
    approachable attentive attractive authentic awe beauty bonus bravo charm charming cheerful cheery
    classy clean cleaner clearer clever comfortable comfortably comfy commendable compliments concise
    consistently convenient courteous cozy craveable creative crisp cute dazzling decadent
    dependable effortless effortlessly efficient efficiently elegant elegantly energetic enjoy
    enjoyable enjoyed enjoying enthusiastic exciting expertly fave favorite favorites favourite
    favourites flavorful flavourful fluid friendly friendliest fun generous genius genuine glad
    gladly good goodness gracious graciously grateful great greatly handsome handy happier happily
    happy helpful helped hearty highlight highlights homey honest hospitable hospitality ideal
    imaginative immaculate impress impressed impresses impressive impressively improved improvement
    improvements informative innovative insightful inspired inspiring intuitive inventive inviting
    irresistible jewel joy juicy kind kindly knowledgeable knowledgable kudos likable lively lovely
    luscious luxurious masterful masterfully memorable mouthwatering neat neatly nice nicely nicer
    nicest outshine outshines paradise passionate personable phenomenally pleasant pleasantly
    pleasent pleased pleaser pleasing pleasure plus polished polite politely praise professional
    promptly prompt readable recommend recommendable recommended refined refreshing refreshingly
    reliable reliably relish responsive robust romantic savory savoury seamless seamlessly sexy
    sleek slick smart smooth smoothly snappy soothing sophisticated spacious speedy spotless standout
    stylish succulent sumptuous super sweetest swift swiftly tasteful tastefully tastiest tasty tender
    thoughtful thoughtfully thank thanks thrilled top treat treats unique upbeat useful uncluttered
    unobtrusive valuable versatile vibrant vivid warm warmly welcoming well winner wins wonders
    worthwhile worthy wonderous yay`,
  "1": `abundant adequate adequately affordable airy alright ample appealing better bargain
    bold bright brighter apologized assured bustling calm charmed cheaper chic cleared clear clearly colorful
    colourful comforting competent complimentary consistent cool correct correctly creamy crispy
    crunchy decent decently delicate deserves discreet diverse eager eagerly easier easily easy
    energy exotic extensive faster fair fairly familiar fancy fast fine fluffy flavored free fresh
    freshest freshly fresher fulfilling funky glowing healthy heaping helps hip hot huge inexpensive
    inspire inspires interesting intimate intrigued laughing lean light like liked likes liking
    lightning lucky mellow melts moist native natural naturally okay ok organized organised outgoing patient
    patiently personal playful plentiful plenty popular powerful practical pretty pride proper
    properly pure quaint quick quicker quickly quiet readily ready reasonable reasonably relaxed
    relaxing respectful rich right rewarding rustic safe satisfactory satisfied satisfy satisfying
    serene simple simplicity sizable sizeable smile smiled smiles smiling soft solid spicy stable
    steady succeeds success successful sufficient suitable suits supportive supports sweet
    tangy tidy timely trendy trustworthy understated understanding usable understandable unpretentious
    value varied variety whimsical willing win worked works worth`,
  "-1": `alas amateur amateurish average basic bit blah bland bored boring busy cheaply chewy chilly
    clunky cold commercial complicated costly cramped crowded crowds dark dated deafening delay
    delayed delays dense desire difficult difficulty dim distracted distracting distraction downside
    drawback dry dull elsewhere empty excuse expensive fatty faint fiddly forever forgettable forgot forget
    forgetting forgotten frozen generic grease greasy hard harder hectic hesitant hidden hiccup
    ho-hum however hurried iffy impersonal inconsistent inconvenient indifferent ignored
    incorrect incorrectly interrupted issue issues jumpy kitschy lack lacked lacking lacks late
    lengthy limited long loud louder loudly lukewarm manual meh messy minor resets robotic minuscule miniscule
    misses miss missed mistake mistakes mixed mushy narrow noise noisy odd oddly oily okayish
    ordinary outdated overbearing overdone overflowing overkill overlooked overly passable pitiful
    plain pricey pricy problem problems puny pushing pushy questionable redundant reluctant reluctantly
    repetitive rush rushed rushing rubbery salty sketchy skimpy skip slight sloppily slow slower slowly
    small smaller smallish snag sour sparse spotty standard steep sticky stiff stingy strange
    stuck stuffy subpar tacky tedious thin tight tiny tired tough touristy tricky trouble unclear
    undercooked underwhelmed underwhelming uneven unexciting unfamiliar unfinished unfortunately
    unimpressed unimpressive uninspired uninspiring uninteresting unnecessary unremarkable unsure
    unusual vague wait waited waiting warned watery weak weird wonky wobbly`,
  "-2": `abrasive abrupt abruptly absentminded aggressive aloof annoy annoyed annoying annoyingly
    annoys apathetic argued arguing arrogant arrogance attitude avoid awkward awkwardly bad badly
    blank blurry bother bothered bothers broke broken bug buggy bugs burned burnt cheated
    chaotic charged clueless cluttered clutter claustrophobic complain complained complaining
    complaint complaints condescending confuse confused confuses confusing confusingly confusion
    cranky crap crashed crashes crash crashing cruel cumbersome curt damn deceptive defective dirty
    disappeared disappoint disappointed disappointing disappointingly disappointment disappoints
    disinterested dislike disliked dislikes dismal dismissive disorganized disorganised disregard disrespectful
    dissapointed dissapointing dissatisfied distasteful dizzying dreary drab error errors erratic
    fail failed failing fails failure fake faulty fault flaw flawed flaws flickering flimsy
    frustrate frustrated frustrates frustrating frustration frustratingly fuzzy garbled garish
    gross grouchy gimmicky grumpy hassle harsh haughty hurt ignorant ignore ignores ignoring
    illegible impatient impatiently impolite impossible inaccurate inaccessible inattentive
    incompetent incomplete incomprehensible indecipherable inedible inefficient inept inexcusable
    inexperienced inferior inflexible insincere insufficient insult insulted insulting intrusive
    invisible irrelevant irritable irritated irritating jarring laggy lag lags lame lazy letdown
    lousy mad meager mediocre mess messed misleading misaligned miserable missing nauseous neglect neglected
    negative negligent nuisance obnoxious obnoxiously obscure offended offensive overcharged
    overcooked overcrowded overlapping overpowering overpriced overrated overwhelmed overwhelming
    pathetic poor poorer poorly pretentious refuse refused regret ripoff rip rotten rude rudely
    rudeness ruined ruins screwed shame shoddy shortcoming sick slammed sloppy sluggish smelly snarky
    snobby snooty snobbish snotty soggy sorely sorry stale stressed stressful stuttering stupid suck
    sucked sucks sullen surly suffer suffers suffered tasteless terse tainted unable unacceptable
    unaccommodating unappealing unappetizing unattentive unavailable unbearable unbearably uncaring
    uncomfortable uncomfortably uncooked uncoordinated undesirable unfair unfriendly unhappy unhelpful
    unintuitive uninterested uninviting unpleasant unprofessional unreadable unreasonable unreliable
    unresponsive unsatisfactory unsatisfying unusable unwatchable unwelcome unwelcoming
    unwilling upset upsetting overlap overlaps useless waste wasted wasting worn worse worsened wrong yelled yelling`,
  "-3": `abominable abysmal abyssmal appalling appalled atrocious atrociously awful awfully crappy
    deplorable despicable dire disaster disastrous disgrace disgraceful disgust disgusted disgusting
    dreadful garbage ghastly hate hated hates hating hideous horrendous horrible horribly horrid
    horrific horrified horrifying insufferable intolerable laughable nasty nightmare outrageous
    outraged ridiculous ridiculously repulsive revolting shocked shocking sickening terrible terribly
    trash ugly worst worthless yuck yucky`,
};

/** Valence from -3 to 3 of a word in lower case; words without one are left out. */
export const OPINION_WORDS: ReadonlyMap<string, number> = new Map(
  Object.entries(BY_VALENCE).flatMap(([valence, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map((word) => [word, Number(valence)] as const),
  ),
);
