import { isEarshotError } from "../../domain/errors.ts";
import type { Operator } from "../../ports/earshot/operators.ts";
import { oneLine } from "../../render/visible-text.ts";
import { answeringServer } from "../terminal/connect.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { requirePage } from "./require-page.ts";

interface InboxFinding {
  readonly check: string;
  readonly state: "ok" | "warning";
  readonly detail: string;
}

/** Whether there is an inbox to open, and who can prove who they are in it. */
export async function examineInbox(context: RunContext): Promise<InboxFinding[]> {
  try {
    const server = await answeringServer(context);
    await requirePage(server, context.signal);
    const { items } = await context.connectAs("operator").listOperators();
    return [
      { check: "inbox", state: "ok", detail: "npx earshot open opens it" },
      { check: "passkeys", state: "ok", detail: passkeysText(items) },
    ];
  } catch (error) {
    // Other checks say why nothing answers, or what the operator's key may not do.
    if (!isEarshotError(error, "NOT_FOUND")) return [];
    return [{ check: "inbox", state: "warning", detail: error.message }];
  }
}

function passkeysText(operators: readonly Operator[]): string {
  const names = operators
    .filter(({ passkeys }) => passkeys > 0)
    .map(({ principal }) => oneLine(principal.name, 40));
  return names.length === 0 ? "none registered" : `registered by ${names.join(", ")}`;
}
