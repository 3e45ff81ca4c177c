import { type Channel, ChannelError } from "../../ports/channels/channel.ts";
import type { TelegramApi } from "./open-api.ts";

/** Telegram names a path for each download. Nothing else may be added to the address. */
const PATH = /^[\w-]+(?:\/[\w.-]+){1,4}$/;
const TIMEOUT_MS = 20_000;

export function createFileReader(api: TelegramApi): NonNullable<Channel["file"]> {
  return async ({ id }, most) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { file_path: path, file_size: size = 0 } = await api.call(
      (raw, called) => raw.getFile({ file_id: id }, called),
      signal,
    );
    if (size > most) return undefined;
    if (path === undefined || !PATH.test(path) || path.includes("..")) {
      throw new ChannelError("permanent", "Telegram names no path of the file.");
    }
    return await api.download(path, { most, signal });
  };
}
