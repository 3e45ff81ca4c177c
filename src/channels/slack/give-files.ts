import { MAX_CONTENT_BYTES } from "../../domain/limits.ts";
import { ChannelError, type FileGiving, type PostedFile } from "../../ports/channels/channel.ts";
import { homeOfFiles, isAt } from "./file.ts";
import type { SlackApiOptions, SlackCall } from "./slack-api.ts";
import { channelErrorOf, refusalCodeOf } from "./slack-error.ts";
import { textAt } from "./untrusted-json.ts";

const TIMEOUT_MS = 60_000;
const DEFAULT_RETRY_SECONDS = 5;

interface FileGivingOptions extends Pick<SlackApiOptions, "apiUrl"> {
  readonly call: SlackCall;
}

/**
 * Slack takes a file in three steps: an address for it, its bytes, and where it is shown. Until the last one
 * nobody sees it, and Slack knows no file of that name.
 */
export function createFileGiving({ call, apiUrl }: FileGivingOptions): FileGiving {
  const home = homeOfFiles(apiUrl);

  async function asked(method: string, args: Parameters<SlackCall>[1]) {
    return await call(method, args).catch((error: unknown) => {
      throw channelErrorOf(method, error);
    });
  }

  return {
    most: MAX_CONTENT_BYTES,
    async bring({ name, bytes }) {
      const args = { filename: name.toWellFormed(), length: bytes.length };
      const place = await asked("files.getUploadURLExternal", args);
      const [url, id] = [textAt(place, "upload_url"), textAt(place, "file_id")];
      if (url === undefined || id === undefined || !isAt(home, url)) {
        throw new ChannelError("permanent", "Slack names no place of its own for the file.");
      }
      await upload(url, bytes);
      return id;
    },
    async show({ chatId, ids: [post], threadId }, { name }, id) {
      await asked("files.completeUploadExternal", {
        files: [{ id, title: name.toWellFormed() }],
        channel_id: chatId,
        thread_ts: threadId ?? post,
      });
    },
    async isShown(id) {
      try {
        await call("files.info", { file: id });
        return true;
      } catch (error) {
        if (refusalCodeOf(error) === "file_not_found") return false;
        throw channelErrorOf("files.info", error);
      }
    },
  };
}

/** Whatever becomes of it, nobody sees it yet, so that it can be done again. */
async function upload(url: string, bytes: PostedFile["bytes"]): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: new Uint8Array(bytes),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new ChannelError("transient", "Slack cannot be reached with the file.");
  });
  await response.body?.cancel();
  const { status, headers } = response;
  if (status === 200) return;
  const told = `Slack answered the file with HTTP ${status}.`;
  if (status === 429) {
    const seconds = Number(headers.get("retry-after")) || DEFAULT_RETRY_SECONDS;
    throw new ChannelError("rate", told, { retryAfterMs: seconds * 1_000 });
  }
  throw new ChannelError(status >= 500 ? "transient" : "permanent", told);
}
