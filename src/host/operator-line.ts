import type { ConversationId } from "../domain/id.ts";
import { answerText } from "../domain/requests/question.ts";
import type {
  AuthorizationRequest,
  ClosedRequest,
  Request,
  Waited,
} from "../domain/requests/request.ts";
import type { CallOptions } from "../ports/earshot/call.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";

/** What becomes of what one call asks of people, told in the order in which it happens. */
export interface OperatorLineOptions {
  /** Where the questions of the run stand together. */
  readonly conversation: ConversationId;
  /** Returns when it is on record that this is asked. */
  onAsk(message: string): void;
  /** The question is open and waits for its answer. */
  onOpen(request: Request): void;
  /** It is answered or decided. */
  onAnswer(request: ClosedRequest, text: string): void;
}

/** Earshot as the tools of a run have it: what they ask stands together, and the dialogue is told. */
export function operatorLine(earshot: Earshot, options: OperatorLineOptions): Earshot {
  const { conversation, onAsk, onOpen, onAnswer } = options;
  const answered = new Set<string>();

  function hear(waited: Waited): Waited {
    const { request } = waited;
    if (request.status === "open" || answered.has(request.id)) return waited;
    const text = wordsOf(request);
    if (text === undefined) return waited;
    answered.add(request.id);
    onAnswer(request, text);
    return waited;
  }

  /** Waits only once it is on record that people are asked. */
  async function held(asked: Waited, holdMs: number, callOptions?: CallOptions): Promise<Waited> {
    if (asked.outcome !== "pending") return hear(asked);
    onOpen(asked.request);
    if (holdMs === 0) return asked;
    return hear(await earshot.wait({ id: asked.request.id, holdMs }, callOptions));
  }

  return {
    ...earshot,
    async ask({ holdMs = 0, ...input }, callOptions) {
      onAsk(input.text);
      const asked = await earshot.ask({ ...input, conversation }, callOptions);
      return await held(asked, holdMs, callOptions);
    },
    async authorize({ holdMs = 0, ...input }, callOptions) {
      onAsk(`May ${input.tool} run? ${input.reason}`);
      const asked = await earshot.authorize({ ...input, conversation }, callOptions);
      return await held(asked, holdMs, callOptions);
    },
    wait: async (input, callOptions) => hear(await earshot.wait(input, callOptions)),
    async waitMany(input, callOptions) {
      const many = await earshot.waitMany(input, callOptions);
      for (const waited of many.requests) hear(waited);
      return many;
    },
  };
}

/** What people said; undefined where nobody said anything. */
function wordsOf(request: ClosedRequest): string | undefined {
  if (request.status === "answered") return answerText(request.answer);
  if (request.status === "approved" || request.status === "rejected") return decisionOf(request);
  return undefined;
}

function decisionOf(request: AuthorizationRequest): string {
  if (request.status !== "rejected") return request.status;
  return request.reason === undefined ? "rejected" : `rejected: ${request.reason}`;
}
