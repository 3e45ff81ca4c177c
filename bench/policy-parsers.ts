import { compilePolicy, decide } from "../src/domain/policy/decide.ts";
import { readPolicy } from "../src/domain/policy/read-policy.ts";
import { createExpressions } from "../src/system/expressions/engine.ts";
import type { Figure } from "./figure.ts";

export const policyParsers: Figure = {
  name: "policy.parsers",
  what: "one decision on commands of a shell or a text of SQL, the worst known of up to 8 KiB; the longest of all, in time of its processor",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 20,
  aim: 10,

  async measure({ isQuick, note }) {
    const expressions = createExpressions();
    await expressions.load(new Set(["shell", "sql"]));
    const rules = [
      { name: "shell", when: 'args.l.all(x, shell(x).all(c, c.name == "a"))', tools: ["run"] },
      { name: "sql", when: 'args.l.all(x, sql(x, "postgres").reads_only())', tools: ["query"] },
    ];
    const policy = compilePolicy(readPolicy({ version: 2, rules }), expressions);
    let worst = 0;
    for (const [what, tool, one] of WORST) {
      const args = { l: Array.from({ length: 20 }, (_, n) => `${one}${" ".repeat(n)}`) };
      const times = Array.from({ length: isQuick ? 5 : 200 }, () => {
        const { user, system } = process.threadCpuUsage();
        decide(policy, { tool, agentName: "", args });
        const after = process.threadCpuUsage();
        return (after.user + after.system - user - system) / 1_000;
      });
      const longest = Math.max(...times.slice(2));
      note(`${what}: ${longest.toFixed(1)} ms`);
      worst = Math.max(worst, longest);
    }
    return { value: worst };
  },
};

/** What takes the parsers longest for what it costs. */
const WORST: readonly (readonly [what: string, tool: string, text: string])[] = [
  ["pipes", "run", `a${"|a".repeat(24)}`],
  ["words", "run", `a${" a".repeat(190)}`],
  ["a long word", "run", `a ${"a".repeat(8_100)}`],
  ["pieces", "run", `a${` a'b'"c"d`.repeat(45)}`],
  ["a sum", "query", `select 1${"+1".repeat(390)}`],
  ["nots", "query", `select ${"not ".repeat(700)}true`],
  ["columns", "query", `select a${", a".repeat(390)}`],
  ["a long text", "query", `select '${"a".repeat(8_100)}'`],
];
