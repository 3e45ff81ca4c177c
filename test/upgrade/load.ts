import { type EarshotClient, untilClosed } from "../../src/client/index.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { Waited } from "../../src/domain/requests/request.ts";

/* Agents that ask and wait, and an operator who answers, while servers come and go below them. */

export interface Load {
  /** Every request whose asking was acknowledged, with what its agent was told in the end. */
  readonly asked: ReadonlyMap<RequestId, Promise<Waited>>;
  /** Every answer that was acknowledged. */
  readonly answered: ReadonlyMap<RequestId, string>;
  /** Faults that no client may see, however servers come and go. */
  readonly faults: readonly unknown[];
  /** Ends the asking; resolves when everything that was asked is answered. */
  end(): Promise<void>;
}

export function startLoad(
  { agent, operator }: { readonly agent: EarshotClient; readonly operator: EarshotClient },
  agents: number,
): Load {
  const asked = new Map<RequestId, Promise<Waited>>();
  const answered = new Map<RequestId, string>();
  const faults: unknown[] = [];
  let isOver = false;
  let areServed = false;

  async function ask(name: number): Promise<void> {
    for (let turn = 1; !isOver; turn++) {
      const { request } = await agent.ask({ text: `Question ${turn} of agent ${name}?` });
      const closed = untilClosed(agent, request.id);
      asked.set(request.id, closed);
      await closed;
    }
  }

  async function answer(id: RequestId): Promise<void> {
    const text = `the answer to ${id}`;
    try {
      await operator.answer({ id, answer: { text } });
      answered.set(id, text);
    } catch (error) {
      // What a repetition meets whose first try came through: the client hears that it was answered.
      if (!isEarshotError(error, "REQUEST_CLOSED")) throw error;
    }
  }

  async function answerAll(): Promise<void> {
    while (!areServed && faults.length === 0) {
      const { items } = await operator.list({ status: "open", limit: 50 });
      for (const { id } of items) await answer(id);
    }
  }

  const guarded = (work: Promise<void>) => work.catch((error: unknown) => void faults.push(error));
  const asking = Array.from({ length: agents }, (_, index) => guarded(ask(index + 1)));
  const answering = guarded(answerAll());
  return {
    asked,
    answered,
    faults,
    async end() {
      isOver = true;
      await Promise.race([Promise.all(asking), answering]);
      areServed = true;
      await answering;
    },
  };
}
