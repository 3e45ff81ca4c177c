import type { SqlEvidence } from "../../domain/evidence/evidence.ts";
import { readSql, type SqlStatement, type SqlText } from "../../domain/hazards/sql-statements.ts";
import type { Json } from "../../domain/json.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { shownJson, shownText } from "../shown-json.ts";
import { andWords, commaWords } from "../words/listed.ts";
import type { Drawn } from "./file-view.ts";
import { plainLinesOf } from "./lines.ts";

const MOST_READ = 100_000;
const MOST_KINDS = 6;
const MOST_PARAMS = 100;
const CHANGES_TABLES = /^(?:CREATE|ALTER|DROP|TRUNCATE|RENAME|REINDEX|VACUUM)\b/;
const RIGHTS = /^(?:GRANT|REVOKE|REASSIGN|SET ROLE)\b/;
const RUNS = new Set([
  "CALL",
  "EXEC",
  "EXECUTE",
  "DO",
  "COPY",
  "LOAD",
  "ATTACH",
  "PREPARE",
  "PRAGMA",
]);

export function drawSql({ name, params }: SqlEvidence, text: string, words: RenderMessages): Drawn {
  const sql = readSql(text.slice(0, MOST_READ));
  const given = paramsOf(params);
  return {
    heading: `SQL ${shownText(name)} · ${kindsOf(sql.statements, words)}`,
    warnings: [
      ...(text.length > MOST_READ ? [words.say("evidence.too_long")] : []),
      ...sql.statements.flatMap((one) => dangersOf(one, words)),
      ...doubtsOf(sql, words),
      ...unfilled(sql, params, words),
    ].filter((one, index, all) => all.indexOf(one) === index),
    facts: given.slice(0, MOST_PARAMS).map(([label, value]) => ({
      label: shownText(label),
      value: `${shownJson(value)} (${words.say(`evidence.type.${typeOf(value)}`)})`,
    })),
    lines: plainLinesOf(text),
  };
}

function kindsOf(statements: readonly SqlStatement[], words: RenderMessages): string {
  const counts = Map.groupBy(statements, ({ kind }) => kind);
  const told = [...counts].slice(0, MOST_KINDS).map(([kind, of]) => {
    return of.length === 1 ? shownText(kind) : `${of.length} × ${shownText(kind)}`;
  });
  const more = counts.size - told.length;
  if (more > 0) told.push(words.say("evidence.sql.kinds", { count: more }));
  return told.length === 0 ? words.say("evidence.sql.none") : told.join(", ");
}

/** What changes or removes much at once, whatever stands around it. */
function dangersOf(statement: SqlStatement, words: RenderMessages): readonly string[] {
  const { kind, words: said } = statement;
  const all = new Set(said);
  const isLimited = all.has("WHERE");
  // A change may stand behind WITH or EXPLAIN ANALYZE.
  const changes = ["DELETE", "UPDATE"].filter((verb) => isVerb(verb, said));
  return [
    ...(isLimited ? [] : changes.map((verb) => words.say("evidence.sql.rows", { verb }))),
    ...(isLimited && changes.length > 0 && isAlways(said)
      ? [words.say("evidence.sql.always", { verbs: andWords(changes, words) })]
      : []),
    ...(CHANGES_TABLES.test(kind) ? [words.say("evidence.sql.tables", { kind })] : []),
    ...(RIGHTS.test(said.slice(0, 2).join(" "))
      ? [words.say("evidence.sql.rights", { kind })]
      : []),
    ...(RUNS.has(kind) ? [words.say("evidence.sql.runs", { kind })] : []),
  ];
}

/** Not `FOR UPDATE` of a lock, `ON DELETE` of a key, or `DO UPDATE` of one row that is there already. */
const NO_VERB = new Set(["FOR", "ON", "DO", "KEY"]);

function isVerb(verb: string, words: readonly string[]): boolean {
  return words.some((word, index) => word === verb && !NO_VERB.has(words[index - 1] ?? ""));
}

/** `WHERE TRUE`, and `WHERE 1 = 1`, of which only the first is a word. */
function isAlways(words: readonly string[]): boolean {
  const behind = words.slice(words.lastIndexOf("WHERE") + 1);
  return behind.length === 0 || behind[0] === "TRUE" || behind.includes("OR");
}

function doubtsOf(sql: SqlText, words: RenderMessages): readonly string[] {
  return [
    ...(sql.hasRunComments ? [words.say("evidence.sql.run_comment")] : []),
    ...(sql.isOpen ? [words.say("evidence.sql.open")] : []),
    ...(sql.isAmbiguous ? [words.say("evidence.sql.differ")] : []),
    ...(sql.hasComments ? [words.say("evidence.sql.comments")] : []),
  ];
}

/** Places without a value, and values without a place. */
function unfilled(
  { places, names }: SqlText,
  params: Json | undefined,
  words: RenderMessages,
): readonly string[] {
  const given = paramsOf(params);
  if (Array.isArray(params) || params === undefined) {
    const wanted = names.length > 0 && params === undefined ? names.length : places;
    return wanted === given.length
      ? []
      : [words.say("evidence.sql.places", { wanted, given: given.length })];
  }
  const missing = names.filter((name) => !given.some(([key]) => key === name));
  return missing.length === 0
    ? []
    : [words.say("evidence.sql.missing", { names: commaWords(missing.map(shownText), words) })];
}

function paramsOf(params: Json | undefined): readonly (readonly [string, Json])[] {
  if (params === undefined) return [];
  if (Array.isArray(params)) return params.map((value: Json, index) => [`$${index + 1}`, value]);
  if (typeof params !== "object" || params === null) return [["$1", params]];
  return Object.entries(params).map(([key, value]) => [key.replace(/^[:@$]/, ""), value]);
}

function typeOf(value: Json) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "truth" : "object";
}
