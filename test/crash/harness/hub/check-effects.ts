import { answerText } from "../../../../src/domain/requests/question.ts";
import type { Request } from "../../../../src/domain/requests/request.ts";
import type { HubLedger, Item } from "./hub-ledger.ts";
import type { HubTables } from "./hub-tables.ts";

interface Effects {
  readonly ledger: HubLedger;
  readonly tables: HubTables;
}

/** Everything people did to an item took effect once. */
export function checkEffects(item: Item, { ledger, tables }: Effects): void {
  const { label, id, kind } = item;
  if (id === undefined) {
    ledger.violate(`${label} was never accepted`);
    return;
  }
  const where = tables.deliveries.filter((delivery) => delivery.item === id);
  if (where.length === 0) ledger.violate(`${label} goes nowhere`);
  const request = tables.requests.get(id);
  if (kind !== "message") checkAnswer(item, { request, ledger, tables });
  if (kind !== "choice") checkWords(item, { request, ledger, tables });
}

/** Words are either the answer or a message to the agent, and never either of them twice. */
function checkWords(
  { deeds }: Item,
  { request, ledger, tables }: Effects & { readonly request: Request | undefined },
): void {
  const answered = request?.status === "answered" && "answer" in request ? request.answer : null;
  for (const { text, isAcknowledged } of deeds) {
    const isAnswer = answered !== null && answerText(answered) === text;
    const times = (tables.messages.get(text) ?? 0) + (isAnswer ? 1 : 0);
    if (times > 1) ledger.violate(`"${text}" reached the agent ${times} times`);
    if (isAcknowledged && times === 0) ledger.violate(`"${text}" was acknowledged and is lost`);
  }
}

function checkAnswer(
  { label, deeds }: Item,
  { request, ledger, tables }: Effects & { readonly request: Request | undefined },
): void {
  if (request?.kind !== "question" || request.status !== "answered") {
    const status = request?.status ?? "lost";
    ledger.violate(`${label} is ${status} after ${deeds.length} answers`);
    return;
  }
  const times = tables.count("request.answered", request.id);
  if (times !== 1) ledger.violate(`${label} was answered ${times} times`);
  const text = answerText(request.answer);
  const { name } = request.closedBy;
  if (deeds.some((deed) => deed.operator === name && deed.text === text)) return;
  ledger.violate(`${label} was answered "${text}" by ${name}, who did not say so`);
}
