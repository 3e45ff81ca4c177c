import type { Json } from "../json.ts";

/*
 * What an argument is for, as far as its name and its value tell: where it happens, what it costs, whom
 * it reaches. A name is read as its words; only plain Latin letters count, so that a look-alike of
 * `amount` is no amount.
 */

export const ARG_ROLES = [
  "place",
  "command",
  "amount",
  "target",
  "hinted",
  "count",
  "name",
  "plain",
  "flag",
  "text",
  "id",
  "compound",
] as const;
export type ArgRole = (typeof ARG_ROLES)[number];

/** What it is for, and its place among those for the same; a lower one comes first. */
export interface Rank {
  readonly role: ArgRole;
  readonly rank: number;
}

const PLACES =
  "environment env stage cluster database db namespace tenant region zone project workspace account stack schema host hostname server node instance machine device site system domain bucket repository repo branch";
const COMMANDS =
  "command cmd query sql script code statement expression action operation method verb";
const AMOUNTS =
  "amount sum total price cost fee payment refund salary balance budget credit discount value";
const TARGETS =
  "to recipient recipients payee beneficiary target targets destination dest cc bcc path file filename folder directory table version release user username customer person people member owner email mail address iban url uri link endpoint channel topic queue role group permission permissions scope resource service app phone from source";
const COUNTS =
  "count quantity qty limit size replicas number percent percentage rate max min days nights hours minutes seconds months years";
const NAMES = "name title subject label kind type status state mode";
const IDS =
  "id ids uuid guid key keys hash sha sha256 digest token nonce etag checksum signature revision trace span timestamp";
const TEXTS =
  "body content contents text message description note notes comment memo reason details summary html markdown data payload blob base64 image";

const KNOWN: ReadonlyMap<string, Rank> = new Map(
  (
    [
      ["text", TEXTS],
      ["id", IDS],
      ["name", NAMES],
      ["count", COUNTS],
      ["target", TARGETS],
      ["amount", AMOUNTS],
      ["command", COMMANDS],
      ["place", PLACES],
    ] as const
  ).flatMap(([role, words]) =>
    words.split(" ").map((word, rank): [string, Rank] => [word, { role, rank }]),
  ),
);

/** Say little by themselves: the word before them says what it is. */
const WEAK: ReadonlySet<string> = new Set(["name", "title", "code", "type", "value", "list"]);
const MINOR = /(?:^|[^a-z])(?:cents?|minor|micros?|pence|pennies)(?:[^a-z]|$)/i;
const NUMBER = /^-?\d{1,18}(?:\.\d{1,12})?$/;
const MOST_KEY_CHARS = 64;
const PLAIN = { role: "plain", rank: 100 } as const;
/** A longer text is read and not looked at. */
const LONG_TEXT_CHARS = 120;

/** Whether the name as it stands tells what it is for. */
export function isKnownKey(key: string): boolean {
  return KNOWN.has(key);
}

/** Whether an amount counts cents, so that it must not be shown as whole units. */
export function isMinorUnit(key: string): boolean {
  return MINOR.test(key.slice(0, MOST_KEY_CHARS).replace(/[A-Z]/g, "_$&"));
}

/** What an argument of this name and value is for. */
export function roleOfKey(key: string, value: Json): Rank {
  const named = namedRank(key);
  switch (typeof value) {
    case "boolean":
      return { role: "flag", rank: value ? 0 : 1 };
    case "string":
      return ofText(named, value);
    case "number":
      return named.role === "text" ? PLAIN : named;
    default:
      return isNothing(value) ? { ...named, role: "compound" } : named;
  }
}

function isNothing(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function ofText(named: Rank, text: string): Rank {
  const { role, rank } = named;
  if ((role === "amount" || role === "count") && !NUMBER.test(text)) return PLAIN;
  const isRead = text.length > LONG_TEXT_CHARS && role !== "command";
  return isRead ? { role: "text", rank } : named;
}

function namedRank(key: string): Rank {
  const words = wordsOf(key);
  // "per night" says what one costs.
  if (words[0] === "per" && words.length > 1) return { role: "amount", rank: 3 };
  const last = words.at(-1) ?? "";
  if (!WEAK.has(last)) return KNOWN.get(last) ?? strongest(words.slice(0, -1));
  const before = strongest(words.slice(0, -1));
  return before.role === "plain" ? (KNOWN.get(last) ?? PLAIN) : before;
}

function strongest(words: readonly string[]): Rank {
  const found = words.flatMap((word) => KNOWN.get(word) ?? []);
  return found.find(({ role }) => role !== "text" && role !== "id") ?? PLAIN;
}

function wordsOf(key: string): readonly string[] {
  return key
    .slice(0, MOST_KEY_CHARS)
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "");
}
