import type { JsonObject } from "../src/domain/json.ts";
import type { Random } from "../src/testing/simulator/random.ts";

/* Conditions of rules, and arguments for them, that take an evaluator as long as they can. */

const MOST_CHARS = 4_096;
const MOST_LEVELS = 32;
const MACROS = ["all", "exists", "exists_one", "filter", "map"] as const;
const LISTS = ["args.l", "args.s", "args.m"] as const;

/** A condition of at most 4 KiB. */
export function hostileCondition(random: Random): string {
  const made = random.pick(SHAPES)(random);
  return made.length <= MOST_CHARS ? made : "args.l.all(a, args.l.all(b, a == b))";
}

type Shape = (random: Random) => string;

const SHAPES: readonly Shape[] = [
  (random) => nested(random, random.int(1, 4)),
  (random) => `${nested(random, 3)} || true`,
  (random) => `!(${nested(random, 2)}) && ${nested(random, 2)}`,
  (random) => deep(random, MOST_LEVELS - 4),
  (random) => `args.t.matches("${pattern(random)}")`,
  (random) => `args.s.all(x, x.matches("${pattern(random)}"))`,
  (random) => `args.s.exists(x, args.t.${random.pick(SEEKING)}(x))`,
  (random) => `args.t.${random.pick(SEEKING)}(args.t)`,
  (random) => `glob(args.t, "${"*a?".repeat(random.int(1, 1_300))}")`,
  () => `args.s.all(x, path(x).within("/${"a/".repeat(1_900)}"))`,
  () => 'args.s.all(x, url(x).host_within("our.org") || !url(x).host_within("our.org"))',
  () => 'args.s.exists(x, email(x).domain == "our.org")',
  (random) =>
    `args.l.map(x, decimal(x) ${random.pick(["+", "*", "-"])} decimal("1.01")).size() > 0`,
  (random) => `${list(random)} == ${list(random)} && args == args`,
  (random) => `${list(random)}.all(x, x in ${list(random)})`,
  (random) =>
    `[${Array.from({ length: random.int(1, 900) }, (_, n) => n).join(",")}].all(x, x in args.l)`,
  (random) =>
    `args.s.map(x, x + x + x + x)${".map(x, x + x)".repeat(random.int(0, 12))}.size() > 0`,
  (random) => `${list(random)}.map(x, [x, x]).map(y, [y, y]).all(z, z == z)`,
];

const SEEKING = ["contains", "startsWith", "endsWith"] as const;
const list = (random: Random) => random.pick(LISTS);

/** Macros within macros, over the largest lists. */
function nested(random: Random, levels: number, depth = 0): string {
  const name = `v${depth}`;
  const macro = random.pick(MACROS);
  const inner =
    levels <= 1
      ? random.pick([
          `${name} == ${name}`,
          `${name} != 5 || true`,
          `args.t != ""`,
          `${name} in args.l`,
        ])
      : nested(random, levels - 1, depth + 1);
  const found = `${list(random)}.${macro}(${name}, ${inner})`;
  if (macro !== "filter" && macro !== "map") return found;
  return `${found}.size() ${random.pick([">=", "<", "=="])} 3`;
}

/** Signs within signs. */
function deep(random: Random, levels: number): string {
  if (levels === 0)
    return random.pick(["args.t != args.t", "args.l == args.m", "args.s.all(x, x != args.t)"]);
  const inner = deep(random, levels - 1);
  return random.pick([
    `!(${inner})`,
    `(${inner}) || args.t == "x"`,
    `(${inner}) && args.t != "x"`,
    `(args.n > 1 ? (${inner}) : true)`,
  ]);
}

/** A pattern of up to 4 KiB: repeats, alternatives and what has to be tried at each character. */
function pattern(random: Random): string {
  const part = random.pick([
    "(a|b|ab)*",
    "a{0,9}",
    ".*",
    "(x+x+)+",
    "[a-z]?",
    "(?:a?b?)+",
    "\\\\pL*",
  ]);
  const most = Math.floor((MOST_CHARS - 60) / part.length);
  return `^${part.repeat(random.int(1, most))}!$`;
}

/** Arguments up to the largest that are taken. */
export function hostileArguments(random: Random): JsonObject {
  const count = random.pick([10, 100, 990, 1_000, 1_001, 20_000]);
  const length = random.pick([8, 200, 4_000, 100_000]);
  const few = random.pick([1, 30, 1_000]);
  const word = (n: number) =>
    random
      .pick(WORDS)(n)
      .padEnd(Math.min(length, 60_000 / few), "a");
  return {
    l: Array.from({ length: count }, (_, n) => n),
    s: Array.from({ length: few }, (_, n) => word(n)),
    m: Array.from({ length: Math.min(count, 1_000) }, (_, n) =>
      n % 7 === 0 ? [n, [n]] : { n, t: "x" },
    ),
    t: "a".repeat(length),
    n: random.int(0, 3),
  };
}

const WORDS: readonly ((n: number) => string)[] = [
  (n) => `/srv/app/../${n}/`,
  (n) => `https://user:pass@a${n}.our.org/`,
  (n) => `a${n}@our.org`,
  (n) => `${n}.5`,
  (n) => "ab".repeat(n % 50),
];
