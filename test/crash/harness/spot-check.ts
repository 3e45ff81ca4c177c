import type { EarshotClient } from "../../../src/client/index.ts";
import type { MessageId, RequestId } from "../../../src/domain/id.ts";
import type { Random } from "../../../src/testing/simulator/random.ts";
import { closedBy, type Ledger, outcomeOf } from "./ledger.ts";

/** Asks the server for something acknowledged at any time since the beginning. */
export async function spotCheck(
  client: EarshotClient,
  { ledger, random }: { ledger: Ledger; random: Random },
): Promise<void> {
  if (ledger.operations.length === 0) return;
  const operation = random.pick(ledger.operations);
  const { kind, state, result, label } = operation;
  if (state !== "done" || result === undefined) return;
  try {
    if (kind === "tell") {
      const message = await client.showMessage({ id: result as MessageId });
      if (message.text !== operation.text) ledger.violate(`${label} reads "${message.text}" now`);
    } else {
      const id = operation.approval ?? (result as RequestId);
      await checkRequest(client, { ledger, id });
    }
  } catch (error) {
    ledger.violate(`${label} was acknowledged and cannot be shown: ${error}`);
  }
}

async function checkRequest(
  client: EarshotClient,
  { ledger, id }: { ledger: Ledger; id: RequestId },
): Promise<void> {
  const { request } = await client.show({ id });
  const closer = ledger.closerOf(id);
  if (closer === undefined) return;
  const expected = closedBy(closer);
  const now = outcomeOf(request);
  if (now !== expected) ledger.violate(`${id} reads "${now}"; acknowledged was "${expected}"`);
}
