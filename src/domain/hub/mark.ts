import type { RemoteChannel } from "../channel-kind.ts";
import type { SessionId, WorkspaceId } from "../id.ts";
import type { Timestamp } from "../timestamp.ts";

/** On a message that has started a session, for as long as that is not at its end. */
export const HEARD_MARK = "eyes";
/** On a question that waits for its answer. */
export const WAITING_MARK = "speech_balloon";
/** On the message that started a session which has ended. */
export const ENDED_MARK = "white_check_mark";

/**
 * A reaction of ours on a message of a platform, as it should be. The store is the truth; what stands
 * on the platform is brought in line with it, and failing at that loses nothing else.
 */
export interface Mark {
  readonly workspace: WorkspaceId;
  readonly channel: RemoteChannel;
  readonly chatId: string;
  readonly threadId?: string;
  readonly messageId: string;
  readonly name: typeof HEARD_MARK | typeof WAITING_MARK | typeof ENDED_MARK;
  /** Of whose life it tells. */
  readonly session: SessionId;
  readonly isOn: boolean;
  /** When the platform is to be told; absent where it was. */
  readonly dueAt?: Timestamp;
  readonly attempts: number;
  readonly version: number;
}
