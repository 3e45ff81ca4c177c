import { sleep } from "../../client/transport.ts";
import type { SessionId } from "../../domain/id.ts";
import type { Session } from "../../domain/sessions/session.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Sessions } from "../../ports/earshot/sessions.ts";

const LOOK_MS = 1_000;

/**
 * The session that goes on from this one. Of a paused one it is waited for, as long as it takes;
 * undefined where nothing goes on.
 */
export async function nextOfChain(
  earshot: Pick<Sessions<CallOptions>, "showSession">,
  id: SessionId,
  signal: AbortSignal,
): Promise<Session | undefined> {
  for (;;) {
    const { session, chain } = await earshot.showSession({ id });
    const next = chain.find(({ continues }) => continues === id);
    if (next !== undefined || session.status !== "paused") return next;
    await sleep(LOOK_MS, signal);
  }
}
