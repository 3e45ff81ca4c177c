import type { ExplainedPart, ExplainedValue, RuleReason } from "../domain/policy/explained.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { oneLine } from "./visible-text.ts";

const WIDTH = 200;

/** Why a rule matches a call or does not: whether it does, and each thing to know of it. */
export function reasonWords(
  { found, why }: RuleReason,
  words: RenderMessages,
): { readonly found: string; readonly lines: readonly string[] } {
  return { found: words.say(`why.found.${found}`), lines: linesOf(why, words) };
}

function linesOf(
  { kind, parts, argument }: RuleReason["why"],
  words: RenderMessages,
): readonly string[] {
  switch (kind) {
    case "conditions":
      return parts.length === 0
        ? [words.say("why.always")]
        : parts.map((part) => partWords(part, words));
    case "unnamed":
      return argument === undefined
        ? [words.say("why.unnamed.secret")]
        : [words.say("why.unnamed", { argument: oneLine(argument, WIDTH) })];
    case "elsewhere":
      return [words.say("why.elsewhere")];
    case "uncounted":
      return [words.say("why.uncounted")];
  }
}

function partWords(part: ExplainedPart, words: RenderMessages): string {
  const { is, meant, line, column, values } = part;
  const told = isWords(part, words);
  const about = words.list(values.map((value) => valueWords(value, words)));
  const whole = about === "" ? told : words.say("why.about", { part: told, about });
  const said =
    meant === undefined
      ? whole
      : words.say("why.meant", { part: whole, name: oneLine(meant, WIDTH) });
  if (is !== "failed" || line === undefined || column === undefined) return said;
  return words.say("why.placed", { line, column, part: said });
}

function isWords({ text: written, is, failed }: ExplainedPart, words: RenderMessages): string {
  const text = oneLine(written, WIDTH);
  if (is !== "failed") return words.say(`why.is.${is}`, { text });
  if (failed === undefined) return words.say("why.failed.secret", { text });
  return words.say("why.failed", { text, why: oneLine(failed, WIDTH) });
}

function valueWords(
  { text: written, is, isSecret }: ExplainedValue,
  words: RenderMessages,
): string {
  const text = oneLine(written, WIDTH);
  if (isSecret === true) return words.say("why.value.secret", { text });
  if (is === undefined) return words.say("why.value.none", { text });
  return words.say("why.value", { text, is: oneLine(is, WIDTH) });
}
