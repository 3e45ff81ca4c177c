import type { SlotKind } from "../cases/slot-kind.ts";

const NUMBER =
  "(?:\\d+(?:[.,]\\d+)*|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|a few|a couple of)";
const MONTH =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december)";
const UNIT =
  "(?:day|night|week|weekend|fortnight|month|quarter|year|semester|season|hour|minute)s?";
const WHO =
  "(?:(?:[\\p{L}]+ )?teams?|executives?|execs?|management|managers?|customers?|clients?|students?|pupils?|kids?|child(?:ren)?|toddlers?|teen(?:ager)?s?|adults?|beginners?|board(?: members)?|leadership|investors?|(?:end )?users?|developers?|engineers?|colleagues?|co-?workers?|boss|ceo|cfo|cto|stakeholders?|(?:general )?public|family|parents?|friends?|wife|husband|partner|everyone|everybody|readers?|professionals?|experts?|employees?|staff|subscribers?|visitors?|patients?|teachers?|seniors?|women|men|directors?|landlords?|professors?|neighbou?rs?|doctors?|brother|sister|mom|mum|dad|mother|father|son|daughter|grand(?:mother|father|parents)|niece|nephew|girlfriend|boyfriend|suppliers?|hr|insurance|tenants?|analysts?|recruiters?|newcomers?|newbies|non-?technical people|myself|me only|just me)";
const TOOL =
  "(?:python|javascript|typescript|java|kotlin|swift|rust|golang|ruby|rails|php|laravel|perl|c\\+\\+|c#|\\.net|react|vue|angular|svelte|next\\.js|node(?:\\.js)?|django|flask|fastapi|spring|sql|postgres(?:ql)?|mysql|sqlite|mongodb|redis|snowflake|bigquery|aws|azure|gcp|google cloud|docker|kubernetes|linux|ubuntu|debian|windows|macos|ios|android|wordpress|shopify|webflow|github|gitlab|jira|tableau|power ?bi|looker|figma|photoshop|excel macros?|bash|powershell|terraform|ansible|pandas|pytorch|tensorflow|chrome|firefox|safari)";
const FORMAT =
  "(?:pdf|csv|excel|xlsx?|spreadsheets?|google (?:docs?|sheets?|slides)|word (?:document|file)|docx?|powerpoint|pptx?|slides?|slide deck|markdown|html|json|xml|yaml|plain text|web ?page|web ?site|web ?app|bullet points?|one-?pager|infographic|poster|checklist|step[- ]by[- ]step|table|mp[34]|png|svg|jpe?g|tableau|power ?bi|notion|printed|(?:(?<=(?:as|an?|in|by) )(?:short )?(?:e-?mail|newsletter|video|podcast|app)))";

const form = (source: string) => new RegExp(source, "iu");

/** The patterns of each kind of detail; the first group, or the whole match, is its value. */
export const SLOT_CUES: readonly (readonly [SlotKind, RegExp])[] = [
  [
    "frequency",
    form(
      `\\b(daily|weekly|bi-?weekly|monthly|quarterly|yearly|annual(?:ly)?|hourly|(?:every|each) (?:(?:other|single) )?(?:day|week|month|quarter|year|hour|morning|evening|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:once|twice|\\w+ times) (?:a|per) (?:day|week|month|year)|real-?time)\\b`,
    ),
  ],
  [
    "period",
    form(
      `\\b((?:the )?(?:last|past|previous|this|current|next|coming) (?:${NUMBER} )?${UNIT}|q[1-4](?:,? (?:of )?(?:19|20)\\d\\d)?|(?:first|second|third|fourth) quarter|(?:in|during|since|from|for|of|year) (?:19|20)\\d\\d|(?:fiscal (?:year )?|fy ?)(?:20)?\\d\\d|year[- ]to[- ]date|ytd|all[- ]time|(?:in|during|this|next|last|from|since|for|mid|early|late) (?:${MONTH}|spring|summer|autumn|fall|winter)(?:,? \\d{4})?|${MONTH} (?:\\d{1,2}(?:st|nd|rd|th)?|\\d{4})|(?:19|20)\\d\\d ?(?:-|–|to) ?(?:(?:19|20)\\d\\d)|(?:this|next|last) weekend)\\b`,
    ),
  ],
  [
    "duration",
    form(
      `\\b(${NUMBER}[ -]?(?:to |- ?)?(?:${NUMBER}[ -])?${UNIT}|half an hour|all day|(?:a )?long weekend)\\b`,
    ),
  ],
  [
    "budget",
    form(
      `((?:(?:under|below|up to|at most|max(?:imum)?|around|about|less than|no more than) )?(?:[$€£¥]\\s?\\d[\\d,.]*\\d?\\s?(?:k|m|million|thousand)?\\b|\\b\\d[\\d,.]*k?\\s?(?:dollars?|euros?|usd|eur|gbp|chf|pounds?|bucks)\\b)|\\bbudget (?:is|of|around|about|:) ?[^.;]{1,40}|\\b(?:low|tight|small|limited|unlimited|no) budget\\b|\\b(?:cheap(?:ly)?|budget-friendly|inexpensive|affordable|luxury|luxurious|mid-range)\\b)`,
    ),
  ],
  [
    "audience",
    form(
      `(?:\\b(?:audience|readers?|recipients?|target group)(?: (?:is|are|will be|should be)|:) ((?:the |our |my )?[^.;,]{2,60})|\\b(?:for|to|aimed at|intended for|presented to|read by|used by|shown to|targeting)\\s+((?:(?:the|our|my|all|an?|new|young|small|busy|senior|their|whole|entire|complete|other|potential|absolute|top|external|internal|[\\p{L}]+ing) ){0,4}${WHO})\\b)`,
    ),
  ],
  ["format", form(`\\b((?:an? )?${FORMAT})\\b`)],
  [
    "presentation",
    form(
      `\\b((?:(?:bar|line|pie|area|stacked|column|scatter|donut|bubble|(?!(?:no|not|without|the|an?|and|with|use|add|include|want|need|drop|remove|skip|of|in|as|some|any|make|avoid|like|prefer)\\b)[\\p{L}]+) (?:(?:and|or|,) )?){0,4}(?:charts?|graphs?|plots?|diagrams?)|heat ?maps?|colou?rs?|colou?r-?blind|dark mode|layout|fonts?|bullet points?|tables?|trend lines?|theme)\\b`,
    ),
  ],
  [
    "data",
    form(
      `(?:\\b(?:from|using|based on|out of|pull(?:ed)? from|in|with|via|on)\\s+((?:the |our |my |this |an? |these )?(?:[\\p{L}\\p{N}-]+ ){0,3}(?:databases?|spreadsheets?|csv(?: files?)?|excel(?: files?| sheets?)?|files?|crm|erp|salesforce|hubspot|stripe|shopify|apis?|warehouse|google (?:sheets?|analytics|drive)|bigquery|snowflake|postgres(?:ql)?|mysql|data ?sets?|exports?|logs?|tables?|repo(?:sitory)?|documents?|folder|survey|interviews?|articles?|papers?))\\b|\\b(attached|attachment|https?://\\S{3,200}|data (?:is|are|comes?|lives?) (?:in|from|on) [^.;,]{2,60}))`,
    ),
  ],
  [
    "quantity",
    form(
      `\\b((?:(?:at least|at most|up to|about|around|exactly|max(?:imum)?|min(?:imum)?|no more than|fewer than|less than|more than|over) )?(?:\\d[\\d,.]*|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|a dozen)[ -](?!(?:${UNIT}|dollars?|euros?|am|pm|o'clock)\\b)[\\p{L}-]{3,})`,
    ),
  ],
  [
    "people",
    form(
      `\\b((?:\\d+|two|three|four|five|six|eight|ten|a couple of) (?:people|persons|guests|adults|kids|children|travell?ers|friends|participants|attendees|of us)|(?:just |only )?me and (?:my|our|a|two|three|\\d+) [\\p{L}]+(?:,? and (?:my|our|a|two|three|\\d+) [\\p{L}]+)?|solo(?! \\p{L})|alone|(?:with|for) (?:my|the|our|two|three|\\d+) (?:family|kids|children|wife|husband|partner|parents|friends|girlfriend|boyfriend|colleagues|couple)|(?:as )?a couple|just me|by myself)\\b`,
    ),
  ],
  [
    "contents",
    form(
      `\\b(?:shows?|showing|display(?:s|ing)?|includ(?:e|es|ing)|contain(?:s|ing)?|cover(?:s|ing)?|metrics?|kpis?|with|about|regarding|focus(?:ed|ing)? on|sections? (?:on|for)|topics?|features?|listing|lists?|breakdown (?:of|by)|crash(?:es|ed)|fails|throws|doesn['’]?t work|(?:is|are) (?:broken|missing|wrong)|track(?:s|ing)?|compar(?:e|es|ing))(?! (?:my|our|me|us|him|her|them|no|a budget)\\b)(?: (?:are|is|should be)|:)? ((?:the |our |all )?[^.;]{3,160})`,
    ),
  ],
  [
    "style",
    form(
      `\\b((?:very |more |not too |rather )?(?:formal|informal|friendly|funny|humorous|professional|casual|serious|persuasive|concise|brief|short|detailed|in-depth|playful|warm|polite|plain|simple|modern|minimalist(?:ic)?|classic|elegant|romantic|academic|conversational|inspiring|upbeat|neutral|rustic|traditional))\\b`,
    ),
  ],
  [
    "level",
    form(
      `\\b((?:absolute |complete |total )?beginners?|intermediate|advanced|experts?|novices?|no (?:prior )?experience|(?:some|\\d+ years(?: of)?) experience|from scratch|entry[- ]level|grade \\d+|\\d+(?:st|nd|rd|th)[- ]grade(?:rs)?|high school)\\b`,
    ),
  ],
  [
    "permissions",
    form(
      `\\b(ask (?:me )?(?:before|first)|check with me|(?:need|requires?|with|after|without) (?:my |our )?approval|read[- ]only|you (?:may|can|are allowed to) (?:access|use|send|book|pay|publish|deploy|edit|delete|log ?in)|before (?:sending|publishing|booking|deploying|buying|posting|deleting)|don['’]?t (?:send|publish|book|deploy|buy|post|delete|pay|touch|change)[^.;]{0,60}|i(?:'ll| will) (?:send|publish|review|approve|post|deploy|book) it)\\b`,
    ),
  ],
  ["environment", form(`(?<![\\p{L}])(${TOOL})(?![\\p{L}])`)],
  [
    "place",
    /(?:\b(?:in|to|near|around|at|from|across|within)\s+((?:the )?(?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|English|German|French|Spanish|Excel|Python|PDF|Q[1-4])\b)\p{Lu}[\p{L}'’.-]+(?:,? \p{Lu}[\p{L}'’.-]+){0,3})|\b(near me|nearby|at home|outdoors|indoors|remotely|on-?site|worldwide|abroad|downtown|at the beach))/u,
  ],
  [
    "preferences",
    form(
      `\\b(?:prefer(?:red|ably)?|favou?rites?|(?<!would )(?:i|we) (?:really )?(?:like|love|enjoy|hate|dislike)|interested in|into) ([^.;]{2,80})|\\b((?:vegetarian|vegan|gluten[- ]free|dairy[- ]free|halal|kosher|lactose|nut)[\\p{L} -]{0,30}|allerg(?:y|ic|ies)[^.;,]{0,40})`,
    ),
  ],
  [
    "purpose",
    form(
      `\\b(?:so that|in order to|because|purpose is|goal is|the idea is|asking (?:for|to|them|him|her)|to (?:decide|understand|convince|show|help|improve|increase|reduce|prepare|learn|track|find out|compare|attract|promote|celebrate|persuade|raise)|for (?:[\\p{L}-]+ )?\\p{L}{3,}ing\\b|for (?:a|an|the|my|our) (?:[\\p{L}-]+ )?(?:meeting|presentation|birthday|wedding|interview|exam|launch|conference|anniversary|review|project|class|party|holiday|school|pitch)) ?([^.;]{0,100})`,
    ),
  ],
  [
    "language",
    form(
      `\\b(?:in|into|to|from) (english|german|french|spanish|italian|portuguese|dutch|polish|russian|chinese|mandarin|japanese|korean|arabic|hindi|turkish|swedish|danish|norwegian|finnish|czech|greek|hebrew|ukrainian)\\b`,
    ),
  ],
];

/** What a bare answer, not a sentence, may name: "executives", "the sales team". */
export const BARE_AUDIENCE = form(
  `^(?:(?:the|our|my|all|an?|only|mostly|mainly|just|young|new|busy|senior|whole|entire) )*${WHO}(?:(?:,| and| or|/) ?(?:(?:the|our|my|all) )*${WHO})*$`,
);
