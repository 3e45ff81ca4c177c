import { EarshotError } from "../../domain/errors.ts";
import type { ConversationId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { OnAskedBack } from "../answer-asked.ts";
import { questionIn, toldOf } from "../model-question.ts";
import type { Given, SoughtCall } from "../outcomes.ts";
import { type Called, type Matter, putToPeople } from "../put-to-people.ts";
import { withBytes } from "../with-bytes.ts";

export type Asker = Pick<
  Earshot,
  "ask" | "authorize" | "waitMany" | "answerBack" | "collect" | "redeem" | "readFile"
>;

/** A call at which Mastra has suspended a run. */
interface SuspendedCall {
  readonly toolCallId?: string | undefined;
  readonly toolName?: string | undefined;
  readonly args?: unknown;
  readonly requiresApproval: boolean;
  readonly suspendPayload?: unknown;
}

/** An agent of Mastra, with a storage that outlives a process. */
export interface MastraAgent<Result> {
  listSuspendedRuns(filter?: { threadId?: string }): Promise<{
    readonly runs: readonly {
      readonly runId: string;
      readonly toolCalls: readonly SuspendedCall[];
    }[];
  }>;
  generate(messages: never, options: never): Promise<Result>;
  resumeGenerate(resumeData: never, options: never): Promise<Result>;
  approveToolCallGenerate(options: never): Promise<Result>;
  declineToolCallGenerate(options: never): Promise<Result>;
}

export interface RunOptions {
  /** Names the run for good: a process that comes back finds it by this, and what people said. */
  readonly runId: string;
  /** Where people see what the run asks, by `openThread`. */
  readonly conversation?: ConversationId;
  /** How long people have: what nobody decides or answers by then has expired. */
  readonly expiresInMs?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface AgentRunOptions extends RunOptions {
  /** For Mastra, such as `memory` and `maxSteps`; the same at each start of the run. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** What people have said to a run, by its calls. */
export type Heard = Map<string, SoughtCall | Given>;

export interface RunSetting<R> {
  readonly earshot: Asker;
  readonly agent: MastraAgent<R>;
  /** Undefined for a tool that is not guarded. */
  readonly callOf: (tool: string, input: unknown) => Called | undefined;
  readonly isQuestion: (tool: string) => boolean;
  /** Whether the model may ask for files. */
  readonly files: boolean;
  readonly heard: Heard;
  readonly onAskedBack: OnAskedBack | undefined;
}

interface Waiting {
  readonly id: string;
  readonly matter: Matter;
}

/** One run of an agent in this process, from wherever its storage stands. */
export class AgentRun<R> {
  readonly #on: RunSetting<R>;
  readonly #options: AgentRunOptions;
  readonly #settings: Readonly<Record<string, unknown>>;
  /** How often a call has suspended itself with the same words. */
  readonly #times = new Map<string, number>();

  constructor(on: RunSetting<R>, options: AgentRunOptions) {
    this.#on = on;
    this.#options = options;
    const { runId, signal } = options;
    this.#settings = { ...options.options, runId, ...present({ abortSignal: signal }) };
  }

  async toItsEnd(messages: unknown): Promise<R> {
    const { agent } = this.#on;
    let open = await this.#suspended();
    let result: R | undefined;
    if (open.length === 0) {
      result = await agent.generate(messages as never, this.#settings as never);
      open = await this.#suspended();
    }
    while (open.length > 0) {
      await this.#put(open, result);
      // In turn: Mastra loses one of two that are resumed at once.
      for (const call of open) result = await this.#resume(call);
      open = await this.#suspended();
    }
    return result as R;
  }

  async #suspended(): Promise<readonly SuspendedCall[]> {
    const { memory } = this.#settings;
    const { thread } = Object(memory) as { readonly thread?: unknown };
    const threadId = typeof thread === "string" ? thread : undefined;
    const { runs } = await this.#on.agent.listSuspendedRuns(present({ threadId }));
    return runs.find(({ runId }) => runId === this.#options.runId)?.toolCalls ?? [];
  }

  /** With those behind the one that waits, which Mastra holds up: people see them together. */
  async #put(open: readonly SuspendedCall[], result: R | undefined): Promise<void> {
    const { earshot, heard, onAskedBack } = this.#on;
    const waiting = open.map((call) => this.#waitingOf(call));
    const more = callsIn(result).flatMap((call) => this.#upcoming(call));
    const known = new Set(waiting.map(({ id }) => id));
    const all = [...waiting, ...more.filter(({ id }) => !known.has(id) && !heard.has(id))];
    const matters = all.map(({ matter }) => matter);
    const { signal } = this.#options;
    const outcomes = await putToPeople(earshot, matters, { signal, onAskedBack });
    for (const [index, { id }] of all.entries()) {
      const outcome = outcomes[index];
      if (outcome !== undefined) heard.set(id, outcome);
    }
  }

  #waitingOf(call: SuspendedCall): Waiting {
    const { toolCallId: id = "", toolName: tool = "", suspendPayload: payload } = call;
    if (call.requiresApproval) return { id, matter: this.#approval(id, tool, call.args) };
    if (this.#on.isQuestion(tool)) return { id, matter: this.#question([id], payload) };
    const said = JSON.stringify(payload) ?? "";
    const times = this.#times.get(id + said) ?? 0;
    this.#times.set(id + said, times + 1);
    return { id, matter: this.#question([id, said, `${times}`], payload) };
  }

  #upcoming({ toolCallId: id, toolName: tool, args }: UpcomingCall): readonly Waiting[] {
    if (this.#on.isQuestion(tool)) return [{ id, matter: this.#question([id], args) }];
    const isGuarded = this.#on.callOf(tool, args) !== undefined;
    return isGuarded ? [{ id, matter: this.#approval(id, tool, args) }] : [];
  }

  #approval(id: string, tool: string, args: unknown): Matter {
    const call = this.#on.callOf(tool, args);
    if (call === undefined) throw unguarded(tool);
    return { key: [this.#options.runId, id], call: { ...this.#common(), ...call } };
  }

  #question(key: readonly string[], payload: unknown): Matter {
    const question = { ...questionIn(payload, this.#on), ...this.#common() };
    return { key: [this.#options.runId, ...key], question };
  }

  #common() {
    const { conversation, expiresInMs } = this.#options;
    return present({ conversation, expiresInMs });
  }

  async #resume({ toolCallId = "", toolName, requiresApproval }: SuspendedCall): Promise<R> {
    const { earshot, agent, heard } = this.#on;
    const outcome = heard.get(toolCallId);
    const settings = { ...this.#settings, toolCallId };
    if (!requiresApproval) {
      const isModels = this.#on.isQuestion(toolName ?? "");
      const given = outcome as Given;
      const told = isModels ? toldOf(given) : await toldWithBytes(earshot, given);
      return await agent.resumeGenerate(told as never, settings as never);
    }
    const { outcome: ended, says: reason } = outcome as SoughtCall;
    return ended === "approved"
      ? await agent.approveToolCallGenerate(settings as never)
      : await agent.declineToolCallGenerate({ ...settings, reason } as never);
  }
}

/** For a program: the answer as the schema of its question has it. */
export async function toldWithBytes(
  earshot: Pick<Earshot, "readFile">,
  given: Given,
): Promise<object> {
  const answer = await withBytes(earshot, given);
  return Object.assign(toldOf(given), present({ answer }));
}

/** A call of a model, whether or not the run has come to it. */
interface UpcomingCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: unknown;
}

function callsIn(result: unknown): readonly UpcomingCall[] {
  const { toolCalls = [] } = Object(result) as {
    readonly toolCalls?: readonly { readonly payload: UpcomingCall }[];
  };
  return toolCalls.map(({ payload }) => payload);
}

function unguarded(tool: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The agent stops before a call of ${tool}, which people might change: pass the tool through people.tools.`,
    { details: { tool } },
  );
}
