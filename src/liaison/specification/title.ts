import { MAX_TITLE_LENGTH } from "../../domain/liaison/task-specification.ts";
import { artefactIn } from "../cases/artefacts.ts";
import { kindTitle } from "../cases/kind-title.ts";
import type { TaskCase } from "../cases/task-case.ts";
import type { LearnedModels } from "../learned/learned-models.ts";
import type { PossibleName } from "../learned/name-scoring.ts";
import { spokenIn } from "../phrases/spoken.ts";
import { capitalised, contentOf } from "../text/words.ts";
import type { Statement } from "./statement.ts";
import { phrasesOf } from "./title-phrases.ts";
import { saysWish } from "./wish-words.ts";

const ENDS_BADLY =
  /[\s,;:–-]+(?:and|or|with|for|of|to|in|by|the|an?|that|which|from|on|at|as|so|my|our|is|are|about|into|und|oder|mit|für|de|del|do|da|des|du|pour|para|per|por|al|à|alla)?$/i;
const UNTITLED = "Task";
/** Somebody or something that was named elsewhere, or nothing at all. */
const NAMELESS =
  /^(?:i|i['’]m|im (?:so|a|an|not|the|in)|i['’]?ve|dunno|maybe|no idea|me|this (?:is|was|might|may)|he|she|hes|shes|it|its|it's|we|we['’]re|they|you|there|here|there['’]?s|nothing|literally nothing|these|those|them|one(?!-)|what now|is|are|was|and|or|but|not|no|yes|also|ich|er|sie|es|wir|je|j['’]|elle|on|nous|yo|él|ella|io|eu|ele|ela|ik|hij|zij|wij|dass|que|che|something|anything|stuff|like|help|something|etwas|algo|should|must|could|can|will|would|has to|have to|needs to|who|(?:da |dabei )?helfen|ayudar(?:me|nos)?|m['’]aider|aiutar(?:mi|ci)|ajudar|helpen|pomóc)(?![\p{L}])/iu;
/** "Fix it myself": the thing is named elsewhere. */
const OF_ANOTHER =
  /^\p{L}+(?:(?: \p{L}+){0,3} (?:it|this|that|them|these|one|some)(?: \p{L}+)?$| (?:it|them|these|those)(?:[,;]| so| please| before| because) )/iu;
/** "Numbers are in the report": where something is. */
const WHEREABOUTS =
  /^(?:\p{L}+ ){1,3}(?:is|are|sits?|lives?|ist|sind|liegt|está|están|son|est|sont|è|sono|são|staat|zijn|jest|są) (?:in|at|on|from|below|attached|under|im|auf|unter|en|dans|nel|nella|em|no|na|w) /iu;
/** "Grant deadline tonight": when it is due, and not what it is. */
const DUE =
  /^(?:\p{L}+ ){0,3}deadline (?:is |was )?(?:tonight|today|tomorrow|on|at|in|by|this|next|\d)|^\p{L}+ (?:within|by|before|until|till) /iu;
const SUBJECT_INSIDE = /(?<!\p{L})(?:i|he|she|we|i['’]ll|i['’]m|ich|je|yo)(?!\p{L})/iu;
/** How long or how it should be. */
const LIMITING =
  /^(?:if|when|max|maximum|near|around|within|at most|at least|about|up to|under|a[345](?=,| |$)|\d+ \p{L}+ (?:max|at most|maximum)|only|just|short|half|not|no|never|without|keep|höchstens|maximal|nur|ohne|kurz|halbe|máximo|sin|tono|solo|maximum|sans|massimo|senza|sem|no máximo|zonder|bez|nice|good|sort|sign|signed|use|include|mention|compare the (?:two|three)|dear)(?!\p{L})/iu;
/** "Short report on cancellations": how it should be, before its name. */
const DESCRIBING = /^(?:short|nice|good|half|kurz\p{L}*|halbe)(?!\p{L})/iu;
const MOST_READ = 24;
const MOST_PLACES = 20;
const PLACE = 0.12;
const FIRST_MESSAGE = 1.5;
/** What comes first names it, be it a limit or circumstances. */
const OPENING = 0.7;
/** Less names nothing. */
const ENOUGH = 0.8;
/** So much better must be what is learned than what the rules prefer. */
const SURE = 0.2;
const CALLED: ReadonlySet<string> = new Set(["task", "outcome", "what is broken"]);
const BY_KIND: Readonly<Partial<Record<Statement["kind"], number>>> = {
  question: -0.3,
  context: -0.5,
  constraint: -1.5,
  criterion: -2,
  non_goal: -4,
};
const DONE_TO_IT =
  /^(fix|repair|mend|solve|debug|check|review|translate|summari[sz]e|shorten|renew|clean|improve|explain|test|play|learn) (?:it|this|that|them|these)\b/i;
/** A report is of a period, whereas a day is only when something is. */
const PERIOD =
  /^(?:the )?(?:last|past|this|next|current|previous|coming|q[1-4]|\d{4}$|first|second|third|fourth) ?\S{0,12}/i;

/**
 * What is to be made or done as a short phrase, with its period. All wishes are weighed: moods,
 * circumstances and limits name nothing, and where nothing does, the kind of task does.
 */
export function titleOf(
  goal: Statement | undefined,
  statements: readonly Statement[],
  { found, nameScore }: Naming,
): string {
  const told = statements.filter(({ kind }) => kind !== "small_talk").slice(0, MOST_READ);
  const names = told.flatMap((_, at) => namesIn(told, at, goal));
  if (names.length === 0 && goal === undefined) return UNTITLED;
  const byRules = bestOf(names, (name) => name.byRules);
  const named =
    byRules !== undefined && byRules.byRules >= ENOUGH
      ? withObject(surelyBest(names, byRules, nameScore).words, told)
      : byKind({ told, goal, found }, byRules?.words ?? "");
  return capitalised(cut(withPeriod(withDeed(named, goal, told), told, found)));
}

interface Naming {
  /** The kind of task, if it is known. */
  readonly found?: TaskCase | undefined;
  /** Of several phrases that may name it, the one with the highest score does. */
  readonly nameScore: LearnedModels["nameScore"];
}

/** The one that the rules prefer, unless another is surely better. */
function surelyBest(
  names: readonly PossibleName[],
  byRules: PossibleName,
  nameScore: Naming["nameScore"],
): PossibleName {
  const scoreOf = (name: PossibleName) => nameScore(name) + (name === byRules ? SURE : 0);
  return bestOf(names, scoreOf) ?? byRules;
}

/** The first of those with the highest score. */
function bestOf(
  names: readonly PossibleName[],
  scoreOf: (name: PossibleName) => number,
): PossibleName | undefined {
  const scores = names.map(scoreOf);
  return names[scores.indexOf(Math.max(...scores))];
}

function namesIn(
  told: readonly Statement[],
  at: number,
  goal: Statement | undefined,
): readonly PossibleName[] {
  const statement = told[at];
  if (statement === undefined) return [];
  const { said, kind, topic, isRequest } = statement;
  const isGoal = statement === goal;
  const place = placeOf(told, at);
  return phrasesOf(nameable(statement)).map(({ words, isWish }, order) => ({
    words,
    said,
    kind,
    at,
    order,
    isGoal,
    isWish,
    isRequest,
    isAnswer: topic !== undefined,
    isMade: artefactIn(words) !== undefined,
    byRules: place + weightOf(statement, { isGoal, isWish }) + phraseScore(words),
  }));
}

/** What is said later tells more about it, as a rule. */
function placeOf(told: readonly Statement[], index: number): number {
  const first = told.find(({ topic }) => topic === undefined)?.sources[0];
  const isFirst = first !== undefined && told[index]?.sources.includes(first) === true;
  const late = Math.min(index, MOST_PLACES) * PLACE;
  const opens = index === 0 && !isBesideRequest(told);
  return (isFirst ? FIRST_MESSAGE : 0) + (opens ? OPENING : 0) - late;
}

/** "It woke me at four again! Tune the alert": what happened comes first, and what is wanted behind. */
function isBesideRequest([first, ...others]: readonly Statement[]): boolean {
  if (first === undefined || first.isRequest) return false;
  return others.some(
    ({ isRequest, said, text, kind, sources }) =>
      kind === "requirement" &&
      sources[0] === first.sources[0] &&
      (first.kind === "context"
        ? isRequest || saysWish(said)
        : isRequest && !/^need /i.test(said)) &&
      !NAMELESS.test(text) &&
      !OF_ANOTHER.test(text),
  );
}

/** An answer without the name of what was asked for. */
function nameable({ topic, text, said }: Statement): string {
  return topic === undefined ? text : said;
}

function weightOf(
  { topic, kind, isRequest }: Statement,
  { isGoal, isWish }: { readonly isGoal: boolean; readonly isWish: boolean },
): number {
  const answer = topic === undefined ? 0 : CALLED.has(topic) ? -1 : -2.5;
  const wanted = isWish ? 1.5 : (isRequest ? 1 : 0) + (BY_KIND[kind] ?? 0);
  return (isGoal ? 0.7 : 0) + wanted + answer;
}

/** How well words name something by themselves. */
function phraseScore(phrase: string): number {
  const isMade = artefactIn(phrase) !== undefined;
  const isLimit = isMade
    ? LIMITING.test(phrase) && !DESCRIBING.test(phrase)
    : LIMITING.test(phrase) || /^\d/.test(phrase);
  const found: readonly (readonly [boolean, number])[] = [
    [isMade, 1.5],
    [NAMELESS.test(phrase), -3.5],
    [isLimit, -1.8],
    [SUBJECT_INSIDE.test(phrase), -0.8],
    [OF_ANOTHER.test(phrase), -3],
    [WHEREABOUTS.test(phrase), -2],
    [DUE.test(phrase), -3],
    [phrase.split(" ").length > 9, -0.4],
  ];
  return found.reduce((sum, [isSo, value]) => (isSo ? sum + value : sum), contentScore(phrase));
}

function contentScore(phrase: string): number {
  if (/[\p{sc=Han}\p{sc=Hiragana}]/u.test(phrase)) return 1;
  const { size } = contentOf(phrase);
  if (size <= 1) return size === 0 ? -4 : -0.7;
  return Math.min(size, 4) * 0.25;
}

interface Told {
  readonly told: readonly Statement[];
  readonly goal: Statement | undefined;
  readonly found: TaskCase | undefined;
}

/** "Gift ideas: my mother": the kind in the person's language, beside what was named. */
function byKind({ told, goal, found }: Told, best: string): string {
  const all = told.map(({ said }) => said).join("\n");
  const language = spokenIn(all) ?? "en";
  const kind = found === undefined ? undefined : kindTitle(found.name, language);
  const object = objectIn(all);
  if (kind === undefined) return vagueWish(goal) ?? object ?? best;
  return object === undefined ? kind : `${kind}: ${object}`;
}

/** "Something typed up for my sister" says more than whatever else was mentioned. */
function vagueWish(goal: Statement | undefined): string | undefined {
  const text = goal?.text ?? "";
  return /^(?:something|etwas|algo|quelque chose|qualcosa|iets|coś) /iu.test(text) &&
    contentOf(text).size > 1
    ? text.split(" ").slice(0, MOST_VAGUE).join(" ")
    : undefined;
}

const MOST_VAGUE = 9;

/** "Plan: dog": a word alone is the same for all plans. */
function withObject(named: string, told: readonly Statement[]): string {
  const made = artefactIn(named);
  const most = made === "plan" || made === "text" ? 2 : 1;
  const isBare = made !== undefined && named.split(" ").length <= most;
  const object = isBare ? objectIn(told.map(({ said }) => said).join("\n")) : undefined;
  return object === undefined || named.toLowerCase().includes(object.toLowerCase())
    ? named
    : `${named}: ${object}`;
}

/** What belongs to the person, or is before them. */
function objectIn(said: string): string | undefined {
  return OBJECT.exec(said.slice(0, MAX_OBJECT))?.[1];
}

const MAX_OBJECT = 1_000;
const OBJECT =
  /(?<!\p{L})(?:(?:i|we) (?:got|have|bought|own) an? |my |our |this |mein\p{L}* |unser\p{L}* |mi |nuestr[ao] |mon |ma |notre |mio |mia |meu |minha |mijn |onze )(?!(?:new|old|own|last|first|is|was|for|in|from|to|with|this|that|time|year|week|month|morning|evening)(?!\p{L}))(\p{L}+s (?!(?:is|are|and|for|in|to|of|with|have|at|on|or|who|that)(?!\p{L}))\p{L}+|\p{L}[\p{L}'’-]+(?: (?:machine|party|birthday|bill|card|app|page|server|exam|interview))?)/iu;

/** "Fix it" takes its name from earlier words. */
function withDeed(named: string, goal: Statement | undefined, told: readonly Statement[]): string {
  const verb = DONE_TO_IT.exec(goal?.text ?? "")?.[1];
  const isApart = verb !== undefined && !named.toLowerCase().includes(verb.toLowerCase());
  if (!isApart || artefactIn(named) !== undefined) return named;
  const thing = /^\p{Lu}\p{Ll}/u.test(named)
    ? named.slice(0, 1).toLowerCase() + named.slice(1)
    : named;
  const isDefinite = told.some(({ text }) =>
    text.toLowerCase().startsWith(`the ${thing.toLowerCase()}`),
  );
  return `${verb}: ${isDefinite ? "the " : ""}${thing}`;
}

function withPeriod(
  named: string,
  told: readonly Statement[],
  found: TaskCase | undefined,
): string {
  const isOfPeriod = found?.slots.some(
    ({ kind, topic }) => kind === "period" && topic === "period",
  );
  const period = told
    .filter(({ topic }) => topic !== undefined || isOfPeriod === true)
    .flatMap(({ slots }) => slots)
    .find(({ kind }) => kind === "period")
    ?.value.replace(/^(?:for|in|of) /i, "")
    .replace(/['’]s\b.*$/, "");
  if (period === undefined || period.length > 40 || !PERIOD.test(period)) return named;
  const isTold = named.toLowerCase().includes(period.toLowerCase().replace(/^the /, ""));
  return isTold ? named : `${named} for ${uncapitalised(period)}`;
}

function uncapitalised(text: string): string {
  return /^(?:Last|This|Next|The|Past|Current|Previous|Coming|All)\b/.test(text)
    ? text.slice(0, 1).toLowerCase() + text.slice(1)
    : text;
}

function cut(text: string): string {
  if (text.length <= MAX_TITLE_LENGTH) return text.replace(ENDS_BADLY, "");
  const words = text.slice(0, MAX_TITLE_LENGTH - 1);
  const at = words.lastIndexOf(" ");
  return `${words.slice(0, at > 40 ? at : words.length).replace(ENDS_BADLY, "")}…`;
}
