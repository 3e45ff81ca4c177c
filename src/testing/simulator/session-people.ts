import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { ReviewOutcome } from "../../domain/requests/review.ts";
import type { StartSessionInput } from "../../ports/earshot/sessions.ts";
import type { CallServer } from "./network.ts";
import type { WorkloadParts } from "./world.ts";

/** People who start sessions, answer what these ask, end them, take them on again, and review. */
export interface SessionPeople {
  act(): Promise<void>;
  /** Answers whatever sessions ask, until none of them is left that may ask more. */
  answerAll(): Promise<void>;
}

const THREADS = 3;
const LOOK_MS = 500;

const OUTCOMES: readonly ReviewOutcome[] = [
  { do: "keep" },
  { do: "escalate" },
  { do: "abandon" },
  { do: "assume", assumption: "It is as it was." },
];

export function createSessionPeople(parts: WorkloadParts): SessionPeople {
  const { random, cast, oracle, callers } = parts;
  const { sessions } = oracle;
  const { persist, sleep } = callers;
  let count = 0;

  async function start(): Promise<void> {
    const label = `starts ${++count}`;
    const key = `session-${count}`;
    const text = `task ${count}`;
    const place = {
      channel: "inbox" as const,
      chatId: "chat",
      threadId: `thread-${random.int(1, THREADS)}`,
    };
    const input: StartSessionInput = {
      agent: random.pick(cast.agents).name,
      text,
      ...present({ place: random.chance(0.7) ? place : undefined }),
    };
    const times = random.chance(0.3) ? 2 : 1;
    for (let time = 0; time < times; time++) {
      const session = await persist(cast.owner, label, (earshot) =>
        earshot.startSession(input, { idempotencyKey: key }),
      );
      oracle.sessions.started(key, session, text);
    }
  }

  async function answer(id: RequestId): Promise<void> {
    const text = `answer to a session ${++count}`;
    const key = `session-answer-${count}`;
    try {
      await persist(random.pick(cast.operators), `answers ${count}`, (earshot) =>
        earshot.answer({ id, answer: { text } }, { idempotencyKey: key }),
      );
      oracle.answered(id, text);
    } catch (error) {
      if (!isEarshotError(error, "REQUEST_CLOSED")) throw error;
      oracle.refusedAsClosed(id, text);
    }
  }

  async function answerOne(): Promise<void> {
    const open = sessions.openQuestions();
    if (open.length === 0) return await start();
    const id = random.pick(open);
    await Promise.all(Array.from({ length: random.int(1, 2) }, () => answer(id)));
  }

  /** By somebody who may be too late for it, which no repetition mends. */
  async function attempt(label: string, call: CallServer<unknown>): Promise<void> {
    await persist(cast.owner, `${label} ${++count}`, (earshot) =>
      call(earshot).catch((error: unknown) => {
        const isLate =
          isEarshotError(error, "SESSION_CLOSED") || isEarshotError(error, "REQUEST_CLOSED");
        if (!isLate) throw error;
      }),
    );
  }

  async function cancel(): Promise<void> {
    const all = sessions.all();
    if (all.length === 0) return;
    const { id } = random.pick(all);
    await attempt("cancels a session", (earshot) =>
      earshot.cancelSession({ id, reason: "Enough." }),
    );
  }

  async function resume(): Promise<void> {
    const all = sessions.all();
    if (all.length === 0) return;
    const { id } = random.pick(all);
    await attempt("resumes", (earshot) => earshot.resumeSession({ id, text: "Go on." }));
  }

  async function review(): Promise<void> {
    const open = sessions.openQuestions();
    if (open.length === 0) return;
    const id = random.pick(open);
    const outcome = random.pick(OUTCOMES);
    await attempt("reviews", (earshot) => earshot.review({ id, outcome }));
  }

  return {
    act: () =>
      random.pick([start, start, start, answerOne, answerOne, answerOne, cancel, resume, review])(),
    async answerAll() {
      while (sessions.areLeft() || sessions.openQuestions().length > 0) {
        await Promise.all(sessions.openQuestions().map(answer));
        await sleep(LOOK_MS);
      }
    },
  };
}
