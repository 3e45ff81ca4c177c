import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** What somebody says, message by message, and what a person would expect of the replies. */
export interface Dialogue {
  readonly id: string;
  readonly field: string;
  /** ISO 639-1. */
  readonly language: string;
  readonly mood: string;
  readonly steps: readonly Step[];
  /** Of the task at the end. */
  readonly title?: Patterns;
}

/** Regular expressions, without regard to case. */
export interface Patterns {
  readonly any?: readonly string[];
  readonly never?: readonly string[];
}

/** The worker's report, or the person's message with what is expected after it. */
export type Step = { readonly result: string } | Said;

/**
 * Questions are named by topics of `topics.json`, several joined by `|`, or by an expression in slashes
 * on the question's own text.
 */
export interface Said {
  readonly says: string;
  /** For each there is a question. */
  readonly must_ask?: readonly string[];
  /** Where given, each question fits one of these or of those that it must ask. */
  readonly may_ask?: readonly string[];
  /** Absurd, now and later. */
  readonly never_ask?: readonly string[];
  /** Told by this message, so that nobody asks for it now or later. */
  readonly tells?: readonly string[];
  readonly begun?: boolean;
  /** Of the specification's text, as `normalised` makes it. */
  readonly holds?: readonly string[];
  readonly never_holds?: readonly string[];
  /** `none`: nothing may be published. Several that would do are joined by `|`. */
  readonly verdict?: string;
  readonly dimensions?: {
    readonly positive?: readonly string[];
    readonly negative?: readonly string[];
  };
  readonly suggestions?: Patterns & { readonly count?: readonly [number, number] };
  /** Of the reply's text. */
  readonly replies?: readonly string[];
  readonly never_replies?: readonly string[];
  /** For each question that the person asks: what an answer fits, apart from the person's words read back. */
  readonly answers?: readonly string[];
  /** Of the requirement that stands first, which the reply names as what the task is for. */
  readonly purpose?: Patterns;
  /** Of each single requirement, limit and assumption, where a word may well stand inside another. */
  readonly never_items?: readonly string[];
  /** Of each single limit: it may be said of the task, but limits nothing. */
  readonly never_limits?: readonly string[];
  /** Of the task after this message. */
  readonly title?: Patterns;
  /** In which the task is after this message; the same as before where the person asked to wait. */
  readonly round?: number;
}

/** A request as somebody types it, and the kind of task that a person would choose. */
export interface KindOfRequest {
  readonly says: string;
  readonly language: string;
  /** Names of the library, joined by `|` where either would do; `-` where none fits. */
  readonly kind: string;
}

const FOLDER = new URL("./people/", import.meta.url);
/** Those that begin with "fresh" were written without sight of the engine, and scored before they were read. */
const OPEN = [
  "work",
  "life",
  "feedback",
  "fresh-define",
  "fresh-feedback",
  "fresh-life",
  "fresh-work",
  "fresh-held",
  "fresh3-feedback",
  "fresh3-life",
  "fresh3-work",
  "fresh4-feedback",
  "fresh4-life",
  "fresh4-work",
  "typed",
];
/** Written by somebody who has seen neither the engine nor the rest; named by their digests. */
const HELD = { dialogues2: "held2.json.gz", kinds: "held-kinds.json.gz" } as const;
const HELD_DIGESTS: Readonly<Record<keyof typeof HELD, string>> = {
  dialogues2: "ae4e790f744a40b1a33ad7da23c0065b010469ec16f9e67d063fc43bebe1b66e",
  kinds: "4436f4abcf5f6fa6f579232e37a91b7302045a34ebeac3180a015cfc239e5ec2",
};

export function openDialogues(): readonly Dialogue[] {
  return OPEN.flatMap((name) => read<readonly Dialogue[]>(`${name}.json`));
}

/** Requests with their kinds, and lines that fit none: talk, questions of knowledge, orders for machines, moods. */
export const openKinds = () => [
  ...read<readonly KindOfRequest[]>("kinds.json"),
  ...read<readonly KindOfRequest[]>("no-kind.json"),
];
/** Throws Error if they are not those that were written first. */
export const heldDialogues = () => readHeld<readonly Dialogue[]>("dialogues2");
/** Throws Error if they are not those that were written first. */
export const heldKinds = () => readHeld<readonly KindOfRequest[]>("kinds");

function readHeld<T>(part: keyof typeof HELD): T {
  const text = gunzipSync(readFileSync(new URL(HELD[part], FOLDER)));
  const digest = createHash("sha256").update(text).digest("hex");
  if (digest !== HELD_DIGESTS[part]) {
    throw new Error(`${HELD[part]} is not the one that was written first.`);
  }
  return JSON.parse(text.toString("utf8")) as T;
}

const TOPICS = read<Readonly<Record<string, string>>>("topics.json");

/** Whether a question asks for one of the topics that an entry names. */
export function asksFor(question: string, entry: string): boolean {
  const own = /^\/(.*)\/$/s.exec(entry)?.[1];
  const patterns = own === undefined ? entry.split("|").map((name) => TOPICS[name]) : [own];
  return patterns.some((pattern) => {
    if (pattern === undefined) throw new Error(`There is no topic of "${entry}" in topics.json.`);
    return fits(question, pattern);
  });
}

export function fits(text: string, pattern: string): boolean {
  return new RegExp(pattern, "iu").test(text);
}

const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const NUMBER_WORD = new RegExp(`\\b(?:${NUMBERS.join("|")})\\b`, "g");

const TIME_OF_DAY = /\b\d{1,2}(?::\d{2})? ?[ap]\.?m\b\.?/g;

/** "8 pm" is "20:00". */
function timeOfDay(text: string): string {
  const [hour = "", minute = "00"] = text.match(/\d+/g) ?? [];
  const shift = text.includes("p") && hour !== "12" ? 12 : 0;
  return `${Number(hour) + shift}:${minute}`;
}

/** One spelling of numbers and times of day, lower case, one space. */
export function normalised(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(NUMBER_WORD, (word) => String(NUMBERS.indexOf(word)))
    .replaceAll(/(?<=\d)[,.](?=\d{3}(?!\d))/g, "")
    .replaceAll(TIME_OF_DAY, timeOfDay)
    .replaceAll(/\s+/g, " ");
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as T;
}
