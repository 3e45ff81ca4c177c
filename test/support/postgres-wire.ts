import type { Socket } from "node:net";
import type { Round } from "./faulty-proxy.ts";

/** One message of the protocol: a letter, or a name where the protocol has none. */
export interface PgMessage {
  readonly type: string;
  readonly bytes: Buffer;
  /** Must not wait for the end of a round. */
  readonly isUrgent: boolean;
}

/** The reply of a server that speaks only plain text. */
export const NO_ENCRYPTION = Buffer.from("N");

const ENCRYPTION_CODES: ReadonlySet<number> = new Set([80877103, 80877104]);
const LENGTH_BYTES = 4;

/** Cuts the bytes of a socket into messages. A client's first message has no letter. */
export async function* readMessages(
  socket: Socket,
  hasNoLetter: (messagesSoFar: readonly string[]) => boolean,
): AsyncGenerator<PgMessage, void> {
  let rest: Buffer = Buffer.alloc(0);
  const types: string[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const message = firstOf(rest, hasNoLetter(types));
      if (message === undefined) break;
      rest = rest.subarray(message.bytes.length);
      if (types.length < 4) types.push(message.type);
      yield message;
    }
  }
}

/** A client may ask for encryption, once or twice, before it introduces itself. */
export function isFirstMessage(messagesSoFar: readonly string[]): boolean {
  return messagesSoFar.every((type) => type === "encryption");
}

function firstOf(bytes: Buffer, hasNoLetter: boolean): PgMessage | undefined {
  const start = hasNoLetter ? 0 : 1;
  if (bytes.length < start + LENGTH_BYTES) return undefined;
  const end = start + bytes.readInt32BE(start);
  if (bytes.length < end) return undefined;
  const message = bytes.subarray(0, end);
  if (!hasNoLetter) {
    const type = String.fromCharCode(message[0] ?? 0);
    return { type, bytes: message, isUrgent: URGENT.has(type) };
  }
  const isEncryption = end >= 8 && ENCRYPTION_CODES.has(message.readInt32BE(LENGTH_BYTES));
  return { type: isEncryption ? "encryption" : "startup", bytes: message, isUrgent: true };
}

/** Passwords, the end of a connection, and everything else that is not a statement. */
const URGENT: ReadonlySet<string> = new Set(["p", "X", "H", "c", "d", "f"]);

/** Follows what one client sends, and reports each round when it is complete. */
export interface Rounds {
  take(message: PgMessage): Round | undefined;
}

export function createRounds(): Rounds {
  const prepared = new Map<string, string>();
  let application = "";
  let texts: string[] = [];
  let values: Buffer[] = [];

  function complete(): Round {
    const own = values;
    const mentions = (text: string) => own.some((bytes) => bytes.includes(text));
    const round = { text: texts.join("\n"), mentions, application };
    texts = [];
    values = [];
    return round;
  }

  return {
    take({ type, bytes }) {
      switch (type) {
        case "startup":
          application = applicationOf(bytes);
          return undefined;
        case "P": {
          const [name = "", text = ""] = strings(bytes.subarray(5));
          prepared.set(name, text);
          return undefined;
        }
        case "B": {
          const [, statement = ""] = strings(bytes.subarray(5));
          texts.push(prepared.get(statement) ?? "");
          values.push(bytes);
          return undefined;
        }
        case "Q":
          texts.push(...strings(bytes.subarray(5)));
          return complete();
        case "S":
          return complete();
        default:
          return undefined;
      }
    },
  };
}

function applicationOf(startup: Buffer): string {
  const words = strings(startup.subarray(2 * LENGTH_BYTES), Number.POSITIVE_INFINITY);
  const index = words.indexOf("application_name");
  return index < 0 ? "" : (words[index + 1] ?? "");
}

/** The first zero-terminated texts of some bytes. */
function strings(bytes: Buffer, most = 2): string[] {
  const found: string[] = [];
  for (let start = 0; found.length < most; ) {
    const end = bytes.indexOf(0, start);
    if (end < 0) break;
    found.push(bytes.toString("utf8", start, end));
    start = end + 1;
  }
  return found;
}
