/** People behind the Claude Agent SDK (package `@anthropic-ai/claude-agent-sdk`). Everything exported here is public. */
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { isObject } from "../model-question.ts";
import type { Given, SoughtCall } from "../outcomes.ts";
import type { PeopleOptions as CommonOptions } from "../people-options.ts";
import { takeOrSay } from "../take-for-model.ts";
import { type Called, Calls } from "./calls.ts";
import { type Decision, type Hooks, hooksFor } from "./hooks.ts";
import { ASKING, answersOf, toldOfAll } from "./questions.ts";

export type { Decision, Hooks };

type Asker = Pick<
  Earshot,
  "ask" | "authorize" | "waitMany" | "answerBack" | "collect" | "redeem" | "cancel"
>;

export interface PeopleOptions extends Omit<CommonOptions, "files"> {
  /**
   * The tools of which each call waits for people, such as `Bash` or `mcp__pay__transfer`, whatever the permissions
   * of the session allow. All others do where the session would ask.
   */
  readonly guard?: readonly string[];
}

/** What the SDK tells of a call. */
export interface CallInfo {
  readonly toolUseID: string;
  readonly signal: AbortSignal;
}

export interface People {
  /** For the option of this name. */
  readonly canUseTool: (
    tool: string,
    input: Record<string, unknown>,
    info: CallInfo,
  ) => Promise<Decision>;
  /** For the option of this name; what stands there of yours goes beside it. */
  readonly hooks: Hooks;
  /** The same messages. Whatever they call that waits for people is asked at once, not one after the other. */
  watch<M>(messages: AsyncIterable<M>): AsyncGenerator<M, void>;
}

/**
 * Puts people behind an agent of the Claude Agent SDK. After a kill the model makes its call under a new id: it is the
 * same call for people if it says the same.
 * @example
 * ```ts
 * import { withPeople } from "earshot/bridges/claude-agent-sdk";
 * import { createClient } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const { canUseTool, hooks } = withPeople(earshot, { thread: "invoice-4711", guard: ["Bash"] });
 * console.log({ canUseTool, hooks });
 * ```
 */
export function withPeople(earshot: Asker, options: PeopleOptions): People {
  const { guard = [] } = options;
  const calls = new Calls(earshot, options);
  const decisions = new Map<string, Promise<Decision>>();
  const notes = new Map<string, string>();

  async function decided(called: Called, signal: AbortSignal): Promise<Decision> {
    const { questions, outcomes } = await calls.outcomesOf(called, signal);
    if (called.tool === ASKING) {
      const given = outcomes as readonly Given[];
      const told = toldOfAll(questions, given);
      if (given.some(({ outcome }) => outcome !== "answered")) return denied(told);
      notes.set(called.id, told);
      const answers = answersOf(questions, given);
      return { behavior: "allow", updatedInput: { ...(called.input as object), answers } };
    }
    const sought = outcomes[0] as SoughtCall;
    const taken = await takeOrSay(earshot, sought, { signal });
    if (typeof taken === "string") return denied(taken);
    if (sought.says !== undefined) notes.set(called.id, sought.says);
    return { behavior: "allow", updatedInput: taken.args };
  }

  /** The hook and the session may both come with one call, which is taken once. */
  function decide(called: Called, signal: AbortSignal): Promise<Decision> {
    const known = decisions.get(called.id);
    if (known !== undefined) return known;
    // Nothing runs because of an error, and the model can mend what the server refuses.
    const decision = decided(called, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return denied(error instanceof Error ? error.message : String(error));
    });
    decisions.set(called.id, decision);
    return decision;
  }

  return {
    canUseTool: (tool, input, { toolUseID: id, signal }) => decide({ id, tool, input }, signal),
    hooks: hooksFor({
      guard,
      decide,
      noteOf(id) {
        const note = notes.get(id);
        notes.delete(id);
        return note;
      },
    }),
    async *watch(messages) {
      for await (const message of messages) {
        for (const called of calledIn(message)) {
          if (called.tool === ASKING || guard.includes(called.tool)) calls.askAhead(called);
        }
        yield message;
      }
      await calls.withdrawRest();
    },
  };
}

const denied = (message: string): Decision => ({ behavior: "deny", message });

/** The calls in a message of the model. */
function calledIn(given: unknown): readonly Called[] {
  const { type, message } = Object(given) as Readonly<Record<string, unknown>>;
  const { content } = Object(message) as Readonly<Record<string, unknown>>;
  if (type !== "assistant" || !Array.isArray(content)) return [];
  return content
    .filter((block) => isObject(block) && block["type"] === "tool_use")
    .map(({ id, name, input }) => ({ id: String(id), tool: String(name), input }));
}
