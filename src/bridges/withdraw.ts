import { isEarshotError } from "../domain/errors.ts";
import type { ConversationId, RequestId } from "../domain/id.ts";
import { MAX_PAGE_ITEMS } from "../domain/limits.ts";
import { present } from "../domain/present.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import { keyFor, type StableKey } from "./stable-key.ts";

export interface ThreadInput {
  /** The same thread is found again by it. */
  readonly key: StableKey;
  /** For people: what the thread is about. Always the same for one thread. */
  readonly title: string;
}

/**
 * The conversation of a thread: what is asked in it is shown together, and can be withdrawn together. It is the
 * same one after a restart.
 * @example
 * ```ts
 * import { openThread } from "earshot/bridges";
 * import { createClient } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const conversation = await openThread(earshot, { key: "thread-7", title: "The invoices of May" });
 * await earshot.ask({ text: "Which one first?", conversation });
 * ```
 */
export async function openThread(
  earshot: Pick<Earshot, "startConversation">,
  { key, title }: ThreadInput,
): Promise<ConversationId> {
  const opened = await earshot.startConversation(
    { title },
    { idempotencyKey: keyFor("thread", key) },
  );
  return opened.id;
}

export interface WithdrawInput {
  /** Of the run, by `openThread`. */
  readonly conversation: ConversationId;
  /** What the run has taken up again and still waits for. */
  readonly keep?: readonly RequestId[];
  readonly reason?: string;
}

/**
 * Takes back what a run asked before and does not wait for any more, such as what stands under ids that have
 * changed. What people have closed meanwhile stays closed. Resolves with what it has taken back.
 * @example
 * ```ts
 * import { openThread, withdraw } from "earshot/bridges";
 * import { createClient } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const conversation = await openThread(earshot, { key: "thread-7", title: "The invoices of May" });
 * const withdrawn = await withdraw(earshot, { conversation, reason: "The run was started anew." });
 * console.log(withdrawn.length);
 * ```
 */
export async function withdraw(
  earshot: Pick<Earshot, "list" | "cancel">,
  { conversation, keep = [], reason }: WithdrawInput,
): Promise<readonly RequestId[]> {
  const withdrawn: RequestId[] = [];
  for (const id of await openIn(earshot, conversation)) {
    if (keep.includes(id)) continue;
    try {
      await earshot.cancel({ id, ...present({ reason }) });
      withdrawn.push(id);
    } catch (error) {
      if (!isEarshotError(error, "REQUEST_CLOSED")) throw error;
    }
  }
  return withdrawn;
}

async function openIn(
  earshot: Pick<Earshot, "list">,
  conversation: ConversationId,
): Promise<readonly RequestId[]> {
  const ids: RequestId[] = [];
  let cursor: string | undefined;
  do {
    const page = { status: "open", conversation, limit: MAX_PAGE_ITEMS } as const;
    const { items, next } = await earshot.list({ ...page, ...present({ cursor }) });
    ids.push(...items.map(({ id }) => id));
    cursor = next;
  } while (cursor !== undefined);
  return ids;
}
