import { isEarshotError } from "../../domain/errors.ts";
import type { PrincipalId } from "../../domain/id.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRights } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { DEFAULT_HOLD_MS } from "../../domain/requests/holds.ts";
import type { Surface } from "../../domain/surface.ts";
import type { AgentSurface } from "../../ports/earshot/agent-surface.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Earshot, RecordToolCallInput } from "../../ports/earshot/earshot.ts";
import type { Envelope, ToolAnswer, ToolCall, ToolDoor } from "../../ports/earshot/tool-door.ts";
import type { Tally } from "../../ports/system/tally.ts";
import { createToolDispatcher, type ToolDispatcher } from "../registry/dispatcher.ts";
import { type FailedResult, failed, failedWith } from "../registry/outcome.ts";
import { recordToolCalls } from "../registry/record-tool-calls.ts";
import { createToolRegistry, type ToolRegistry } from "../registry/registry.ts";
import { createToolSearch, type ToolSearch } from "../registry/search-tools.ts";
import { toolFacts } from "../registry/tool-facts.ts";
import { nowOf } from "./envelope.ts";
import { errorAnswer } from "./error-answer.ts";
import { createInteractionTools } from "./interaction-tools.ts";
import { broughtBy, withLateAnswers } from "./late-answers.ts";
import { PERSON_TOOLS } from "./person-tools.ts";
import { type Pending, pendingOf, reportAfter, waitOn } from "./wait-on.ts";
import { WORDED_NEEDS } from "./worded-needs.ts";

export interface AgentSurfaceOptions {
  /** Counts a call of this principal; rejects with RATE_LIMITED if it is one too many. */
  readonly limit: (principal: PrincipalId) => Promise<void>;
  /** Puts a call into the log, whatever else the caller's key may do. */
  readonly record: (
    caller: Caller,
    input: RecordToolCallInput,
    options: CallOptions,
  ) => Promise<{ readonly seq: number }>;
  readonly tally: Tally;
  /** SHA-256 of the canonical form of a JSON value, base64url: `digest.json`. */
  readonly digest: (value: Json) => string;
  /** Milliseconds since 1970; the machine's clock by default. */
  readonly now?: () => number;
  /** What `capabilities` reports besides the tools. */
  readonly facts?: JsonObject;
  /** Hears of internal faults, and of calls that could not be put into the log. */
  readonly onFault: (error: unknown) => void;
}

const NAMES_REQUESTS = "await_response";

/** The interaction tools for every door: dispatched, limited, recorded, with late answers. */
export interface InteractionSurface extends AgentSurface {
  /** Resolves once the side work of all calls so far has ended: records, acknowledgements. */
  settled(): Promise<void>;
}

export function createAgentSurface(options: AgentSurfaceOptions): InteractionSurface {
  const { tally, now = Date.now } = options;
  const tools = createInteractionTools();
  const registry = createToolRegistry(tools);
  const ofPeople = createToolRegistry([...tools, ...PERSON_TOOLS]);
  const registryOf = ({ principal }: Caller) => (principal.kind === "person" ? ofPeople : registry);
  const facts = registry.tools.map((one) => toolFacts(one));
  const peoplesFacts = createToolRegistry(PERSON_TOOLS).tools.map((one) => toolFacts(one, true));
  let search: ToolSearch | undefined;
  const doors = new WeakMap<Caller, ToolDoor>();
  const underWay = new Set<Promise<unknown>>();

  function beside(work: Promise<unknown>): void {
    const ended = work.catch(() => {}).finally(() => underWay.delete(ended));
    underWay.add(ended);
  }

  function dispatcherFor(caller: Caller, via: Surface): ToolDispatcher {
    const recordToolCall = (input: RecordToolCallInput) => {
      const recorded = options.record(caller, input, { via });
      beside(recorded);
      return recorded;
    };
    const recorder = recordToolCalls(
      { recordToolCall },
      { digest: options.digest, onFault: options.onFault },
    );
    return createToolDispatcher({
      registry: registryOf(caller),
      listeners: [recorder],
      onFault: options.onFault,
    });
  }

  function failure(
    { principal }: Caller,
    result: FailedResult,
    details?: Readonly<Record<string, Json>>,
  ): ToolAnswer {
    const { workspace } = principal;
    if (result.code === "RATE_LIMITED") tally.count("limited", workspace);
    if (result.code === "NOT_ALLOWED") tally.count("refused_scope", workspace);
    const timestamp = nowOf({ now });
    return errorAnswer(result.error.tool_name, result, { timestamp, ...present({ details }) });
  }

  function createDoor(caller: Caller, earshot: Earshot): ToolDoor {
    const dispatchers = new Map<Surface, ToolDispatcher>();
    const doorway: Doorway = {
      caller,
      earshot,
      registry: registryOf(caller),
      now,
      beside,
      limit: options.limit,
      onFault: options.onFault,
      failure: (result, details) => failure(caller, result, details),
      dispatcherOf(via) {
        const dispatcher = dispatchers.get(via) ?? dispatcherFor(caller, via);
        dispatchers.set(via, dispatcher);
        return dispatcher;
      },
    };
    return {
      callTool(call) {
        const { name, via = "library", signal = new AbortController().signal } = call;
        return finish(doorway, begin(doorway, call, signal), { name, signal, via });
      },
    };
  }

  return {
    tools: [...facts, ...peoplesFacts],
    open(caller, earshot) {
      const door = doors.get(caller) ?? createDoor(caller, earshot);
      doors.set(caller, door);
      return door;
    },
    capabilities(need) {
      search ??= createToolSearch(tools, WORDED_NEEDS);
      const found = need === undefined ? tools : search(need);
      const names = found.map(({ name }) => name);
      const told = names.flatMap((name) => facts.filter((tool) => tool.name === name));
      return JSON.parse(JSON.stringify({ ...options.facts, tools: told })) as JsonObject;
    },
    async settled() {
      await Promise.allSettled(underWay);
    },
  };
}

/** What the calls of one caller share. */
interface Doorway extends Pick<AgentSurfaceOptions, "limit" | "onFault"> {
  readonly caller: Caller;
  readonly earshot: Earshot;
  readonly registry: ToolRegistry;
  readonly now: () => number;
  /** Work that a settling surface waits for. */
  beside(work: Promise<unknown>): void;
  failure(result: FailedResult, details?: Readonly<Record<string, Json>>): ToolAnswer;
  dispatcherOf(via: Surface): ToolDispatcher;
}

/** What is kept of a call once its arguments are no longer needed. */
type About = Required<Pick<ToolCall, "name" | "signal" | "via">>;

/** The result, or what the call has to wait for first. While it waits, it keeps nothing else. */
async function begin(
  doorway: Doorway,
  call: ToolCall,
  signal: AbortSignal,
): Promise<ToolAnswer | Pending> {
  const answer = await dispatch(doorway, call, signal);
  const holdMs = holdOf(doorway.caller, call);
  return pendingOf(answer.envelope, { args: call.args, holdMs }) ?? answer;
}

/** The tool's immediate result. */
async function dispatch(
  doorway: Doorway,
  call: ToolCall,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const { caller, earshot, registry, now } = doorway;
  const { name, args, via = "library" } = call;
  try {
    await doorway.limit(caller.principal.id);
    // Checked before anything is done: the caller must be able to hear what the call asks for.
    requireRights(caller, registry.find(name)?.tool.rights ?? []);
  } catch (error) {
    const shown = name.slice(0, 64).toWellFormed();
    return doorway.failure(failedWith(shown, error), detailsOf(error));
  }
  const result = await doorway.dispatcherOf(via).dispatch(name, args, {
    earshot,
    call: call.call ?? `call_${crypto.randomUUID()}`,
    signal,
    holdMs: 0,
    now,
    via,
  });
  return result.ok
    ? { envelope: result.output as Envelope, isError: false }
    : doorway.failure(result);
}

function wait(
  { earshot, now, failure }: Doorway,
  pending: Pending,
  { name, signal, via }: About,
): Promise<ToolAnswer> {
  const context = { earshot, signal, via, now };
  const reported = waitOn(pending, context).then((waited) => reportAfter(pending, waited, context));
  return reported.then(
    (envelope) => ({ envelope, isError: false }),
    (error: unknown) => {
      const result = signal.aborted
        ? failed(name, "Cancelled", `${name} was cancelled before it ended.`)
        : failedWith(name, error);
      return failure(result);
    },
  );
}

/**
 * Takes nothing of the question: a waiting function keeps everything that it was given in memory.
 */
async function finish(
  doorway: Doorway,
  beginning: Promise<ToolAnswer | Pending>,
  about: About,
): Promise<ToolAnswer> {
  const { caller, earshot } = doorway;
  const { signal } = about;
  const begun = await beginning;
  const answer = "ids" in begun ? await wait(doorway, begun, about) : begun;
  if (signal.aborted || answer.error?.code === "RATE_LIMITED") return answer;
  const envelope = await withLateAnswers(answer.envelope, { caller, earshot });
  return { ...answer, envelope, ...deliveryOf(doorway, envelope, about) };
}

/**
 * To be called once a result has reached a caller who is still there. A written result does not
 * prove that its client still listened. So only requests that the call itself has named are
 * acknowledged, since they can be asked for again. All others come again until the agent
 * acknowledges them.
 */
function deliveryOf(
  { caller, earshot, beside, onFault }: Doorway,
  envelope: Envelope,
  { name, signal, via }: About,
) {
  const ids = name === NAMES_REQUESTS ? broughtBy(envelope) : [];
  if (caller.principal.kind !== "agent" || ids.length === 0) return {};
  const acknowledge = () =>
    earshot.acknowledge({ ids }, { via, idempotencyKey: `ack_${crypto.randomUUID()}` });
  const delivered = () => {
    if (signal.aborted) return;
    // Tried once more if the store is away: items left in the mailbox would be taken for news.
    beside(acknowledge().catch(acknowledge).catch(onFault));
  };
  return { delivered };
}

/** The hold of the key, or less if the door wants less. */
function holdOf({ holdMs = DEFAULT_HOLD_MS }: Caller, call: ToolCall): number {
  return Math.min(holdMs, call.holdMs ?? holdMs);
}

/** What a door tells its client besides the text: when to come again, and with which scope. */
function detailsOf(error: unknown): Readonly<Record<string, Json>> | undefined {
  if (!isEarshotError(error)) return undefined;
  const told = Object.entries(error.details ?? {}).filter(([name]) => TOLD.has(name));
  return told.length === 0
    ? undefined
    : (Object.fromEntries(told) as Readonly<Record<string, Json>>);
}

const TOLD = new Set(["retryAfterSeconds", "right", "scope"]);
