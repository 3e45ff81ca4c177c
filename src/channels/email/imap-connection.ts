import type { ImapFlow } from "imapflow";
import { MINUTE_MS } from "../../domain/time.ts";
import { ChannelError } from "../../ports/channels/channel.ts";
import { MAX_MAIL_BYTES } from "./mail-receiver.ts";
import type { MailServer } from "./server-url.ts";

export type ImapLibrary = Pick<typeof import("imapflow"), "ImapFlow">;

export interface ImapFolder extends MailServer {
  readonly folder: string;
}

const CONNECT_MS = 20_000;
/** Shorter than most routers forget a silent connection. */
const IDLE_MS = 4 * MINUTE_MS;
/** The library waits so long after a command before it listens for new mail. */
const LISTEN_AFTER_MS = 100;

/** Signs in and opens the folder. Rejects with a ChannelError. */
export async function connectImap(
  library: ImapLibrary,
  { host, port, isTls, isLocal, user = "", password = "", folder }: ImapFolder,
): Promise<ImapFlow> {
  const client = new library.ImapFlow({
    host,
    port,
    secure: isTls,
    doSTARTTLS: isTls || isLocal ? undefined : true,
    ...(isLocal && { tls: { rejectUnauthorized: false } }),
    auth: { user, pass: password },
    logger: false,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    maxIdleTime: IDLE_MS,
    autoIdleDelay: LISTEN_AFTER_MS,
    maxLiteralSize: 4 * MAX_MAIL_BYTES,
  });
  // An error without a listener would end the process; `close` reports the consequence.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (cause) {
    throw connectError(cause);
  }
  try {
    await client.mailboxOpen(folder);
    return client;
  } catch (cause) {
    const isLost = !client.usable;
    client.close();
    if (isLost) throw connectError(cause);
    throw new ChannelError(
      "permanent",
      'The IMAP folder cannot be opened. Check "imapFolder"; it is INBOX where none is set.',
      { cause },
    );
  }
}

function connectError(cause: unknown): ChannelError {
  const isRefused = typeof cause === "object" && cause !== null && "authenticationFailed" in cause;
  return isRefused
    ? new ChannelError(
        "permanent",
        'The IMAP server refused the sign-in. Check the user and the password in "imapUrl"; many providers want an app password.',
        { cause },
      )
    : new ChannelError(
        "transient",
        'The IMAP server cannot be reached over TLS. Check the host and the port in "imapUrl".',
        { cause },
      );
}
