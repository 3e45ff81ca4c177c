import type { Json } from "../../domain/json.ts";
import type { SlackCall } from "./slack-api.ts";
import { channelErrorOf } from "./slack-error.ts";
import { listAt, textAt } from "./untrusted-json.ts";

const PAGE = 200;
/** After this many pages, the search for a message that was sent minutes ago ends. */
const MOST_PAGES = 10;

export interface Listing {
  readonly method: "conversations.history" | "conversations.replies";
  readonly args: Readonly<Record<string, unknown>>;
}

/** The messages of a chat or a thread, page by page, in Slack's order. */
export async function* messagesOf(
  call: SlackCall,
  { method, args }: Listing,
): AsyncGenerator<Json, void> {
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const more = cursor === undefined ? {} : { cursor };
    const found = await call(method, { ...args, limit: PAGE, ...more }).catch((error: unknown) => {
      throw channelErrorOf(method, error);
    });
    yield* listAt(found, "messages");
    cursor = textAt(found, "response_metadata", "next_cursor");
    if (cursor === undefined || cursor === "") return;
  }
}
