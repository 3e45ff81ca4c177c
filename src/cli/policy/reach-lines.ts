import { ENGLISH } from "../../channels/console/voice.ts";
import { defeats } from "../../domain/alone/world.ts";
import type { PersonsReach } from "../../ports/earshot/authority.ts";
import { callWords, powerWords, wantedWords } from "../../render/reach-words.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import type { Finding } from "../terminal/finding.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { folderOf } from "../terminal/with-folder.ts";

const NAME_WIDTH = 128;

/** What one person could bring about alone, rule by rule, with the steps. */
export function reachLines({ name, role, reach, unseen }: PersonsReach): readonly string[] {
  const shown = oneLine(name, NAME_WIDTH);
  return [
    `${shown} (${role}), alone:`,
    ...reach.flatMap((one) => [
      `  ${JSON.stringify(oneLine(one.verdict.demand.rule, NAME_WIDTH))}: ${callWords(one)} (${wantedWords(one, ENGLISH.words)})`,
      `    ${defeats(one) ? "! " : ""}${shown} ${powerWords(one.power, ENGLISH.words)}`,
      ...one.steps.map(({ says }, index) => `      ${index + 1}. ${visibleText(says)}`),
    ]),
    ...(unseen.length === 0 ? [] : [`  Nothing is said of ${unseenWords(unseen)}`]),
  ];
}

function unseenWords(unseen: readonly string[]): string {
  const named = unseen.map((rule) => JSON.stringify(oneLine(rule, NAME_WIDTH))).join(", ");
  return `${named}: no call was found that ${unseen.length === 1 ? "it decides" : "they decide"}. A test beside the rules (tests) gives one.`;
}

const CHECK = "alone";

/** Who gets round a rule that wants several people, without any of the others. */
export async function checkAlone(context: RunContext): Promise<readonly Finding[]> {
  let items: readonly PersonsReach[];
  try {
    ({ items } = await context.connectAs("operator").reachAlone());
  } catch {
    // Another check says why the operator's key cannot ask.
    return [];
  }
  const found = items.flatMap(({ name, reach }) => {
    const rules = new Set(reach.filter(defeats).map(({ verdict }) => verdict.demand.rule));
    return rules.size === 0 ? [] : [{ name, rules: [...rules] }];
  });
  if (found.length === 0) {
    const unseen = items[0]?.unseen ?? [];
    const beside = unseen.length === 0 ? "" : `. Nothing is said of ${unseenWords(unseen)}`;
    const detail = `Nobody alone gets round a rule that wants several people${beside}`;
    return [{ check: CHECK, state: "ok", detail }];
  }
  return found.map(({ name, rules }) => {
    const shown = oneLine(name, NAME_WIDTH);
    const named = rules.map((rule) => JSON.stringify(oneLine(rule, NAME_WIDTH))).join(", ");
    const see = `npx earshot policy check --as-attacker ${JSON.stringify(shown)}${folderOf(context.options.data)}`;
    const detail = `${shown} alone brings about what ${named} ${rules.length === 1 ? "wants" : "want"} several people for. See how: ${see}`;
    return { check: CHECK, state: "warning", detail };
  });
}
