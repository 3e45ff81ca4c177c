import { createClient, type EarshotClient } from "../../src/client/index.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { Member } from "./harness/calls.ts";
import type { Members } from "./harness/crowd.ts";
import type { Ledger, Operation } from "./harness/ledger.ts";

/** Calls that the ledger records. The test says when and how often each is sent. */
export interface Desk {
  readonly agent: EarshotClient;
  readonly operator: EarshotClient;
  question(text: string): Operation;
  answer(target: RequestId, text: string): Operation;
  /** Sends an operation once with its key, and returns the id of the request. */
  send(operation: Operation): Promise<RequestId>;
}

export function openDesk(
  url: string,
  { members, ledger }: { members: Members; ledger: Ledger },
): Desk {
  const [owner] = members.operators;
  const client = ({ key }: Member) => createClient({ url, key, retryForMs: 0 });
  const agent = client(members.agent);
  const operator = client(owner);

  async function request({ kind, target, text, key }: Operation): Promise<{ id: RequestId }> {
    const options = { idempotencyKey: key };
    return kind === "answer" && target !== undefined
      ? await operator.answer({ id: target, answer: { text } }, options)
      : (await agent.ask({ text }, options)).request;
  }

  return {
    agent,
    operator,
    question: (text) => ledger.begin({ kind: "ask", by: members.agent.principal, text }),
    answer: (target, text) => ledger.begin({ kind: "answer", by: owner.principal, target, text }),
    async send(operation) {
      const { id } = await request(operation);
      ledger.acknowledge(operation, id);
      return id;
    },
  };
}
