import { present } from "../../domain/present.ts";
import type { RouteReport, RouteStep } from "../../ports/earshot/hub.ts";
import { oneLine } from "../../render/visible-text.ts";
import { addressText } from "./delivery-line.ts";
import { heldWords } from "./held-words.ts";
import { timeText } from "./time-text.ts";

const NAME_WIDTH = 14;
const ADDRESS_WIDTH = 30;
const SEVERAL = "(several)";

/** Who would be reached, where and when; below a later step, why it is later. */
export function routeLines({ steps, unreached }: RouteReport): readonly string[] {
  return [
    ...steps.flatMap((step, index) => stepLines(step, steps.slice(0, index))),
    ...unreached.map(
      (name) =>
        `${oneLine(name, NAME_WIDTH).padEnd(NAME_WIDTH)}  no address; finds it in the inbox`,
    ),
  ];
}

function stepLines(step: RouteStep, before: readonly RouteStep[]): readonly string[] {
  const name = oneLine(step.operator ?? SEVERAL, NAME_WIDTH).padEnd(NAME_WIDTH);
  const address = addressText(step, ADDRESS_WIDTH).padEnd(ADDRESS_WIDTH);
  const line = `${name}  ${address}  ${timeText(step.at)}`;
  const { heldFor, at } = step;
  if (heldFor === undefined) return [line];
  const after = waitsBehind(step, before)?.at;
  const why = heldWords({ heldFor, at, ...present({ after }) });
  return [line, `  ${why}`];
}

/** A fallback follows the same operator's previous address, an escalation the first step. */
function waitsBehind(step: RouteStep, before: readonly RouteStep[]): RouteStep | undefined {
  const own = before.findLast(({ operator }) => operator === step.operator);
  return step.heldFor === "fallback" ? (own ?? before[0]) : before[0];
}
