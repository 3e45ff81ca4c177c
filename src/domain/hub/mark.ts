import type { RemoteChannel } from "../channel-kind.ts";
import type { SessionId, WorkspaceId } from "../id.ts";
import type { Timestamp } from "../timestamp.ts";

/** On a message that started a session which has not ended yet. */
export const HEARD_MARK = "eyes";
/** On a question that waits for its answer. */
export const WAITING_MARK = "speech_balloon";
/** On the message that started a session which has ended. */
export const ENDED_MARK = "white_check_mark";

/**
 * The reaction that we want on a platform's message. The store is the truth, and the platform is
 * brought in line with it; a failure to do so loses nothing else.
 */
export interface Mark {
  readonly workspace: WorkspaceId;
  readonly channel: RemoteChannel;
  readonly chatId: string;
  readonly threadId?: string;
  readonly messageId: string;
  readonly name: typeof HEARD_MARK | typeof WAITING_MARK | typeof ENDED_MARK;
  /** The session whose progress it shows. */
  readonly session: SessionId;
  readonly isOn: boolean;
  /** When the platform is to be called; absent once that is done. */
  readonly dueAt?: Timestamp;
  readonly attempts: number;
  readonly version: number;
}
