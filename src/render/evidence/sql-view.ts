import type { SqlEvidence } from "../../domain/evidence/evidence.ts";
import type { Json } from "../../domain/json.ts";
import { shownJson, shownText } from "../shown-json.ts";
import type { Drawn } from "./file-view.ts";
import { plainLinesOf } from "./lines.ts";
import { readSql, type SqlStatement, type SqlText } from "./sql-statements.ts";

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

export function drawSql({ name, params }: SqlEvidence, text: string): Drawn {
  const sql = readSql(text.slice(0, MOST_READ));
  const given = paramsOf(params);
  return {
    heading: `SQL ${shownText(name)} · ${kindsOf(sql.statements)}`,
    warnings: [
      ...(text.length > MOST_READ ? ["It is too long: what stands further down is not read."] : []),
      ...sql.statements.flatMap(dangersOf),
      ...doubtsOf(sql),
      ...unfilled(sql, params),
    ].filter((one, index, all) => all.indexOf(one) === index),
    facts: given.slice(0, MOST_PARAMS).map(([label, value]) => ({
      label: shownText(label),
      value: `${shownJson(value)} (${typeOf(value)})`,
    })),
    lines: plainLinesOf(text),
  };
}

function kindsOf(statements: readonly SqlStatement[]): string {
  const counts = Map.groupBy(statements, ({ kind }) => kind);
  const told = [...counts].slice(0, MOST_KINDS).map(([kind, of]) => {
    return of.length === 1 ? shownText(kind) : `${of.length} × ${shownText(kind)}`;
  });
  const more = counts.size - told.length;
  if (more > 0) told.push(`${more} more kinds`);
  return told.join(", ") || "no statement";
}

/** What changes or removes much at once, whatever stands around it. */
function dangersOf({ kind, words }: SqlStatement): readonly string[] {
  const all = new Set(words);
  const isLimited = all.has("WHERE");
  // A change may stand behind WITH or EXPLAIN ANALYZE.
  const changes = ["DELETE", "UPDATE"].filter((verb) => isVerb(verb, words));
  return [
    ...(isLimited ? [] : changes.map((verb) => `${verb} without WHERE: it is of every row.`)),
    ...(isLimited && changes.length > 0 && isAlways(words)
      ? [`${changes.join(" and ")} with a condition that may always hold.`]
      : []),
    ...(CHANGES_TABLES.test(kind) ? [`${kind} changes the database itself, not rows.`] : []),
    ...(RIGHTS.test(words.slice(0, 2).join(" ")) ? [`${kind} changes who may do what.`] : []),
    ...(RUNS.has(kind) ? [`${kind} runs or reads what is not shown here.`] : []),
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

function doubtsOf(sql: SqlText): readonly string[] {
  return [
    ...(sql.hasRunComments
      ? ["A comment in it is run by MySQL and MariaDB, or changes how it is run."]
      : []),
    ...(sql.isOpen ? ["A text, a name or a comment in it does not end."] : []),
    ...(sql.isAmbiguous
      ? ["Databases differ in where a text or a comment of it ends: another may run more of it."]
      : []),
    ...(sql.hasComments
      ? ["It has comments. They are not run, and can say other than what is."]
      : []),
  ];
}

/** Places without a value, and values without a place. */
function unfilled({ places, names }: SqlText, params: Json | undefined): readonly string[] {
  const given = paramsOf(params);
  if (Array.isArray(params) || params === undefined) {
    const wanted = names.length > 0 && params === undefined ? names.length : places;
    return wanted === given.length
      ? []
      : [`It has places for ${wanted} parameters, and ${given.length} are shown.`];
  }
  const missing = names.filter((name) => !given.some(([key]) => key === name));
  return missing.length === 0
    ? []
    : [`No value is shown for ${missing.map(shownText).join(", ")}.`];
}

function paramsOf(params: Json | undefined): readonly (readonly [string, Json])[] {
  if (params === undefined) return [];
  if (Array.isArray(params)) return params.map((value: Json, index) => [`$${index + 1}`, value]);
  if (typeof params !== "object" || params === null) return [["$1", params]];
  return Object.entries(params).map(([key, value]) => [key.replace(/^[:@$]/, ""), value]);
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  const named = { string: "text", number: "number", boolean: "truth" } as Record<string, string>;
  return named[typeof value] ?? "object";
}
