/** Details that only some kinds of tasks have: the name of the detail, and words of such tasks. */
export interface TopicPlace {
  readonly detail: RegExp;
  readonly tasks: RegExp;
}

/** The words with their plurals; a star stands for any ending. */
function place(detail: RegExp, words: string): TopicPlace {
  const forms = words
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => (word.endsWith("*") ? `${word.slice(0, -1)}[\\w-]*` : `${word}(?:s|es)?`));
  return { detail, tasks: new RegExp(`\\b(?:${forms.join("|")})\\b`, "i") };
}

export const TOPIC_PLACES: readonly TopicPlace[] = [
  place(
    /\b(?:dietary|diet|cuisine|ingredients?|cooking|food|nutritional)\b/i,
    `recipe cook* meal diet food* dish dinner lunch breakfast eat* nutri* restaurant dining grocer*
    vegan vegetarian plant-based bak* cake drink cocktail snack menu kitchen party parties picnic trip
    travel* vacation holiday workout fitness exercis* weight health* protein calor* vitamin event
    wedding celebrat* garden* herb pizza lasagna pasta dessert soup lifestyle wellness`,
  ),
  place(
    /\b(?:programming|scripting|librar(?:y|ies)|python)\b/i,
    `script* program* code coding python java* sql bash shell function algorithm api app software
    website web bot chatbot scrap* data* model neural learning automat* develop* implement* class game`,
  ),
  place(
    /\b(?:operating system|file system)\b/i,
    `script* program* code coding python bash shell command* software install* computer pc laptop server
    linux windows mac* file folder directory directories backup system app drive disk download phone
    device network desktop print* wifi wi-fi terminal ubuntu cache memory`,
  ),
  place(
    /\b(?:fitness|exercise)\b/i,
    `workout fitness exercis* train* gym run* jog* marathon yoga weight muscle strength stretch* cardio
    health* sport* flexib* meditat* posture stress relax* body`,
  ),
  place(
    /\bgenre\b/i,
    `music* song books novel film movie story stories game playlist podcast show series read* poem concert
    writ* festival anime art* paint* entertain* danc* theat* video`,
  ),
  place(
    /^(?:location|place)\b/i,
    `trip travel* visit* vacation holiday tour* hotel flight restaurant cafe event party parties wedding
    venue room house home apartment rent* live living move moving weather climate garden* plant* job shop
    store near* local city cities town country countries gym school universit* office hik* concert museum
    class course doctor dentist clinic hospital photo* volunteer* market camp* beach park propert* estate
    festival conference place destination outdoor area region* dining dinner commut* traffic route drive
    driving bird animal wildlife star sky lake mountain farm* crop energy solar air water crime population
    species spot attraction activit* business* bank* insurance tax* law* legal* regulation service install*
    file folder image picture document backup data`,
  ),
  place(
    /^platform for\b|^platform preference/i,
    `app application software game gaming video social website web online stream* program* code coding post*
    publish* course learn* e-commerce shop* sell* develop* email newsletter marketing podcast blog* music song
    movie film data cloud host* tool presentation deploy* database chat* bot advertis* campaign automat* book*
    buy* track* monitor* script* model api trad* invest* job content photo* device phone`,
  ),
  place(
    /^language preference\b/i,
    `writ* translat* read* book learn* speak* content article movie film music podcast course class website
    chat* letter email note news* stories story poem speech script* program* code coding app develop* document
    text guide tutorial video resource explain* teach* trip travel*`,
  ),
  place(
    /^make and model\b/i,
    `car vehicle camera phone smartphone laptop printer device motorcycle bike bicycle appliance machine
    computer tv headphone guitar equipment truck boat`,
  ),
  place(
    /\bstyle\b/i,
    `design* decor* outfit cloth* wardrobe fashion dress* shoe writ* music* song art* photo* room home house
    apartment garden* wedding party parties cook* food learn* teach* logo website presentation video interior
    furniture chair sofa hair* danc* trip travel* vacation tour gift story stories poem novel article blog
    post draw* paint* craft* knit* jewel* tattoo build* architect* game movie film book speech speak* lead*
    invest* workout yoga meditat* coffee wine beer restaurant event code coding invitation card poster brand*
    makeup glasses watch* bag laptop phone car`,
  ),
  place(
    /^size\b/i,
    `buy* purchas* order* room house home apartment garden* yard data* file image picture photo group company
    companies business* family families party parties event cloth* shoe outfit screen tv monitor print*
    design* portion recipe cook* bak* batch* team class population build* furniture table chair aquarium pet
    dog cat car bike backpack tent logo poster model network find* recommend* suggest* plant paint* office
    kitchen storage drive farm market* project space pool decorat*`,
  ),
  place(
    /\bbudget\b/i,
    `buy* purchas* order* book booking trip travel* vacation holiday tour visit* hotel flight restaurant
    dinner dining party parties wedding event gift present find* recommend* suggest* best top choos* compar*
    laptop phone smartphone camera car house apartment home room renovat* decorat* furniture design* build*
    creat* garden* organi* hir* marketing campaign advert* business* startup course class invest* insurance
    software tool equipment kit set meal diet recipe grocer* cost pric* cheap* afford* gym hobby hobbies pet
    outfit cloth* wardrobe plan* want* looking start* upgrad* server hosting rent* move moving wine gaming
    product store shop* deliver* install* repair* learn* need*`,
  ),
  place(
    /\b(?:skill|experience|proficiency|knowledge|expertise|familiarity)\b|^current .*level\b/i,
    `learn* study studies studying course class train* workout fitness exercis* practi* improv* teach*
    tutorial guide beginner understand* explain* language recipe cook* bak* game play* program* code coding
    python java* script invest* yoga garden* camera photo* music instrument guitar piano develop* build*
    creat* make making hir* job career resume cv interview* run* swim* hik* climb* danc* draw* paint* craft*
    knit* sew* diy repair* chess certif* exam skill book resource algorithm data sql excel math* physics
    science tip plan* how step technique weight muscle gym health* sport meditat* writ* speak* project
    website app lesson tutor* trad* stock crypto*`,
  ),
  place(
    /^source (?:of|for)\b/i,
    `research* find* search* news* article data* report information info analy* compar* statistic* collect*
    list* latest trend market paper study studies review summar* translat* gather* track* monitor* download*
    scrap* extract* fact histor* weather price stock image text document file quote evidence backup migrat*
    convert* import* identif* investigat* predict* forecast* recipe fetch* retriev* provid* get show what
    current recent`,
  ),
];
