import type { TaskCase } from "../cases/task-case.ts";

const CUES: readonly (readonly [string, RegExp])[] = [
  [
    "data analysis",
    /\b(?:analy[sz]e|analysis|statistics|metrics|kpis?|figures|revenue|trends?|correlat\w+|insights)\b/i,
  ],
  [
    "data visualization",
    /\b(?:dashboards?|charts?|graphs?|plots?|visuali[sz]\w+|heat ?maps?|infographics?)\b/i,
  ],
  [
    "web search",
    /\b(?:search|look up|research|find (?:me |out )?|latest|news|online sources|compare|recommend)\b/i,
  ],
  [
    "writing",
    /\b(?:write|draft|article|blog|essay|copy|e-?mail|letter|newsletter|report|text|story|proposal)\b/i,
  ],
  [
    "coding",
    /\b(?:code|coding|script|program|function|api|endpoint|bug|python|javascript|typescript|java|sql|app|website|refactor|unit tests?|implement)\b/i,
  ],
  ["translation", /\b(?:translat\w+|locali[sz]\w+)\b/i],
  ["summarizing", /\b(?:summari[sz]\w+|summary|key points|condense|tl;?dr)\b/i],
  ["scheduling", /\b(?:schedul\w+|calendar|appointment|meeting time|timetable|remind\w*)\b/i],
  ["booking", /\b(?:book (?:a|the|me|us|two|\d)|booking|reserv\w+|flights?|hotels?|tickets?)\b/i],
  ["purchasing", /\b(?:buy|purchase|order (?:a|the|me|some|\d))\b/i],
  ["sending messages", /\b(?:send|e-?mail (?:it|them|the|my)|notify|post (?:it|them|to|on))\b/i],
  ["design", /\b(?:logo|poster|mock-?up|wireframe|illustration|banner|branding|layout design)\b/i],
  [
    "image editing",
    /\b(?:images?|photos?|pictures?) (?:edit\w*|retouch\w*)|\bedit (?:the |my )?(?:images?|photos?)\b/i,
  ],
  ["video production", /\b(?:videos?|animation|trailer)\b/i],
  ["deployment", /\b(?:deploy\w*|kubernetes|docker|ci\/cd|hosting|rollout)\b/i],
  ["web scraping", /\b(?:scrap(?:e|ing|er)|crawl\w*)\b/i],
  ["spreadsheets", /\b(?:spreadsheets?|excel|google sheets?|pivot)\b/i],
  ["monitoring", /\b(?:monitor\w*|alert me|keep an eye on|watch for)\b/i],
];
const MAX_LENGTH = 8_000;

/** What the worker must be able to do, by the kind of task and its words. */
export function capabilitiesOf(words: string, found: TaskCase | undefined): readonly string[] {
  const text = words.slice(0, MAX_LENGTH);
  const cued = CUES.filter(([, form]) => form.test(text)).map(([name]) => name);
  return [...new Set([...(found?.capabilities ?? []), ...cued])];
}
