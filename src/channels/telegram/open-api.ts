import type { RawApi } from "grammy";
import { EarshotError } from "../../domain/errors.ts";
import { fetchReply } from "./fetch-reply.ts";
import type { TelegramSettings } from "./settings.ts";
import { toChannelError } from "./to-channel-error.ts";

/** Longer than a poll is held. */
const CALL_SECONDS = 60;

type CallSignal = Parameters<RawApi["getMe"]>[0];

/** Calls of the Bot API that reject with a ChannelError, and are never repeated. */
export interface TelegramApi {
  /** `signal` is for the call to pass on. */
  call<T>(work: (raw: RawApi, signal: CallSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export async function openApi({ token, apiUrl }: TelegramSettings): Promise<TelegramApi> {
  const { Api } = await loadGrammy();
  const { raw } = new Api(token, {
    fetch: fetchReply,
    timeoutSeconds: CALL_SECONDS,
    ...(apiUrl !== undefined && { apiRoot: apiUrl }),
  });
  return {
    async call(work, signal) {
      try {
        // Of another package's type, and used only for its listeners.
        return await work(raw, signal as unknown as CallSignal);
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
