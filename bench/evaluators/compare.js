import {
  celEnv,
  celUint,
  isCelError,
  isCelList,
  isCelMap,
  isCelUint,
  parse,
  plan,
  run,
} from "@bufbuild/cel";
import { tests } from "@bufbuild/cel-spec/testdata/conformance.js";
import { Environment } from "@marcbachmann/cel-js";

/*
 * npm run bench:evaluators
 * Two evaluators of CEL beside the conformance data of the specification: how many expressions have the
 * value that they must have, how many are refused instead, and how many have another one. Then what costs.
 */

/** Parts of the data that need neither messages of protobuf nor an extension. */
const CORE = new Set(
  "basic comparisons conversions fields fp_math integer_math lists logic macros parse plumbing string timestamps".split(
    " ",
  ),
);
const ROUNDS = 20_000;
/** The library keeps its own to itself. */
const UnsignedInt = new Environment().evaluate("0u").constructor;

const EVALUATORS = {
  "@marcbachmann/cel-js": {
    uint: (value) => new UnsignedInt(value),
    evaluate: (source, values) => environment().evaluate(source, values),
    ready(source) {
      const parsed = environment().parse(source);
      return (values) => parsed(values);
    },
    check: (source) => environment().check(source).error?.message,
  },
  "@bufbuild/cel": {
    uint: (value) => celUint(value),
    evaluate(source, values) {
      const value = run(source, values);
      if (isCelError(value)) throw new Error(value.message);
      return value;
    },
    ready: (source) => plan(celEnv(), parse(source)),
  },
};

function environment() {
  return new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
  });
}

function casesOf(suite, path = []) {
  const at = [...path, suite.name];
  const own = (suite.tests ?? []).map(({ original }) => ({ part: at[1], ...original }));
  return [...own, ...(suite.suites ?? []).flatMap((one) => casesOf(one, at))];
}

/** A value of the data; undefined if it needs messages. */
function readValue(json, uint) {
  const [kind, value] = Object.entries(json)[0];
  switch (kind) {
    case "nullValue":
      return { is: null };
    case "boolValue":
    case "stringValue":
      return { is: value };
    case "int64Value":
      return { is: BigInt(value) };
    case "uint64Value":
      return { is: uint(BigInt(value)) };
    case "doubleValue":
      return { is: Number(value) };
    case "bytesValue":
      return { is: Uint8Array.from(Buffer.from(value ?? "", "base64")) };
    case "listValue": {
      const items = (value.values ?? []).map((one) => readValue(one, uint));
      return items.includes(undefined) ? undefined : { is: items.map(({ is }) => is) };
    }
    case "mapValue": {
      const entries = (value.entries ?? []).map((one) => [
        readValue(one.key, uint),
        readValue(one.value, uint),
      ]);
      if (entries.flat().includes(undefined)) return undefined;
      return { is: new Map(entries.map(([key, one]) => [key.is, one.is])) };
    }
    default:
      return undefined;
  }
}

/** A text that two values share if they are the same in kind and content. */
function told(value) {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "bigint") return `int ${value}`;
  if (typeof value === "number") return `double ${value + 0}`;
  if (typeof value === "string") return JSON.stringify(value);
  if (isCelUint(value)) return `uint ${value.value}`;
  if (value instanceof UnsignedInt) return `uint ${value.valueOf()}`;
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString("hex")}`;
  if (Array.isArray(value) || isCelList(value)) return `[${[...value].map(told)}]`;
  const entries =
    value instanceof Map || isCelMap(value) ? [...value.entries()] : Object.entries(value);
  return `{${entries.map(([key, one]) => `${told(key)}: ${told(one)}`).sort()}}`;
}

function conformance({ uint, evaluate }) {
  const counts = { right: 0, refused: 0, other: 0, notRefused: 0 };
  for (const one of casesOf(tests)) {
    if (!CORE.has(one.part) || one.container || /TestAllTypes|google\.|proto/.test(one.expr))
      continue;
    const wanted = one.value === undefined ? { is: true } : readValue(one.value, uint);
    const bindings = Object.entries(one.bindings ?? {}).map(([name, { value }]) => [
      name,
      value === undefined ? undefined : readValue(value, uint),
    ]);
    if (wanted === undefined || bindings.some(([, value]) => value === undefined)) continue;
    const values = Object.fromEntries(bindings.map(([name, value]) => [name, value.is]));
    counts[
      outcomeOf(() => evaluate(one.expr, values), { wanted, isError: one.evalError !== undefined })
    ]++;
  }
  return counts;
}

function outcomeOf(judge, { wanted, isError }) {
  try {
    const found = told(judge());
    if (isError) return "notRefused";
    return found === told(wanted.is) ? "right" : "other";
  } catch {
    return isError ? "right" : "refused";
  }
}

function microseconds(call) {
  for (let n = 0; n < ROUNDS; n++) call();
  const from = performance.now();
  for (let n = 0; n < ROUNDS; n++) call();
  return ((performance.now() - from) * 1_000) / ROUNDS;
}

const RULE =
  'args.currency in ["EUR", "USD"] && args.amount <= 50 && args.amount >= 0 && has(args.to) && args.to.startsWith("a")';
const CALL = { args: { currency: "EUR", amount: 30n, to: "abc" } };

for (const [name, evaluator] of Object.entries(EVALUATORS)) {
  const { right, refused, other, notRefused } = conformance(evaluator);
  const all = right + refused + other + notRefused;
  console.log(name);
  console.log(
    `  right ${right} of ${all}, refused ${refused}, another value ${other}, not refused ${notRefused}`,
  );
  const ready = evaluator.ready(RULE);
  console.log(`  a rule of five terms: ${microseconds(() => ready(CALL)).toFixed(1)} µs`);
  const list = Array.from({ length: 1_000 }, (_, index) => BigInt(index));
  const nested = evaluator.ready("l.all(a, l.all(b, a + b >= 0))");
  const from = performance.now();
  nested({ l: list });
  console.log(
    `  two nested macros over 1,000 elements: ${(performance.now() - from).toFixed(0)} ms`,
  );
  const pattern = evaluator.ready('t.matches("^(a+)+$")');
  const start = performance.now();
  pattern({ t: `${"a".repeat(24)}!` });
  console.log(`  ^(a+)+$ on 25 characters: ${(performance.now() - start).toFixed(0)} ms`);
  console.log(
    `  finds a wrong type before it is evaluated: ${evaluator.check?.('1 + "a" == 2') === undefined ? "no" : "yes"}`,
  );
}
