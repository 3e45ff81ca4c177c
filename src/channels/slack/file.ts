import { type Channel, ChannelError } from "../../ports/channels/channel.ts";
import { readAtMost } from "../files/read-at-most.ts";
import type { SlackApiOptions, SlackCall } from "./slack-api.ts";
import { channelErrorOf } from "./slack-error.ts";
import { at, textAt } from "./untrusted-json.ts";

interface FileReaderOptions extends SlackApiOptions {
  readonly call: SlackCall;
}

const HOME = "https://files.slack.com";
const TIMEOUT_MS = 20_000;

/** Gets a file by its id: an address in an event is not asked, since it need not be Slack's. */
export function createFileReader({
  call,
  token,
  apiUrl,
}: FileReaderOptions): NonNullable<Channel["file"]> {
  const home = homeOfFiles(apiUrl);
  return async ({ id }, most) => {
    const found = await call("files.info", { file: id }).catch((error: unknown) => {
      throw channelErrorOf("files.info", error);
    });
    const size = at(found, "file", "size");
    if (typeof size === "number" && size > most) return undefined;
    const url =
      textAt(found, "file", "url_private_download") ?? textAt(found, "file", "url_private");
    if (url === undefined || !isAt(home, url)) throw notGiven("is kept elsewhere");
    const response = await get(url, token);
    const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
    const type = textAt(found, "file", "mimetype") ?? "";
    // Who may not read a file is shown where to sign in, with the status of a success.
    if (isPage && !type.startsWith("text/html")) throw notGiven("needs the scope files:read");
    return await readAtMost(response, most);
  };
}

/** Where Slack keeps files. Neither a token nor bytes go anywhere else. */
export function homeOfFiles(apiUrl: string | undefined): string {
  return apiUrl === undefined ? HOME : new URL(apiUrl).origin;
}

export function isAt(home: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === home;
}

async function get(url: string, token: string): Promise<Response> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw channelErrorOf("the file", error);
  });
  if (response.status === 200) return response;
  await response.body?.cancel();
  throw notGiven(`was answered with ${response.status}`);
}

function notGiven(why: string): ChannelError {
  return new ChannelError("permanent", `Slack does not give the file: it ${why}.`);
}
