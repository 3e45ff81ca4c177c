import type { z } from "zod";
import type { Json } from "../domain/json.ts";
import type { CallOptions } from "../ports/earshot/call.ts";
import { AGENTS } from "./operations/agents.ts";
import { AUTHORIZATIONS } from "./operations/authority.ts";
import { CONVERSATIONS } from "./operations/conversations.ts";
import { DEVICES } from "./operations/devices.ts";
import { ERASURES } from "./operations/erasures.ts";
import { EXCHANGE } from "./operations/exchange.ts";
import { HOSTS } from "./operations/hosts.ts";
import { HUB } from "./operations/hub.ts";
import { INBOX } from "./operations/inbox.ts";
import { KEYS } from "./operations/keys.ts";
import { LIAISON } from "./operations/liaison.ts";
import { FITNESS } from "./operations/liaison-learning.ts";
import { AUDIT, EVENTS } from "./operations/log.ts";
import { MAILBOX } from "./operations/mailbox.ts";
import { MEMORY } from "./operations/memory.ts";
import { OPERATORS } from "./operations/people.ts";
import { POLICY } from "./operations/policy.ts";
import { REQUESTS } from "./operations/requests.ts";
import { REVIEW } from "./operations/review.ts";
import { RUNS } from "./operations/runs.ts";
import { SERVER } from "./operations/server.ts";
import { SESSIONS } from "./operations/sessions.ts";
import { SIGN_IN } from "./operations/sign-in.ts";
import { SIGNERS } from "./operations/signers.ts";
import { SUBSCRIPTIONS } from "./operations/subscriptions.ts";
import { TOOL_CALLS } from "./operations/tool-calls.ts";
import { type JsonOperation, type OperationName, ROUTES, type Route } from "./routes.ts";
import type { OperationText } from "./schemas/operation.ts";

/** One thing that can be done over HTTP. */
export interface Operation extends Route, OperationText {}

const TEXTS = {
  ...REQUESTS,
  ...AUTHORIZATIONS,
  ...EXCHANGE,
  ...POLICY,
  ...INBOX,
  ...MAILBOX,
  ...CONVERSATIONS,
  ...HUB,
  ...SUBSCRIPTIONS,
  ...DEVICES,
  ...SESSIONS,
  ...HOSTS,
  ...REVIEW,
  ...LIAISON,
  ...FITNESS,
  ...MEMORY,
  ...TOOL_CALLS,
  ...EVENTS,
  ...RUNS,
  ...KEYS,
  ...AGENTS,
  ...OPERATORS,
  ...SIGN_IN,
  ...SIGNERS,
  ...AUDIT,
  ...ERASURES,
  ...SERVER,
} as const satisfies Record<OperationName, OperationText>;

type Operations = {
  readonly [N in OperationName]: (typeof ROUTES)[N] &
    Pick<OperationText, "maxBytes"> &
    (typeof TEXTS)[N];
};

/** Every operation of Earshot over HTTP. Its router, OpenAPI and reference are made from this table. */
export const OPERATIONS: Operations = Object.fromEntries(
  Object.entries(TEXTS).map(([name, text]) => [
    name,
    { ...ROUTES[name as OperationName], ...text },
  ]),
) as Operations;

/** As JSON brings it: what is absent is not `undefined`. */
type AsSent<T> = unknown extends T
  ? T
  : [Json] extends [T]
    ? Json
    : T extends string | number | boolean | null
      ? T
      : T extends readonly (infer E)[]
        ? readonly AsSent<E>[]
        : string extends keyof T
          ? T
          : { [K in keyof T]: AsSent<Exclude<T[K], undefined>> };

/** A call whose input its schema has let through. */
export type CheckedCall<N extends OperationName = OperationName> = {
  readonly [K in N]: {
    readonly name: K;
    readonly input: AsSent<z.output<Operations[K]["input"]>>;
  };
}[N];

/** What serves such calls. That Earshot does is proved where a door opens it. */
export type CheckedCalls = {
  readonly [N in JsonOperation]: (
    input: CheckedCall<N>["input"],
    options: CallOptions,
  ) => Promise<unknown>;
};

/** What anyone who reaches the port may read. It tells nothing about what is stored. */
export const PUBLIC_PATHS = {
  "/livez": "200 while the process runs, 503 once its store is closed for good",
  "/readyz":
    "200 while calls are served, and says what is held back; 503 while starting, stopping or without a writable store",
  "/openapi.json": "This interface as OpenAPI 3.1",
  "/llms.txt": "What a model reads first: how to call, and what there is",
  "/capabilities": "What agents can call and how; `?search=` finds the tools for a need",
} as const;
