import type { ImapFlow } from "imapflow";
import { MINUTE_MS } from "../../domain/time.ts";
import { MAX_MAIL_BYTES, type Received } from "./mail-receiver.ts";

export interface CatchUpOptions {
  readonly take: (raw: Uint8Array, receivedMs: number) => Promise<Received>;
  /** Mail that could not be stored, by its number in the folder. Kept between connections. */
  readonly putOff: Map<string, { readonly tries: number; readonly dueMs: number }>;
  readonly stopped: () => boolean;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 10 * MINUTE_MS;

/**
 * Takes all unseen mail, and marks each as seen once it is stored. Rejects if the connection fails.
 */
export async function catchUp(client: ImapFlow, options: CatchUpOptions): Promise<void> {
  const found = await client.search({ seen: false }, { uid: true });
  if (!Array.isArray(found)) throw new Error("The IMAP server refused to search the folder.");
  for (const uid of found) {
    if (options.stopped()) return;
    // A new folder of the same name numbers its mail from the start.
    const mark = `${mailboxOf(client)} ${uid}`;
    const due = options.putOff.get(mark)?.dueMs ?? 0;
    if (due <= options.now()) await takeOne(client, { uid, mark }, options);
  }
}

function mailboxOf({ mailbox }: ImapFlow): string {
  return mailbox === false ? "" : String(mailbox.uidValidity);
}

async function takeOne(
  client: ImapFlow,
  { uid, mark }: { readonly uid: number; readonly mark: string },
  options: CatchUpOptions,
): Promise<void> {
  const { putOff, log } = options;
  const isTaken = await offer(client, uid, options);
  if (isTaken && (await client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true }))) {
    putOff.delete(mark);
    return;
  }
  const tries = (putOff.get(mark)?.tries ?? 0) + 1;
  const pauseMs = Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), LONGEST_RETRY_MS);
  putOff.set(mark, { tries, dueMs: options.now() + pauseMs });
  log(`E-mail: mail ${uid} could not be stored or marked as seen; it is tried again.`);
}

/** Whether the mail is finished with. */
async function offer(client: ImapFlow, uid: number, options: CatchUpOptions): Promise<boolean> {
  const { take, now, log } = options;
  const query = { size: true, internalDate: true };
  const about = await client.fetchOne(String(uid), query, { uid: true });
  // Somebody else has moved it away.
  if (about === false) return true;
  if ((about.size ?? 0) > MAX_MAIL_BYTES) {
    log(`E-mail: mail ${uid} has more than 1 MiB; it was left unread by Earshot.`);
    return true;
  }
  const whole = await client.fetchOne(String(uid), { source: true }, { uid: true });
  if (whole === false || whole.source === undefined) return true;
  const received = new Date(about.internalDate ?? now()).getTime();
  try {
    const { kind } = await take(whole.source, Number.isNaN(received) ? now() : received);
    if (kind === "unreadable") log(`E-mail: mail ${uid} cannot be read; it was passed over.`);
    return true;
  } catch {
    return false;
  }
}
