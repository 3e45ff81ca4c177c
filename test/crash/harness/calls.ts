import { createClient, type EarshotClient, untilClosed } from "../../../src/client/index.ts";
import { ERRORS, isEarshotError } from "../../../src/domain/errors.ts";
import type { PrincipalId, RequestId } from "../../../src/domain/id.ts";
import type { Request } from "../../../src/domain/request.ts";
import type { CallOptions } from "../../../src/ports/earshot.ts";
import { closedBy, type Ledger, type Operation, outcomeOf } from "./ledger.ts";
import type { WayIn } from "./way-in.ts";

/** Somebody who calls, by the key that says so. */
export interface Member {
  readonly principal: PrincipalId;
  readonly key: string;
}

/** A member at the other end of the line. */
export interface Caller {
  readonly member: Member;
  readonly client: EarshotClient;
}

export interface Closing {
  readonly target: RequestId;
  readonly text: string;
}

/**
 * The calls of the crowd. Each one is repeated with its key until it is acknowledged or refused, each
 * wait until there is an answer; both go into the ledger.
 */
export interface Calls {
  /** `patient` leaves repeating to the client; the others call again at once. */
  caller(member: Member, isPatient: boolean): Caller;
  /** The id, once it is acknowledged. */
  ask(caller: Caller, text: string, expiresInMs?: number): Promise<RequestId | undefined>;
  tell(caller: Caller, text: string): Promise<void>;
  cancel(caller: Caller, closing: Closing): Promise<void>;
  answer(caller: Caller, closing: Closing): Promise<void>;
  wait(caller: Caller, id: RequestId): Promise<void>;
  /** What has not come to its end. */
  busy(): readonly string[];
  waiting(): number;
  /** How often a call was sent again. */
  repeats(): number;
  /** Ends all of them at once. */
  stop(): void;
}

export function createCalls({ ledger, wayIn }: { ledger: Ledger; wayIn: WayIn }): Calls {
  const stopped = new AbortController();
  const { signal } = stopped;
  const performed = new Set<string>();
  const waits = new Map<symbol, string>();
  let repeats = 0;

  async function perform<T>(
    operation: Operation,
    call: (options: CallOptions) => Promise<T>,
  ): Promise<T | undefined> {
    performed.add(operation.label);
    try {
      for (;;) {
        try {
          return await call({ idempotencyKey: operation.key, signal });
        } catch (error) {
          if (signal.aborted || isFinal(operation, error)) return undefined;
          repeats += 1;
        }
      }
    } finally {
      performed.delete(operation.label);
    }
  }

  function isFinal(operation: Operation, error: unknown): boolean {
    if (isEarshotError(error) && ERRORS[error.code].retry !== "never") return false;
    if (isEarshotError(error, "REQUEST_CLOSED")) ledger.refuse(operation);
    else ledger.violate(`${operation.label} got ${error}`);
    return true;
  }

  function acknowledge(operation: Operation, id: string, isAsSent: boolean): void {
    if (!isAsSent) ledger.violate(`${operation.label} was acknowledged as something else`);
    ledger.acknowledge(operation, id);
  }

  async function close(
    operation: Operation,
    call: (options: CallOptions) => Promise<Request>,
  ): Promise<void> {
    const request = await perform(operation, call);
    if (request === undefined) return;
    acknowledge(operation, request.id, outcomeOf(request) === closedBy(operation));
  }

  return {
    caller(member, isPatient) {
      const client = createClient({
        url: "http://crash.invalid",
        key: member.key,
        fetch: wayIn.fetch,
        retryForMs: isPatient ? Number.POSITIVE_INFINITY : 0,
        onRetry: () => {
          repeats += 1;
        },
      });
      return { member, client };
    },
    async ask({ client, member }, text, expiresInMs) {
      const expires = expiresInMs !== undefined;
      const operation = ledger.begin({ kind: "ask", by: member.principal, text, expires });
      const input = { text: operation.text, ...(expires ? { expiresInMs } : {}) };
      const asked = await perform(operation, (call) => client.ask(input, call));
      if (asked === undefined) return undefined;
      const { id, question } = asked.request;
      acknowledge(operation, id, question.text === operation.text);
      return id;
    },
    async tell({ client, member }, text) {
      const operation = ledger.begin({ kind: "tell", by: member.principal, text });
      const input = { text: operation.text };
      const message = await perform(operation, (call) => client.tell(input, call));
      if (message === undefined) return;
      acknowledge(operation, message.id, message.text === operation.text);
    },
    async cancel({ client, member }, closing) {
      const operation = ledger.begin({ kind: "cancel", by: member.principal, ...closing });
      const input = { id: closing.target, reason: operation.text };
      await close(operation, (call) => client.cancel(input, call));
    },
    async answer({ client, member }, closing) {
      const operation = ledger.begin({ kind: "answer", by: member.principal, ...closing });
      const input = { id: closing.target, answer: { text: operation.text } };
      await close(operation, (call) => client.answer(input, call));
    },
    async wait({ client }, id) {
      const wait = Symbol();
      waits.set(wait, `a wait for ${id}`);
      try {
        ledger.told((await untilClosed(client, id, { signal })).request);
      } catch (error) {
        if (!signal.aborted) ledger.violate(`a waiter of ${id} got ${error}`);
      } finally {
        waits.delete(wait);
      }
    },
    busy: () => [...performed, ...waits.values()],
    waiting: () => waits.size,
    repeats: () => repeats,
    stop: () => stopped.abort(),
  };
}
