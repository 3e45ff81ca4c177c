import { anyOf } from "./patterns.ts";

/*
 * What people call the sides of a result. A side that is missing here is never invented: such words
 * count for the whole. `*` stands for any ending.
 */
const DIMENSION_WORDS: readonly { readonly dimension: string; readonly pattern: RegExp }[] =
  Object.entries({
    accuracy: `accura*, inaccura*, correct, correctly, correctness, incorrect*, wrong, wrongly, error,
      errors, mistake*, precise*, precision, imprecise, factual*, facts, false, true, untrue, exact
      (?:numbers?|figures?), numbers, figures, totals?, sums?, rounding, rounded, miscalculat*, calculat*,
      off by, (?:is|are|was|were|isn't|aren't|not|all) right, out of date, dates (?:are|is), add up, adds up, outdated (?:data|figures|numbers), hallucinat*, made up, made-up, data (?:is|are), typo*,
      bug, bugs, buggy, misspel*, mislabel*, invented, verified, contradict*, reliable (?:numbers|data)`,
    helpfulness: `help, helps, helped, helpful*, unhelpful*, useful*, useless, useable, unusable, valuable, value,
      worthless, solves?, solved, practical*, impractical, actionable, relevan*, irrelevan*, saves? (?:me|us|time|a lot),
      saved (?:me|us), gets? the job done, serves? its purpose, advice, what i (?:needed|need|asked for)`,
    completeness: `complete, completely (?:missing|covered), completeness, incomplete*, missing, misses, missed, lack*,
      comprehensive*, thorough*, everything(?:'s)? (?:i|we|is|was|there|covered|included), nothing (?:is |was )?missing, left out, leaves? (?:nothing )?out, forgot*, omit*,
      overlooked, covers (?:all|every|the|only|our|both|half|most), covered, cover all, coverage, in[- ]depth, detail*, gaps?, partial*, half of, unfinished, finished, add, include*,
      compared, comparison*, comparab*, compare, only (?:covers|shows|has|mentions), also (?:see|show|want|need), skipped, not enough, superficial*, shallow, breakdown, sections?, no mention, no documentation, undocumented, skips, ignores the, leaves the, doesn't mention, does not mention, all the`,
    creativity: `creativ*, uncreative, original, originality, unoriginal, imagina*, unimagina*, innovat*, inventive*,
      fresh, boring, bland, generic, cliche*, clichéd?, uninspired, inspiring, inspired, ideas?, unusual, novel, clever, formulaic,
      surprising, catchier, predictable, dull, playful*, catchy, repetitive, cookie-cutter`,
    clarity: `clear, clearly, clearer, clarity, unclear*, confus*, understand*, readab*, legib*, illegib*, unreadable,
      ambigu*, easy to (?:follow|read|understand|scan|grasp), hard to (?:follow|read|understand|see|scan|grasp|tell|make out|tell apart|distinguish),
      difficult to (?:follow|read|understand|see|scan|tell|distinguish), tell apart, structur*, unstructured, well-organi*, organi[sz]ed, disorgani[sz]ed,
      concise*, verbose, wordy, long-winded, jargon, vague*, prominent*, cluttered, crowded, wording, worded, phras*, explain*, explanation*,
      labels?, labelled, labeled, legend, get lost, got lost, lost me, lost track, make sense, makes sense, follow, meaning, wording, wall of text, too long, rambl*, straightforward, stand out, stands out, shorten, shorter, simpler, simplify, concise`,
    accessibility: `accessib*, inaccessib*, colou?r[- ]?blind*, blindness, colou?r vision, screen[- ]?reader*, contrast, wcag, a11y,
      alt text*, dyslexi*, low vision, visually impaired, impaired, keyboard (?:navigation|only|users?), deaf*, captions?, subtitles, wheelchair*, phone users, hearing, disabilit*, step-free`,
    analysis: `analys*, insights?, findings, recommendations?, conclusions?, interpretation`,
    performance: `(?<!(?:regional|sales|product|team|financial|business|store) )performan*, slow, slowly, slower, sluggish, fast, faster, speed*, latency, lag, lags, laggy, responsive*, unresponsive,
      loads?, loading, response times?, snappy, quick, quickly, takes (?:forever|ages|minutes|too long|way too long), took (?:forever|ages) to (?:load|open), freezes, memory, hangs, timeouts?, battery`,
    timeliness: `on time, in time, late, delay*, deadline*, overdue, punctual*, ahead of (?:time|schedule), behind schedule, turnaround, prompt,
      promptly, timely, took (?:too long|ages|forever|days|weeks), waited, waiting`,
    usability: `usab*, user[- ]friendly, intuitive*, unintuitive, clunky, easy to use, hard to use, difficult to use, simple to use, navigat*, clicks?, clicking,
      awkward to, cumbersome, convenient, inconvenient, fiddly, handy, menus?, filter*, buttons?, search box, scroll*, interface, workflow, handling, ux`,
    appearance: `appearance, look and feel, looks (?:nice|good|great|beautiful|ugly|dated|cheap|professional|awful|bad|clean|amazing|stunning|modern|messy|odd|terrible|fantastic|lovely|polished), design*, layout*, colou?rs?, colou?ring, palette, fonts?, typography, styl*, visual*, beautiful*, ugly, attractive,
      aesthetic*, polished, elegant*, pretty, spacing, margins? (?:are|is) too, icons?, theme, pixelated, blurry, misaligned, alignment, formatting, formatted, gorgeous, stunning, cheap-looking`,
    comparability: `comparab*, side by side, like[- ]for[- ]like, compared with each other, year[- ]over[- ]year, quarter[- ]over[- ]quarter, against each other`,
    cost: `cost, costs, costly, price*, pricey, expensive, cheap, cheaper, affordab*, budget, overpriced, over budget, money, fees?`,
    reliability: `reliab*, unreliable, crash*, stable, unstable, stability, breaks, broken, fails?, failed, failing, flaky, works every time, robust*, buggy, downtime, errors out, returns [45][0-9][0-9], (?:links?|images?) (?:is|are) (?:dead|broken), dead links?, doesn't work, does not work, works well, works flawlessly, stopped working`,
    tone: `tone, voice, formal, informal, casual, friendly, unfriendly, polite, rude, condescending, patroni[sz]ing, salesy, pushy, stiff, warm, arrogant, aggressive, respectful, sounds like`,
    safety: `safe, unsafe, safety, secure*, security, insecure, vulnerab*, privacy, leak*, dangerous, risky`,
    pacing: `pace, pacing, paced, rushed, hectic, packed, relaxed, itinerary is full, tight schedule, too much walking, downtime between`,
  }).map(([dimension, words]) => ({ dimension, pattern: anyOf(words) }));

/**
 * What one side explains must not count against another too: a colour that colour-blind people
 * cannot see.
 */
const SHADOWS: Readonly<Record<string, readonly string[]>> = {
  accessibility: ["appearance", "clarity"],
  performance: ["timeliness"],
  comparability: ["completeness"],
};

const COLOUR = /\bcolou?rs?\b|\bred\b.*\bgreen\b|\bgreen\b.*\bred\b/;
const APART =
  /\b(?:tell (?:\w+ ){0,3}apart|distinguish|distinguishable|indistinguishable|hard to see|look the same)\b/;

/** Somebody who says so once means every colour they mention. */
export const COLOUR_BLIND = /\bcolou?r[- ]?blind/;

/** A side that a text is about, and the first words that show it: `text.slice(from, to)`. */
export interface Mention {
  readonly dimension: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The sides that a text in plain lower case is about: none, one or several. From colour-blind
 * people, words about colours are about accessibility.
 */
export function mentionsOf(text: string, isColourBlind = false): readonly Mention[] {
  const named = DIMENSION_WORDS.flatMap(({ dimension, pattern }) =>
    mentionOf(text, { dimension, pattern }),
  );
  const isNamed = named.some(({ dimension }) => dimension === "accessibility");
  const all = isNamed ? named : [...named, ...accessOf(text, isColourBlind)];
  const shadowed = new Set(all.flatMap(({ dimension }) => SHADOWS[dimension] ?? []));
  return all.filter(({ dimension }) => !shadowed.has(dimension));
}

type Side = (typeof DIMENSION_WORDS)[number];

function mentionOf(text: string, { dimension, pattern }: Side): readonly Mention[] {
  const found = pattern.exec(text);
  if (found === null) return [];
  return [{ dimension, from: found.index, to: found.index + found[0].length }];
}

/** Indistinguishable colours are a matter of accessibility, even without the reason. */
function accessOf(text: string, isColourBlind: boolean): readonly Mention[] {
  const dimension = "accessibility";
  const ofColour = mentionOf(text, { dimension, pattern: COLOUR });
  const apart = mentionOf(text, { dimension, pattern: APART });
  const isBoth = ofColour.length > 0 && apart.length > 0;
  return isBoth || isColourBlind ? [...ofColour, ...apart].slice(0, 1) : [];
}
