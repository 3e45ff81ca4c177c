import type { Environment } from "@marcbachmann/cel-js";
import type { RE2JS } from "re2js";
import { Decimal, decimalText } from "../../domain/policy/expressions/decimal.ts";
import type {
  Call,
  Expression,
  Expressions,
  JudgedCall,
  Outcome,
  Span,
  Step,
  Truth,
} from "../../domain/policy/expressions/expression.ts";
import { createMeter, SPENT } from "../../domain/policy/expressions/meter.ts";
import { createEnvironment } from "./environment.ts";
import { spend } from "./functions/meter.ts";
import { type Node, nodeOf, nodesIn, partsOf } from "./nodes.ts";
import { LOADERS, type Loaders, loadParsers, type Parsers } from "./parsers.ts";
import { readExpression } from "./read-expression.ts";
import { originOf } from "./terms.ts";
import { type CelValue, celValue, kindOf } from "./values.ts";
import { watched, watchNodes } from "./watch.ts";
import { wholePattern } from "./whole-pattern.ts";

/** So many instructions of a pattern cost a unit for each character that it is sought in. */
const INSTRUCTIONS_A_UNIT = 4;
const MAX_SAID = 80;

interface ReadyCall extends JudgedCall {
  /** Absent if there are more than can be judged. */
  readonly values?: Readonly<Record<string, CelValue | Date>>;
}

export function createExpressions(loaders: Loaders = LOADERS): Expressions {
  const parsers: Parsers = {};
  const environment = createEnvironment(parsers);
  return {
    load: (functions) => loadParsers(parsers, functions, loaders),
    compile: (source) => compile(source, environment),
    call: readyCall,
    wholePattern,
  };
}

function readyCall(call: Call): ReadyCall {
  const meter = createMeter();
  const { args, onBehalfOf, now, resources, freezes = {}, ...rest } = call;
  try {
    const count = () => meter.take(1);
    const values = {
      ...rest,
      on_behalf_of: onBehalfOf,
      resources,
      now: new Date(now),
      freezes,
      args: celValue(args, count),
    };
    return { call, meter, values };
  } catch {
    return { call, meter };
  }
}

function compile(source: string, environment: Environment): Expression {
  const { parsed, term, patterns } = readExpression(source, environment);
  const root = nodeOf(parsed.ast);
  withPatterns(root, patterns);
  watchNodes(root);

  function run(
    { meter, values }: ReadyCall,
    told?: (node: Node, value: unknown) => void,
    isWhole = false,
  ): Truth {
    if (values === undefined) return { failed: SPENT };
    try {
      const value: unknown = watched({ meter, told, isWhole }, () => parsed(values));
      if (meter.isSpent) return { failed: SPENT };
      return typeof value === "boolean"
        ? value
        : { failed: `it is ${kindOf(value)}, not true or false` };
    } catch (error) {
      return { failed: meter.isSpent ? SPENT : reasonOf(error) };
    }
  }

  return {
    source,
    term,
    judge: (judged) => run(judged),
    explain(judged) {
      const steps = new Map<string, Step>();
      run(judged, ({ start, end, op }, value) => {
        if (op === "value" || op === "list") return;
        steps.set(`${start} ${end}`, stepOf({ from: start, to: end }, value));
      });
      return [...steps.values()].toSorted((a, b) => a.from - b.from || b.to - a.to);
    },
    outcomes(judged) {
      const found = new Map<Node | undefined, Outcome[]>();
      const told = (node: Node, value: unknown) => {
        const known = found.get(node);
        if (known === undefined) found.set(node, [outcomeOf(value)]);
        else known.push(outcomeOf(value));
      };
      run(judged, told, true);
      // What is not known of all parts is known of none.
      return (part) => (judged.meter.isSpent ? [] : (found.get(originOf(part)) ?? []));
    },
  };
}

/** Sought in time in proportion to the text: the library's own patterns take for ever on some. */
function withPatterns(root: Node, patterns: ReadonlyMap<number, RE2JS>): void {
  const parts = new Set([...partsOf(root), ...nodesIn(root.args)]);
  for (const part of parts) withPatterns(part, patterns);
  if (!isMatch(root)) return;
  const pattern = patterns.get(root.start);
  if (pattern === undefined) throw new Error("A pattern was not read.");
  const cost = Math.ceil(pattern.programSize() / INSTRUCTIONS_A_UNIT);
  root.handle = (values) => {
    const [text] = values as readonly unknown[];
    if (typeof text !== "string") throw new Error(`${kindOf(text)} is compared with a pattern`);
    spend(text.length * cost);
    return pattern.matcher(text).find();
  };
}

function isMatch({ op, args }: Node): boolean {
  return op === "rcall" && (args as readonly unknown[])[0] === "matches";
}

/** What it was is said only where somebody wants to know: large values are read thousands of times. */
function stepOf(span: Span, value: unknown): Step {
  const failed = value instanceof Error;
  return {
    from: span.from,
    to: span.to,
    failed,
    isFalse: value === false,
    get is() {
      return failed ? reasonOf(value) : said(value);
    },
  };
}

function outcomeOf(value: unknown): Outcome {
  if (typeof value === "boolean") return value;
  const isMissing = value instanceof Error && MISSING.test(textOf(value));
  return isMissing ? "missing" : "failed";
}

const MISSING = /^No such key: (.+)$/;

function textOf(error: unknown): string {
  const { summary, message } = error as { summary?: string; message?: string };
  return (summary ?? message ?? String(error)).split("\n", 1)[0] ?? "";
}

function reasonOf(error: unknown): string {
  return textOf(error).replace(MISSING, "$1 is not there");
}

function said(value: unknown): string {
  if (value instanceof Decimal) return decimalText(value);
  if (value instanceof Date) return value.toISOString();
  const text =
    JSON.stringify(value, (_, one) => (typeof one === "bigint" ? Number(one) : one)) ??
    String(value);
  return text.length > MAX_SAID ? `${text.slice(0, MAX_SAID)}…` : text;
}
