import { setTimeout as pause } from "node:timers/promises";
import { isEarshotError } from "../../../../src/client/index.ts";
import type { ShownRequest } from "../../../../src/domain/requests/request.ts";
import { DO_NOT_RUN, RUN_AGAIN } from "../../../../src/host/sessions/host-words.ts";
import type { Earshot } from "../../../../src/ports/earshot/earshot.ts";
import type { Random } from "../../../../src/testing/simulator/random.ts";

/** People who answer what sessions ask, sooner or later. */
export interface Operators {
  /** The texts of answers that were acknowledged, by request. */
  readonly answered: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

const LOOK_MS = 60;

export function createOperators(
  { owner, decider }: { readonly owner: Earshot; readonly decider: Earshot },
  { random, onFault }: { readonly random: Random; readonly onFault: (what: string) => void },
): Operators {
  const answered = new Map<string, string>();
  const gone = new AbortController();

  async function close(request: ShownRequest): Promise<void> {
    const { id } = request;
    if (request.kind === "authorization") {
      if (random.chance(0.8)) await decider.approve({ id, digest: request.authorization.digest });
      else await decider.reject({ id, reason: "Not now." });
      return;
    }
    if (request.question.form.kind === "choice") {
      const choice = random.pick([RUN_AGAIN, DO_NOT_RUN]);
      await owner.answer({ id, answer: { choice } });
      answered.set(id, choice);
      return;
    }
    const text = `colour ${id}`;
    await owner.answer({ id, answer: { text } });
    answered.set(id, text);
  }

  async function look(): Promise<void> {
    const { items } = await owner.list({ status: "open", limit: 50 });
    await Promise.all(items.filter(() => random.chance(0.5)).map(close));
  }

  async function live(): Promise<void> {
    while (!gone.signal.aborted) {
      try {
        await look();
      } catch (error) {
        const isPassing =
          isEarshotError(error, "UNREACHABLE") || isEarshotError(error, "REQUEST_CLOSED");
        if (!isPassing && !gone.signal.aborted) onFault(`nobody can answer: ${error}`);
      }
      await pause(LOOK_MS);
    }
  }

  const life = live();
  return {
    answered,
    async stop() {
      gone.abort();
      await life;
    },
  };
}
