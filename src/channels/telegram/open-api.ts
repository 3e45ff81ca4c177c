import { buffer } from "node:stream/consumers";
import type { InputFile, RawApi } from "grammy";
import { EarshotError } from "../../domain/errors.ts";
import { ChannelError, type PostedFile } from "../../ports/channels/channel.ts";
import { readAtMost } from "../files/read-at-most.ts";
import type { TelegramSettings } from "./settings.ts";
import { toChannelError } from "./to-channel-error.ts";

/** Longer than a poll is held. */
const CALL_SECONDS = 60;

const HOME = "https://api.telegram.org";

type CallSignal = Parameters<RawApi["getMe"]>[0];

/** Calls of the Bot API. They reject with a ChannelError and are never repeated. */
export interface TelegramApi {
  /** The call must pass `signal` on. */
  call<T>(work: (raw: RawApi, signal: CallSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** A file as a call takes it. */
  sendable(file: PostedFile): InputFile;
  /** A file at a path of `getFile`; undefined if it has more bytes than `most`. */
  download(
    path: string,
    bounds: { readonly most: number; readonly signal: AbortSignal },
  ): Promise<Uint8Array | undefined>;
}

export async function openApi({ token, apiUrl }: TelegramSettings): Promise<TelegramApi> {
  const { Api, InputFile } = await loadGrammy();
  const { raw } = new Api(token, {
    fetch: fetchReply,
    timeoutSeconds: CALL_SECONDS,
    ...(apiUrl !== undefined && { apiRoot: apiUrl }),
  });
  return {
    async call(work, signal) {
      try {
        // A type of another package; only its listeners are used.
        return await work(raw, signal as unknown as CallSignal);
      } catch (error) {
        throw toChannelError(error);
      }
    },
    sendable: ({ bytes, name }) => new InputFile(bytes, name),
    async download(path, { most, signal }) {
      const url = `${apiUrl ?? HOME}/file/bot${token}/${path}`;
      try {
        // The address contains the token, so it is neither followed elsewhere nor told to anybody.
        const response = await fetch(url, { redirect: "manual", signal });
        if (response.status === 200) return await readAtMost(response, most);
        await response.body?.cancel();
        const status = `with ${response.status}`;
        throw new ChannelError("permanent", `Telegram answers ${status} when asked for a file.`);
      } catch (error) {
        throw toChannelError(error);
      }
    },
  };
}

async function loadGrammy(): Promise<typeof import("grammy")> {
  try {
    return await import("grammy");
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      "Telegram needs the package grammy, which is not installed. Install it with: npm install grammy",
      { cause },
    );
  }
}

/** The part of a request that the Bot API library makes. */
interface Call {
  readonly method: string;
  readonly headers: Record<string, string>;
  /** In pieces where there is a file in it. */
  readonly body: string | AsyncIterable<Uint8Array>;
  readonly signal: {
    readonly aborted: boolean;
    addEventListener(type: "abort", listener: () => void): void;
    removeEventListener(type: "abort", listener: () => void): void;
  };
}

/**
 * Fetches a reply of the Bot API. Servers in front of it fail with HTML pages, which become
 * refusals with their status. Redirects are not followed, because the address contains the token.
 */
async function fetchReply(
  url: string | URL,
  { method, headers, body, signal }: Call,
): Promise<{ json(): Promise<unknown> }> {
  // The library's signal is not Node's.
  const abort = new AbortController();
  const onAbort = () => abort.abort();
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort);
  try {
    const redirect = "manual";
    const whole = typeof body === "string" ? body : new Uint8Array(await buffer(body));
    const call = { method, headers, body: whole, redirect, signal: abort.signal } as const;
    const reply = await fetch(url, call);
    const value = replyIn(await reply.text(), reply.status);
    return { json: async () => value };
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function replyIn(text: string, status: number): unknown {
  const value = parsed(text);
  if (typeof value === "object" && value !== null && "ok" in value) return value;
  // It may have been done: nothing that was understood says otherwise.
  if (status < 300) throw new TypeError("The reply does not come from the Bot API.");
  return { ok: false, error_code: status, description: "not a reply of the Bot API" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
