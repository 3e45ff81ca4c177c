import type { BuiltInChannel } from "../../../../src/domain/channel-kind.ts";
import type { JsonObject } from "../../../../src/domain/json.ts";
import type { ShownPost } from "../../../../src/testing/channel-contract/channel-world.ts";

/** One platform with the people on it, which outlives every server. */
export interface Side {
  readonly kind: BuiltInChannel;
  /** The options that open the server's channel. */
  readonly settings: JsonObject;
  /** The chats that are used: the operator's own first. */
  readonly chats: readonly [string, ...string[]];
  /** The newest that stand in a chat, oldest first; all of them where `isAll`. */
  posts(chatId: string, isAll?: boolean): Promise<readonly ShownPost[]>;
  /** Whether the platform's event was acknowledged. If not, the button may be pressed again. */
  press(chatId: string, post: ShownPost, index: number): Promise<boolean>;
  /**
   * Says something, as a reply or on its own; resolves once the platform's event is acknowledged.
   */
  say(chatId: string, text: string, to?: ShownPost): Promise<void>;
  /** Called before each start of a server, when nothing of the last one is under way any more. */
  newLife(): void;
  close(): Promise<void>;
}

/** How many of the newest posts people look at. */
export const LOOKED_AT = 40;
/** How long a platform waits before it repeats an event that was not acknowledged. */
export const AGAIN_MS = 30;
