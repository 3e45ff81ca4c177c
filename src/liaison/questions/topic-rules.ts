/**
 * How the name of a learned topic becomes one phrase, and how to ask for it. `{}` is what the
 * pattern takes from the name, `{the}` the same with its article.
 */
export interface TopicRule {
  readonly form: RegExp;
  /** Absent: the name reads well unchanged. */
  readonly phrase?: string;
  readonly question: string;
}

const THE = "(?:the |a |an |your |my )?";

function rule(form: string, phrase: string, question: string): TopicRule {
  const whole = new RegExp(`^(?:${form.replaceAll("~", THE)})$`, "i");
  return phrase === "" ? { form: whole, question } : { form: whole, phrase, question };
}

/** The first match counts, so full sentences come before patterns to fill in. */
export const TOPIC_RULES: readonly TopicRule[] = [
  rule(
    "(dietary (?:restrictions|needs|requirements|preferences)|allergies)\\b.*",
    "",
    "Are there dietary restrictions or allergies?",
  ),
  rule("preference for (free or paid).*", "", "Should it be free, or may it cost something?"),
  rule("preference for types of (.+)", "", "Which types of {} do you prefer?"),
  rule(
    "preference for (?:the )?(.+) format",
    "format preference for {the}",
    "Which format do you prefer for {the}?",
  ),
  rule(
    "preference for brands or (.+)",
    "brand preference for {the}",
    "Is there a brand that you prefer for {the}?",
  ),
  rule("preferences? for ~(.+)", "", "Which {} do you prefer?"),
  rule(
    "learning (style|styles|methods?|format|preferences?)(?: preference)?",
    "",
    "How do you like to learn?",
  ),
  rule("learning", "learning", "How do you like to learn?"),
  rule("personal style preferences", "", "Which style do you like?"),
  rule("organi[sz]ational preferences", "", "How do you like things to be organized?"),
  rule("((?:programming|scripting) language)", "", "Which {} do you prefer?"),
  rule("ingredients to include or avoid", "", "Which ingredients should be in it, and which not?"),
  rule(
    "(physical limitations|health concerns or limitations)",
    "",
    "Are there {} to take into account?",
  ),
  rule(
    "(restrictions|constraints|requirements|(?:requirements|preferences) or constraints)",
    "",
    "Which {} are there?",
  ),
  rule("time constraints", "", "How much time do you have for it?"),
  rule("goals", "", "Which goals do you have?"),
  rule("criteria", "", "Which criteria count?"),
  rule("availability", "", "When are you available?"),
  rule("complexity(?: level)?|difficulty level", "", "How difficult may it be?"),
  rule("depth", "", "How deep should it go?"),
  rule("(?:personal )?preferences", "", "What do you prefer?"),
  rule("((?:goals|requirements|preferences) or \\S+)", "", "Which {} do you have?"),
  rule(
    "(available equipment|equipment availability|equipment)",
    "",
    "Which equipment do you have?",
  ),
  rule("(tools available|tools)", "", "Which tools do you have?"),
  rule("operating (system)\\b.*", "", "Which operating system do you use?"),
  rule(
    "((?:desired|additional) features|features required|features)",
    "",
    "Which features do you want?",
  ),
  rule("(time (?:availability|available|commitment))", "", "How much time do you have for it?"),
  rule("(budget (?:range|constraints))|budget", "", "What budget do you have in mind?"),
  rule("(size of (?:the )?household)", "", "How many people live in the household?"),
  rule(
    "current (skill|fitness|knowledge|proficiency) level(.*)",
    "",
    "What is your current {} level?",
  ),
  rule("(current (?:situation|habits))", "", "What is your {} like?"),
  rule(
    "((?:current )?(?:level of )?expertise|current level|experience(?: level)?)",
    "",
    "How experienced are you?",
  ),
  rule(
    "((?:technical |gardening |cooking )?(?:skill|experience|proficiency) level)",
    "",
    "What is your {}?",
  ),
  rule(
    "level of detail(?: required)?|depth of detail|detail",
    "level of detail",
    "How much detail do you want?",
  ),
  rule(
    "(accommodation|design|colou?r|food|exercise|material|language|programming language|scripting language|brand|cuisine|platform|location|price range|resource type|type of resource|style) preferences?",
    "",
    "Which {} do you prefer?",
  ),
  rule("((?:fitness|nutritional|investment|learning) goals)", "", "Which {} do you have?"),
  rule("frequency and duration(?: of .+)?", "", "How often and for how long?"),
  rule("(size and layout) of ~(.+)", "", "How large is it, and how is it laid out?"),
  rule("size and layout", "", "How large is it, and how is it laid out?"),
  rule("((?:preferred |desired )?(?:output|data) format)", "", "Which {} do you want?"),

  rule(
    "(?:personal )?(.+) style preferences?",
    "style preference for {the}",
    "Which style do you prefer for {the}?",
  ),
  rule(
    "personal (.+) preferences",
    "personal preferences for {the}",
    "What do you like best when it comes to {the}?",
  ),
  rule(
    "(daughter|son|wife|husband|mother|father|mom|mum|dad|child|kid|baby|brother|sister|grandmother|grandfather|friend|girlfriend|boyfriend|partner|family) preferences?",
    "interests of {the}",
    "What does {the} like?",
  ),
  rule("(parents|kids|children|friends) preferences?", "interests of {the}", "What do {the} like?"),
  rule("(.+) preferences?", "preferences for {the}", "What do you prefer when it comes to {the}?"),
  rule("current (.+) level", "current level in {the}", "How familiar are you with {the}?"),
  rule(
    "current (.+) situation",
    "current situation of {the}",
    "How do things stand with {the} now?",
  ),
  rule("current (.+)", "", "What is your current {}?"),
  rule(
    "(?:experience level|experience|familiarity) with ~(.+)",
    "",
    "How much experience do you have with {the}?",
  ),
  rule("(.+) proficiency level", "proficiency level in {the}", "How well do you know {the}?"),
  rule(
    "level of detail (?:for|of|in) ~(.+)",
    "level of detail for {the}",
    "How much detail do you want for {the}?",
  ),
  rule("level of ~(.+)", "level of {the}", "Which level do you have in mind for {the}?"),
  rule(
    "(?:time ?frame) for ~(.+)",
    "time frame for {the}",
    "Which time frame do you have in mind for {the}?",
  ),
  rule("time of day for ~(.+)", "time of day for {the}", "Which time of day suits you for {the}?"),
  rule(
    "time availability for ~(.+)",
    "time availability for {the}",
    "How much time do you have for {the}?",
  ),
  rule("availability for ~(.+)", "availability for {the}", "When are you available for {the}?"),
  rule(
    "date range for ~(.+)",
    "date range for {the}",
    "Which dates do you have in mind for {the}?",
  ),
  rule("budget (?:for|of) ~(.+)", "budget for {the}", "What budget do you have in mind for {the}?"),
  rule(
    "(.+) (?:requirements|constraints|restrictions)",
    "requirements for {the}",
    "Which requirements are there for {the}?",
  ),
  rule("(.+) goals?", "goals for {the}", "Which goals do you have for {the}?"),
  rule(
    "(.+) methods?",
    "method for {the}",
    "Is there a method that you want to be used for {the}?",
  ),
  rule("(.+) storage location", "storage location for {the}", "Where should {the} be stored?"),
  rule("(.+) frequency", "frequency for {the}", "How often is it needed for {the}?"),
  rule("frequency of ~(.+)", "frequency of {the}", "How often do you want {the}?"),
  rule("data source for ~(.+)", "data source for {the}", "Which data should be used for {the}?"),
  rule("source of ~(.+?) data", "source of data for {the}", "Which data should be used for {the}?"),
  rule("source (?:of|for) ~(.+)", "source of {the}", "Which source should be used for {the}?"),
  rule("format of ~(.+)", "format of {the}", "Which format do you have in mind for {the}?"),
  rule("size of ~(.+)", "size of {the}", "Which size do you have in mind for {the}?"),
  rule(
    "(?:location|place) (?:of|for) ~(.+)",
    "location of {the}",
    "Which place do you have in mind for {the}?",
  ),
  rule(
    "(?:purpose|goals?|objectives?|intended use) (?:of|for) ~(.+)",
    "",
    "What do you want to use {the} for?",
  ),
  rule("complexity of ~(.+)", "complexity of {the}", "How complex should {the} be?"),
  rule("(?:length) of ~(.+)", "length of {the}", "How long should {the} be?"),
  rule("duration of ~(.+)", "duration of {the}", "How long will {the} be?"),
  rule("depth of ~(.+)", "depth of {the}", "How deep should it go into {the}?"),
  rule("(?:scope|amount|quantity) of ~(.+)", "", "How much should it take in of {the}?"),
  rule(
    "areas? of interest (?:in|for) ~(.+)",
    "areas of interest in {the}",
    "Which areas of {the} interest you most?",
  ),
  rule(
    "areas? of ~(.+?) to focus on",
    "areas of {the} to focus on",
    "Which areas of {the} should it focus on?",
  ),
  rule("(areas?|aspects?) of (?:interest|focus)", "", "Which {} interest you most?"),
  rule("areas of (concern|improvement)", "", "Which areas of {} are there?"),
  rule("(.+s) of interest", "{} of interest", "Which {} interest you most?"),
  rule("(.+) of interest", "{} of interest", "Which {} are you interested in?"),
  rule(
    "aspects of ~(.+?)(?: to focus on)?",
    "aspects of {the}",
    "Which aspects of {the} matter most?",
  ),
  rule(
    "(?:types?|kinds?|sorts?) of (.+?)(?: required| interested in)?",
    "type of {}",
    "Which type of {} do you have in mind?",
  ),
  rule("features (?:in|of) ~(.+)", "features of {the}", "Which features should {the} have?"),
  rule("language of ~(.+)", "language of {the}", "Which language do you have in mind for {the}?"),
  rule("genre of ~(.+)", "genre of {the}", "Which genre do you have in mind for {the}?"),
  rule("criteria (?:for|of) ~(.+)", "criteria for {the}", "Which criteria count for {the}?"),
  rule("platform for ~(.+)", "platform for {the}", "Which platform do you have in mind for {the}?"),
  rule("definition of ~(.+)", "definition of {the}", "What do you mean by {the}?"),
  rule(
    "target audience for ~(.+)",
    "target audience for {the}",
    "Which audience do you have in mind for {the}?",
  ),
  rule("(?:intended )?audience for ~(.+)", "", "Which audience do you have in mind for {the}?"),
  rule("number of (.+s)(?: needed)?", "", "How many {} do you have in mind?"),
  rule("(.+s) needed", "", "Which {} are needed?"),
  rule("(.+) specifications", "specifications of {the}", "Which specifications should {the} have?"),
  rule("(.+) details", "details of {the}", "Which details of {the} matter?"),
  rule("(.+) concerns", "concerns with {the}", "Which concerns do you have with {the}?"),
  rule("(.+) model", "model of {the}", "Which model do you have in mind for {the}?"),
  rule("make and model of ~(.+)", "", "Which make and model do you have in mind for {the}?"),
  rule("(.+) to (analyze|organize)", "", "Which {} do you have in mind?"),
  rule("structure of ~(.+)", "structure of {the}", "How should {the} be structured?"),
  rule("contents? of ~(.+)", "content of {the}", "What should {the} contain?"),
  rule("version of ~(.+)", "version of {the}", "Which version of {the} do you have in mind?"),
  rule("age of ~(.+)", "age of {the}", "What is the age of {the}?"),
  rule("destination of ~(.+)", "destination of {the}", "Where should {the} go?"),
  rule("action to take with ~(.+)", "action to take with {the}", "What should be done with {the}?"),
  rule("interests? within ~(.+)", "interests within {the}", "What interests you most about {the}?"),
  rule("area within ~(.+)", "area within {the}", "Which area within {the} do you mean?"),
  rule("(?:specific|particular|desired|preferred) (.+)", "", "Which {} do you have in mind?"),
  rule("(.+) style", "style of {the}", "Which style do you have in mind for {the}?"),
  rule("whether (.+)", "", "Is it so that {}?"),
];
