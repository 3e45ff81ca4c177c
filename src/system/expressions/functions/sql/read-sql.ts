import { spend } from "../meter.ts";
import { FUNCTIONS, NODES, OPERATORS, SAMPLES, TYPES } from "./known.ts";
import { scanSql } from "./scan-sql.ts";

/** So that all that one decision can have parsed takes no longer than a single text at its worst. */
const UNITS = { character: 2, token: 60 };

/** The tree of each statement, as PostgreSQL's own parser makes it. */
export type ParseSql = (text: string) => readonly object[];

/** A text of SQL, as far as its words tell what it does. */
export class Sql {
  /** What it does, such as `select`, `delete`, `for update`: also what stands within another statement. */
  readonly kinds: readonly string[];
  readonly statements: bigint;
  readonly #tables: readonly string[];

  constructor(kinds: readonly string[], statements: number, tables: readonly string[]) {
    this.kinds = kinds;
    this.statements = BigInt(statements);
    this.#tables = tables;
  }

  /** As they are written: `sales.orders`, or `orders` of whatever schema. */
  get tables(): readonly string[] {
    const other = this.kinds.find((kind) => !OF_TABLES.has(kind));
    if (other === undefined) return this.#tables;
    throw new Error(`which tables a statement of the kind ${other} is about is not known`);
  }
}

const READING: ReadonlySet<string> = new Set(["select", "explain"]);
const OF_TABLES: ReadonlySet<string> = new Set([
  ...READING,
  "explain analyze",
  "select into",
  "for update",
  "insert",
  "update",
  "delete",
  "merge",
  "truncate",
]);

/** Whether nothing in it writes, locks or runs what writes. What the role may do it cannot know. */
export function readsOnly({ kinds }: Sql): boolean {
  return kinds.every((kind) => READING.has(kind));
}

/** Throws on what is no whole SQL, and on each function, type and operator that is not known to be harmless. */
export function readSql(text: string, parse: ParseSql): Sql {
  const tokens = scanSql(text);
  spend(text.length * UNITS.character + tokens * UNITS.token);
  const statements = parse(text);
  if (statements.length === 0) throw new Error("there is no statement");
  const found: Found = { kinds: new Set(), tables: new Set(), others: new Set() };
  for (const statement of statements) {
    if ("SelectStmt" in ((statement as { stmt?: object }).stmt ?? {})) found.kinds.add("select");
    visit(statement, NO_NAMES, found);
  }
  const made = new Sql([...found.kinds], statements.length, [...found.tables]);
  const [other] = found.others;
  // Of other statements no more is believed than their kind.
  if (other !== undefined && made.kinds.every((kind) => OF_TABLES.has(kind))) {
    throw new Error(`the SQL has a part that is not known here: ${other}`);
  }
  return made;
}

interface Found {
  readonly kinds: Set<string>;
  readonly tables: Set<string>;
  /** Kinds of parts that are not known. */
  readonly others: Set<string>;
}

interface Tree {
  readonly relname?: unknown;
  readonly schemaname?: unknown;
  readonly catalogname?: unknown;
  readonly withClause?: { readonly ctes?: readonly CommonTable[]; readonly recursive?: boolean };
  readonly A_Expr?: { readonly name?: unknown };
  readonly name?: unknown;
  readonly is_program?: boolean;
  readonly pct_type?: boolean;
  readonly setof?: boolean;
  readonly [key: string]: unknown;
}

interface CommonTable {
  readonly CommonTableExpr: { readonly ctename: string };
}

/** Names that stand for a part of the statement instead of a table. */
type Names = ReadonlySet<string>;
const NO_NAMES: Names = new Set();

function visit(value: unknown, names: Names, found: Found): void {
  if (Array.isArray(value)) for (const one of value) visit(one, names, found);
  else if (typeof value === "object" && value !== null) visitTree(value as Tree, names, found);
}

function visitTree(tree: Tree, around: Names, found: Found): void {
  checkUsed(tree);
  // What is changed stands bare, what is read from in its own wrapping, as `RangeVar`.
  if (typeof tree.relname === "string") addTable(tree, NO_NAMES, found);
  const names = withCommon(tree, around, found);
  for (const [key, part] of Object.entries(tree)) {
    if (key === "RangeVar") addTable(part as Tree, names, found);
    else if (key !== "withClause") {
      addPart(key, part as Tree, found);
      visit(part, names, found);
    }
  }
}

/** What `with` names holds for what stands behind it, and for itself where it is recursive. */
function withCommon({ withClause }: Tree, around: Names, found: Found): Names {
  if (withClause === undefined) return around;
  const { ctes = [], recursive } = withClause;
  let names = around;
  for (const one of ctes) {
    const within = new Set([...names, one.CommonTableExpr.ctename]);
    visit(one, recursive === true ? within : names, found);
    names = within;
  }
  return names;
}

function addTable({ catalogname, schemaname, relname }: Tree, names: Names, found: Found): void {
  const parts = [catalogname, schemaname, relname].filter((part) => part !== undefined);
  const name = parts.join(".");
  // A name in quotes may have a dot of its own.
  if (!parts.every((part) => /^[A-Za-z_]\w*$/.test(String(part)))) {
    throw new Error("a table has a name that can be taken for another");
  }
  if (!names.has(name)) found.tables.add(name);
}

function addPart(key: string, part: Tree, { kinds, others }: Found): void {
  if (key === "intoClause") kinds.add("select into");
  else if (key === "lockingClause") kinds.add("for update");
  else if (!/^[A-Z]/.test(key) || key === "SelectStmt") return;
  else if (!key.endsWith("Stmt")) {
    if (!NODES.has(key)) others.add(key);
  } else for (const one of kindsOf(key, part)) kinds.add(one);
}

function kindsOf(kind: string, part: Tree): readonly string[] {
  switch (kind) {
    case "ExplainStmt": {
      const { options = [] } = part as { options?: readonly { DefElem: { defname: string } }[] };
      const runs = options.some(({ DefElem }) => DefElem.defname === "analyze");
      return runs ? ["explain", "explain analyze"] : ["explain"];
    }
    case "CopyStmt":
      return [part.is_program === true ? "copy program" : "copy"];
    case "VariableSetStmt":
      return [/^(?:role|session_authorization)$/.test(String(part.name)) ? "set role" : "set"];
    case "VariableShowStmt":
      return ["show"];
    default:
      return [
        kind
          .slice(0, -"Stmt".length)
          .replaceAll(/(?<=[a-z])[A-Z]/g, " $&")
          .toLowerCase(),
      ];
  }
}

/** By the key under which the tree holds a name in parts. */
const USED: readonly (readonly [key: string, what: string, known: ReadonlySet<string>])[] = [
  ["funcname", "function", FUNCTIONS],
  ["names", "type", TYPES],
  ["operName", "operator", OPERATORS],
  ["useOp", "operator", OPERATORS],
  ["method", "way of sampling", SAMPLES],
];

function checkUsed(tree: Tree): void {
  for (const [key, what, known] of USED) checkName(tree[key], what, known);
  checkName(tree.A_Expr?.name, "operator", OPERATORS);
  if (tree.pct_type === true || tree.setof === true) throw new Error("a type is not known here");
}

function checkName(value: unknown, what: string, known: ReadonlySet<string>): void {
  if (!Array.isArray(value)) return;
  const parts = (value as readonly { String?: { sval?: string } }[]).map(
    ({ String: text }) => text?.sval ?? "",
  );
  const [name = ""] = parts.slice(parts[0] === "pg_catalog" ? 1 : 0);
  const isOwn = parts.length > (parts[0] === "pg_catalog" ? 2 : 1);
  if (isOwn || !known.has(name)) {
    throw new Error(`the ${what} ${parts.join(".")} is not known here`);
  }
}
