import type { SlotKind } from "./slot-kind.ts";

/**
 * The first pattern that matches the name of a topic, such as "preferred format for the tutorial",
 * gives its kind.
 */
const KINDS: readonly (readonly [SlotKind, RegExp])[] = [
  ["budget", /\b(?:budgets?|price|prices|cost|costs|spend|spending|afford|money|salary)\b/],
  ["deadline", /\b(?:deadline|due|turnaround|delivery date|urgency|when .* (?:needed|ready))\b/],
  ["frequency", /\b(?:frequency|how often|schedule|cadence|recurrence)\b/],
  ["duration", /\b(?:duration|length|how long|time (?:commitment|available|availability))\b/],
  ["period", /\b(?:period|time ?frame|time range|dates?|range of time|year|season|quarter)\b/],
  [
    "audience",
    /\b(?:audience|readers?|recipients?|viewers?|target (?:group|market|users?)|for whom|addressee)\b/,
  ],
  ["language", /^(?:target |source |preferred )?languages?(?: preference)?(?: for .*)?$/],
  [
    "environment",
    /\b(?:programming language|operating system|platform|framework|stack|tools?|technology|device|environment|version|hosting|browser|database (?:system|engine))\b/,
  ],
  ["format", /\b(?:format|file type|output type|medium|deliverable)\b/],
  ["data", /\b(?:data|sources?|inputs?|dataset|database|files?|material|documents?)\b/],
  ["presentation", /\b(?:charts?|graphs?|visuali[sz]ations?|layout|design|colou?rs?|look|theme)\b/],
  ["quantity", /\b(?:levels?|depth|amount) of (?:detail|information|research)\b/],
  ["level", /\b(?:level|experience|expertise|skill|difficulty|knowledge|background)\b/],
  ["place", /\b(?:location|place|city|region|country|area|destination|venue|where)\b/],
  [
    "people",
    /\b(?:travell?ers|participants|number of (?:people|guests|persons|travell?ers|attendees)|guests|group size|family members|companions)\b/,
  ],
  [
    "purpose",
    /\b(?:purpose|goals?|objectives?|intended use|reason|occasion|use case|motivation)\b/,
  ],
  ["style", /\b(?:style|tone|voice|genre|mood|tone of voice)\b/],
  [
    "contents",
    /\b(?:metrics|kpis?|contents?|topics?|features?|aspects?|sections?|fields|points|subject|figures)\b/,
  ],
  ["quantity", /\b(?:number|amount|size|quantity|count|how many|how much|depth|scope)\b/],
  ["quality", /\b(?:quality|criteria|success|acceptance|accuracy|performance)\b/],
  ["permissions", /\b(?:permissions?|access|approval|credentials|accounts?)\b/],
  [
    "constraints",
    /\b(?:constraints?|limits?|limitations|restrictions?|requirements?|rules|allergies|avoid)\b/,
  ],
  ["preferences", /\b(?:preferences?|preferred|interests?|favou?rite|likes)\b/],
];

export function kindOfTopic(topic: string): SlotKind | undefined {
  const name = topic.slice(0, 200).toLowerCase();
  const head = COUNTED.test(name) ? name : name.replace(OBJECT, "");
  return kindIn(head) ?? (head === name ? undefined : kindIn(name));
}

/** "Preferences for the area" are preferences: the object of a detail comes second. */
const OBJECT = /\s(?:for|of|in|with|on)\s.*$/;
const COUNTED = /\b(?:number|levels?|depth|amount|types?|kinds?|sorts?) of\b/;

function kindIn(name: string): SlotKind | undefined {
  return KINDS.find(([, form]) => form.test(name))?.[0];
}
