import { createClient, type EarshotClient, untilClosed } from "../../../src/client/index.ts";
import { ERRORS, isEarshotError } from "../../../src/domain/errors.ts";
import type { PrincipalId, RequestId } from "../../../src/domain/id.ts";
import { present } from "../../../src/domain/present.ts";
import type { ShownRequest } from "../../../src/domain/requests/request.ts";
import { asAuthorization, asQuestion } from "../../../src/domain/requests/request.ts";
import type { CollectedGrant } from "../../../src/ports/earshot/authority.ts";
import type { CallOptions } from "../../../src/ports/earshot/call.ts";
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

export interface Wanted {
  readonly tool: string;
  readonly reason: string;
}

export interface Sought {
  readonly id: RequestId;
  readonly digest: string;
}

/**
 * The calls of the crowd. Each is repeated with its key until it is acknowledged or refused, and
 * each wait until there is an answer. Both are entered in the ledger.
 */
export interface Calls {
  /** `patient` lets the client repeat calls; the others repeat at once. */
  caller(member: Member, isPatient: boolean): Caller;
  /** The id, once it is acknowledged. */
  ask(caller: Caller, text: string, expiresInMs?: number): Promise<RequestId | undefined>;
  tell(caller: Caller, text: string): Promise<void>;
  cancel(caller: Caller, closing: Closing): Promise<void>;
  answer(caller: Caller, closing: Closing): Promise<void>;
  /** What is sought, once it is acknowledged. */
  seek(caller: Caller, wanted: Wanted): Promise<Sought | undefined>;
  approve(caller: Caller, sought: Sought): Promise<void>;
  /** Collects an approval and uses it this many times at once. */
  run(caller: Caller, sought: Sought, times: number): Promise<void>;
  wait(caller: Caller, id: RequestId): Promise<void>;
  /** What has not come to its end. */
  busy(): readonly string[];
  waiting(): number;
  /** How often a call was sent again. */
  repeats(): number;
  /** Ends all of them at once. */
  stop(): void;
}

export interface CallsOptions {
  readonly ledger: Ledger;
  readonly wayIn: Pick<WayIn, "fetch">;
}

export function createCalls({ ledger, wayIn }: CallsOptions): Calls {
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
    const isTooLate =
      isEarshotError(error, "REQUEST_CLOSED") ||
      (isEarshotError(error, "GRANT_REFUSED") && operation.kind === "redeem");
    if (isTooLate) ledger.refuse(operation);
    else ledger.violate(`${operation.label} got ${error}`);
    return true;
  }

  function acknowledge(operation: Operation, id: string, isAsSent: boolean): void {
    if (!isAsSent) ledger.violate(`${operation.label} was acknowledged as something else`);
    ledger.acknowledge(operation, id);
  }

  async function close(
    operation: Operation,
    call: (options: CallOptions) => Promise<ShownRequest>,
  ): Promise<void> {
    const request = await perform(operation, call);
    if (request === undefined) return;
    acknowledge(operation, request.id, outcomeOf(request) === closedBy(operation));
  }

  async function redeem({ client, member }: Caller, approval: RequestId, grant: CollectedGrant) {
    const operation = ledger.begin({ kind: "redeem", by: member.principal, text: "", approval });
    const { grant: token, tool, args } = grant;
    const redeemed = await perform(operation, (call) =>
      client.redeem({ grant: token, tool, args }, call),
    );
    if (redeemed === undefined) return;
    acknowledge(operation, redeemed.request.id, redeemed.id === grant.id);
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
      const input = {
        text: operation.text,
        ...present({ expiresInMs: expires ? expiresInMs : undefined }),
      };
      const asked = await perform(operation, (call) => client.ask(input, call));
      if (asked === undefined) return undefined;
      const { id, question } = asQuestion(asked.request);
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
    async seek({ client, member }, { tool, reason }) {
      const operation = ledger.begin({ kind: "seek", by: member.principal, text: reason });
      // No two are alike, so none joins another.
      const input = { tool, args: { label: operation.label }, reason: operation.text };
      const waited = await perform(operation, (call) => client.authorize(input, call));
      if (waited === undefined) return undefined;
      const { id, authorization } = asAuthorization(waited.request);
      acknowledge(operation, id, authorization.reason === operation.text);
      return { id, digest: authorization.digest };
    },
    async approve({ client, member }, { id, digest }) {
      const draft = { kind: "approve", by: member.principal, text: "", target: id } as const;
      await close(ledger.begin(draft), (call) => client.approve({ id, digest }, call));
    },
    async run(caller, { id, digest }, times) {
      const { client, member } = caller;
      const draft = { kind: "collect", by: member.principal, text: "", approval: id } as const;
      const operation = ledger.begin(draft);
      const grant = await perform(operation, (call) => client.collect({ id }, call));
      if (grant === undefined) return;
      acknowledge(operation, grant.id, grant.digest === digest);
      await Promise.all(Array.from({ length: times }, () => redeem(caller, id, grant)));
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
