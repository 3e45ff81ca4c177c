/** Details that only tasks of some kind have, by the name of the detail and by the words of the task. */
const PLACES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:dietary|diet|cuisine|ingredients?|cooking|food|nutritional)\b/i,
    /\b(?:recipes?|cook\w*|meals?|diets?|food\w*|dishe?s?|dinner|lunch|breakfast|eat\w*|nutri\w*|restaurants?|dining|grocer\w*|vegan|vegetarian|plant-based|bak\w+|cakes?|drinks?|cocktails?|snacks?|menus?|kitchen|party|parties|picnic|trips?|travel\w*|vacation|holiday|workout|fitness|exercis\w*|weight|health\w*|protein|calor\w+|vitamins?|events?|wedding|celebrat\w+|garden\w*|herbs?|pizza|lasagna|pasta|dessert|soup|lifestyle|wellness)\b/i,
  ],
  [
    /\b(?:programming|scripting|librar(?:y|ies)|python)\b/i,
    /\b(?:script\w*|program\w*|cod(?:e|ing)|python|java\w*|sql|bash|shell|function|algorithm|api|app|apps|software|websites?|web|bot|chatbot|scrap\w+|data\w*|model|neural|machine learning|automat\w+|develop\w*|implement\w*|class|game)\b/i,
  ],
  [
    /\b(?:operating system|file system)\b/i,
    /\b(?:script\w*|program\w*|cod(?:e|ing)|python|bash|shell|command\w*|software|install\w*|computer|pc|laptop|server|linux|windows|mac\w*|files?|folders?|director(?:y|ies)|backup|system|apps?|drive|disk|download|phone|device|network|desktop|print\w*|wi-?fi|terminal|ubuntu|cache|memory)\b/i,
  ],
  [
    /\b(?:fitness|exercise)\b/i,
    /\b(?:workout\w*|fitness|exercis\w*|train\w*|gym|run\w*|jog\w*|marathon|yoga|weight|muscle|strength|stretch\w*|cardio|health\w*|sport\w*|flexib\w+|meditat\w+|posture|stress|relax\w*|body)\b/i,
  ],
];

/** Nobody has a taste or a use for what has gone wrong: one asks what it is, where and since when. */
const TROUBLE =
  /^(?!(?:types?|details|location|source|definition|current situation|frequency)\b).*\b(?:bugs?|errors?|issues?|problems?|leaks?|mess|clutter|crash(?:es)?|failures?)\b/i;

/** Whether a detail has nothing to do with a task: nobody eats a dashboard. */
export function isOutOfPlace(topic: string, task: string): boolean {
  return (
    TROUBLE.test(topic) || PLACES.some(([detail, tasks]) => detail.test(topic) && !tasks.test(task))
  );
}
