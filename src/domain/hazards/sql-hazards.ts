import type { Hazard, HazardKind } from "./hazard.ts";
import { readSql, type SqlStatement } from "./sql-statements.ts";

const NAME = String.raw`((?:[A-Za-z_][\w$]{0,63}\.){0,2}[A-Za-z_][\w$]{0,63})`;
const IN_QUOTES = `(?:${NAME}|'')`;
const ALIAS = String.raw`(?:\s+(?:AS\s+)?[A-Za-z_]\w{0,63})?`;
const UPDATE = new RegExp(
  String.raw`^UPDATE\s+(?:ONLY\s+|LOW_PRIORITY\s+|IGNORE\s+)*${IN_QUOTES}${ALIAS}\s+SET\s+[\w.$()', ]{1,200}=`,
  "i",
);
const DELETE = new RegExp(
  String.raw`^DELETE\s+FROM\s+(?:ONLY\s+)?${IN_QUOTES}(?:\s*$|\s+(?:WHERE|USING|RETURNING|ORDER|LIMIT)\b|\s+(?:AS\s+)?[A-Za-z_]\w{0,63}\s+(?:WHERE|USING)\b)`,
  "i",
);
const TRUNCATE = new RegExp(
  String.raw`^TRUNCATE\s+(TABLE\s+)?(?:ONLY\s+)?${IN_QUOTES}(?:\s*,.*|\s+(?:CASCADE|RESTRICT|RESTART|CONTINUE)\b.*)?\s*$`,
  "is",
);
const DROP = new RegExp(
  String.raw`^DROP\s+(TABLE|DATABASE|SCHEMA|VIEW|MATERIALIZED\s+VIEW|INDEX|USER|ROLE|TRIGGER|FUNCTION|SEQUENCE)\s+(?:CONCURRENTLY\s+)?(?:IF\s+EXISTS\s+)?${IN_QUOTES}(?:\s*,.*|\s+(?:CASCADE|RESTRICT|ON)\b.*)?\s*$`,
  "is",
);
const ALTER = new RegExp(
  String.raw`^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?${IN_QUOTES}\s(.*)$`,
  "is",
);
const DROPS_COLUMN =
  /(?:^|,)\s*DROP\s+(?:COLUMN\s+(?:IF\s+EXISTS\s+)?)?(?!(?:CONSTRAINT|PRIMARY|FOREIGN|INDEX|KEY|CHECK|DEFAULT|NOT|PARTITION)\b)(?:[A-Za-z_]|'')/i;
const RIGHTS =
  /^(GRANT|REVOKE)\s+(?:ALL|SELECT|INSERT|UPDATE|DELETE|USAGE|EXECUTE|CREATE|CONNECT|TRUNCATE)\b.{1,400}?\s(?:ON|TO|FROM)\s|^((?:ALTER|CREATE)\s+(?:USER|ROLE))\s+[A-Za-z_'][\w']*\s+(?:WITH|PASSWORD|IDENTIFIED|SUPERUSER|SET|RENAME)\b/is;
const ALWAYS = /\bWHERE\s+(?:\(\s*)?(?:TRUE|(\d{1,9})\s*=\s*\1|''\s*=\s*'')(?:\s*\))?\s*$/i;
/** These run the change that stands behind other words. */
const CARRIES: ReadonlySet<string> = new Set(["WITH", "EXPLAIN"]);

/**
 * What stands out in a text if a database runs it. Words that are no statement are no hazard: each is
 * told by the whole of its form. `isSql`: its argument is for nothing else.
 */
export function sqlHazards(text: string, isSql: boolean): readonly Hazard[] {
  return readSql(text).statements.flatMap((statement) => [
    ...changesOf(statement),
    ...dropsOf(statement.plain, isSql),
  ]);
}

function changesOf(statement: SqlStatement): readonly Hazard[] {
  const { plain } = statement;
  const updated = UPDATE.exec(plain);
  const deleted = DELETE.exec(plain);
  if (updated !== null) {
    return isOfEvery(statement) ? [hazard("changes_every_row", updated[1])] : [];
  }
  if (deleted !== null) {
    return [hazard(isOfEvery(statement) ? "deletes_every_row" : "deletes_rows", deleted[1])];
  }
  return carriedBy(statement);
}

/** A condition within parentheses is that of another statement. */
function isOfEvery({ top, plain }: SqlStatement): boolean {
  const isLimited = ["WHERE", "LIMIT", "JOIN", "USING"].some((word) => top.includes(word));
  return !isLimited || ALWAYS.test(plain);
}

/** `WITH … UPDATE`, and `EXPLAIN ANALYZE`, which runs what it explains. */
function carriedBy({ words }: SqlStatement): readonly Hazard[] {
  const [first = ""] = words;
  if (!CARRIES.has(first) || words.includes("WHERE")) return [];
  if (first === "EXPLAIN" && !words.includes("ANALYZE")) return [];
  const isSet = words.some((word, at) => word === "UPDATE" && words.indexOf("SET", at) > at);
  const isDeleted = words.some((word, at) => word === "DELETE" && words[at + 1] === "FROM");
  return [
    ...(isSet ? [hazard("changes_every_row", undefined)] : []),
    ...(isDeleted ? [hazard("deletes_every_row", undefined)] : []),
  ];
}

function dropsOf(plain: string, isSql: boolean): readonly Hazard[] {
  const truncated = TRUNCATE.exec(plain);
  if (truncated !== null && (isSql || truncated[1] !== undefined)) {
    return [hazard("deletes_every_row", truncated[2])];
  }
  const dropped = DROP.exec(plain);
  if (dropped !== null) return [droppedHazard(dropped[1] ?? "", dropped[2])];
  const altered = ALTER.exec(plain);
  if (altered !== null && DROPS_COLUMN.test(altered[2] ?? "")) {
    return [hazard("drops_column", altered[1])];
  }
  const rights = RIGHTS.exec(plain);
  const what = rights?.[1] ?? rights?.[2];
  return what === undefined ? [] : [hazard("changes_rights", inCapitals(what))];
}

function droppedHazard(of: string, name: string | undefined): Hazard {
  const what = inCapitals(of);
  if (what === "TABLE") return hazard("drops_table", name);
  if (what === "DATABASE" || what === "SCHEMA") return hazard("drops_database", name);
  return hazard("drops_other", `DROP ${what}`);
}

function inCapitals(words: string): string {
  return words.toUpperCase().replaceAll(/\s+/g, " ");
}

function hazard(kind: HazardKind, what: string | undefined): Hazard {
  return { kind, what: what ?? "…" };
}
