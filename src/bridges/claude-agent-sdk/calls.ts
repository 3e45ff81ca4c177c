import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { isObject } from "../model-question.ts";
import type { Given, SoughtCall } from "../outcomes.ts";
import { calledBy, commonOf, type PeopleOptions } from "../people-options.ts";
import { type Matter, putToPeople, type Questioned } from "../put-to-people.ts";
import { ASKING, questionsIn } from "./questions.ts";

/** A call of the model under the id of this process. */
export interface Called {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
}

interface Call {
  readonly matters: readonly Matter[];
  readonly questions: readonly Questioned[];
  /** What was asked before the session came to it. */
  ahead?: Promise<readonly RequestId[]>;
  isTakenUp: boolean;
}

type Asker = Pick<Earshot, "ask" | "authorize" | "waitMany" | "answerBack" | "cancel">;

/**
 * The calls of a thread. Their ids change when the model makes them again after a kill, so their keys are of what they
 * say.
 */
export class Calls {
  readonly #earshot: Asker;
  readonly #options: PeopleOptions;
  readonly #calls = new Map<string, Call>();
  readonly #counts = new Map<string, number>();

  constructor(earshot: Asker, options: PeopleOptions) {
    this.#earshot = earshot;
    this.#options = options;
  }

  /** Puts a call to people before the session comes to it. What fails then fails again when it does. */
  askAhead(called: Called): void {
    const call = this.#callOf(called);
    if (call.isTakenUp || call.ahead !== undefined) return;
    call.ahead = putToPeople(this.#earshot, call.matters, { holdMs: 0 }).then(
      (outcomes) => outcomes.map(({ request }) => request.id),
      () => [],
    );
  }

  /** What people have said to a call, and what it asks them. */
  async outcomesOf(
    called: Called,
    signal: AbortSignal,
  ): Promise<{
    readonly questions: readonly Questioned[];
    readonly outcomes: readonly (SoughtCall | Given)[];
  }> {
    const call = this.#callOf(called);
    call.isTakenUp = true;
    await call.ahead;
    const { questions, matters } = call;
    const { onAskedBack } = this.#options;
    const outcomes = await putToPeople(this.#earshot, matters, { signal, onAskedBack });
    return { questions, outcomes };
  }

  /** Takes back what was asked ahead and never came up. */
  async withdrawRest(): Promise<void> {
    for (const call of this.#calls.values()) {
      if (call.isTakenUp) continue;
      for (const id of (await call.ahead) ?? []) await this.#withdraw(id);
    }
  }

  async #withdraw(id: RequestId): Promise<void> {
    try {
      await this.#earshot.cancel({ id, reason: "The agent has ended without this call." });
    } catch (error) {
      if (!isEarshotError(error, "REQUEST_CLOSED")) throw error;
    }
  }

  #callOf({ id, tool, input }: Called): Call {
    const questions = tool === ASKING ? questionsIn(input) : [];
    // Of questions it is what people see: the session adds to what the model wrote.
    const content = inOrder(tool === ASKING ? questions : { tool, input });
    const known = this.#calls.get(`${id} ${content}`);
    if (known !== undefined) return known;
    const count = this.#counts.get(content) ?? 0;
    this.#counts.set(content, count + 1);
    // The same call once more is another one.
    const key = [this.#options.thread, content, `${count}`];
    const asked = questions.map((question, n): Matter => {
      return { key: [...key, `${n}`], question: { ...question, ...commonOf(this.#options) } };
    });
    const matters: readonly Matter[] =
      tool === ASKING ? asked : [{ key, call: calledBy(this.#options, { tool, input }) }];
    const call: Call = { matters, questions, isTakenUp: false };
    this.#calls.set(`${id} ${content}`, call);
    return call;
  }
}

/** The same text for the same content, however its properties stand. */
function inOrder(content: object): string {
  return JSON.stringify(content, (_, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
