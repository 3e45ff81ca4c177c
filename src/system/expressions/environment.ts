import { Environment } from "@marcbachmann/cel-js";
import { compileGlob, type GlobMatch } from "../../domain/glob.ts";
import type { Json } from "../../domain/json.ts";
import { valueAt } from "../../domain/json-pointer.ts";
import {
  addDecimals,
  compareDecimals,
  Decimal,
  decimalOf,
  multiplyDecimals,
  subtractDecimals,
} from "../../domain/policy/expressions/decimal.ts";
import {
  EmailValue,
  emailOf,
  isHostWithin,
  isInRange,
  isNear,
  UrlValue,
  urlOf,
} from "./functions/address.ts";
import { isBetween, LocalTime, timeOf } from "./functions/local-time.ts";
import { spend } from "./functions/meter.ts";
import { isWithin, PathValue, pathOf } from "./functions/path.ts";
import { withShell } from "./functions/shell/shell.ts";
import { withSql } from "./functions/sql/sql.ts";
import type { Parsers } from "./parsers.ts";

/** So many places of a pattern with both wildcards are tried together. */
const PLACES_A_STEP = 31;
const TIMESTAMP = "google.protobuf.Timestamp";
const LIMITS = {
  maxAstNodes: 2_000,
  maxDepth: 64,
  maxListElements: 1_000,
  maxMapEntries: 200,
  maxCallArguments: 8,
};

/** What every expression may name, beside the arguments. */
export const VARIABLES = {
  tool: "string",
  agent: "string",
  session: "string",
  on_behalf_of: "string",
  resources: "list<string>",
  level: "string",
  now: TIMESTAMP,
  freezes: "map<string, bool>",
  args: "map<string, dyn>",
} as const;

/** The arguments are of any kind here: an agent may send what no schema admits. */
export function createEnvironment(parsers: Readonly<Parsers>): Environment {
  const made = new Environment({ limits: LIMITS, homogeneousAggregateLiterals: false });
  for (const [name, type] of Object.entries(VARIABLES)) made.registerVariable(name, type);
  withDecimals(made);
  withAddresses(made);
  withTimes(made);
  withShell(made, () => parsers.shell);
  withSql(made, () => parsers.sql);
  const globs = new Map<string, GlobMatch>();
  made.registerFunction("glob(string, string): bool", (text: string, pattern: string) => {
    const match = globs.get(pattern) ?? compileGlob(pattern);
    globs.set(pattern, match);
    spend(text.length * Math.floor(pattern.length / PLACES_A_STEP));
    return match(text);
  });
  // Says nothing of the call: what it names, a rule that allows lets pass with any content.
  made.registerFunction("any_of(string): bool", () => true);
  withPointers(made);
  return made;
}

/** What the short form of conditions stands for where a name of CEL does not do. */
function withPointers(made: Environment): void {
  const find = (args: Json, pointer: string) => valueAt(args, pointer);
  made.registerFunction(
    "is_at(map<string, dyn>, string): bool",
    (args: Json, pointer: string) => find(args, pointer) !== undefined,
  );
  made.registerFunction("at(map<string, dyn>, string): dyn", (args: Json, pointer: string) => {
    const found = find(args, pointer);
    if (found === undefined) throw new Error(`nothing is at ${pointer}`);
    return found;
  });
}

function withDecimals(made: Environment): void {
  made.registerType("Decimal", { ctor: Decimal, fields: {} });
  for (const from of ["string", "int", "double"]) {
    made.registerFunction(`decimal(${from}): Decimal`, decimalOf);
  }
  const compared = {
    "<": (order: number) => order < 0,
    "<=": (order: number) => order <= 0,
    ">": (order: number) => order > 0,
    ">=": (order: number) => order >= 0,
  };
  for (const [sign, holds] of Object.entries(compared)) {
    made.registerOperator(`Decimal ${sign} Decimal`, (a: Decimal, b: Decimal) =>
      holds(compareDecimals(a, b)),
    );
    made.registerOperator(`Decimal ${sign} int`, (a: Decimal, b: bigint) =>
      holds(compareDecimals(a, decimalOf(b))),
    );
  }
  made.registerOperator(
    "Decimal == Decimal",
    (a: Decimal, b: Decimal) => compareDecimals(a, b) === 0,
  );
  made.registerOperator("Decimal + Decimal", addDecimals);
  made.registerOperator("Decimal - Decimal", subtractDecimals);
  made.registerOperator("Decimal * Decimal", multiplyDecimals);
}

function withAddresses(made: Environment): void {
  made.registerType("Path", { ctor: PathValue, fields: { text: "string", name: "string" } });
  made.registerFunction("path(string): Path", pathOf);
  made.registerFunction("Path.within(string): bool", isWithin);
  made.registerType("Url", {
    ctor: UrlValue,
    fields: {
      scheme: "string",
      host: "string",
      port: "int",
      path: "string",
      query: "string",
      has_user: "bool",
    },
  });
  made.registerFunction("url(string): Url", urlOf);
  made.registerFunction("Url.host_within(string): bool", isHostWithin);
  made.registerFunction("Url.in_range(string): bool", isInRange);
  made.registerFunction("Url.is_near(): bool", isNear);
  made.registerType("Email", { ctor: EmailValue, fields: { local: "string", domain: "string" } });
  made.registerFunction("email(string): Email", emailOf);
}

function withTimes(made: Environment): void {
  made.registerType("LocalTime", {
    ctor: LocalTime,
    fields: { weekday: "string", date: "string", time: "string", hour: "int", minute: "int" },
  });
  made.registerFunction(`time(string): ${TIMESTAMP}`, timeOf);
  made.registerFunction(
    `${TIMESTAMP}.tz(string): LocalTime`,
    (at: Date, zone: string) => new LocalTime(at, zone),
  );
  made.registerFunction("LocalTime.between(string, string): bool", isBetween);
}
