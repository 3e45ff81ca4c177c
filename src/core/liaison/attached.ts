import { type ContentOwner, checkContentSize } from "../../domain/content/content.ts";
import { plainFileName, plainMediaType } from "../../domain/content/plain-file.ts";
import { EarshotError } from "../../domain/errors.ts";
import { imageType } from "../../domain/evidence/file-type.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { Attachment } from "../../domain/liaison/liaison.ts";
import { isLongMessage, partOfLongMessage } from "../../domain/liaison/long-message.ts";
import { MAX_ATTACHED_BYTES, MAX_ATTACHMENTS, MAX_CONTENT_BYTES } from "../../domain/limits.ts";
import { checkNotBlank, checkText } from "../../domain/text.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { AttachmentInput } from "../../ports/earshot/liaison.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { pieceOf } from "../content/given-file.ts";
import { type Piece, putContents } from "../content/put-contents.ts";

/** What a person says in one message: words for the conversation, and what is kept beside them. */
export interface Received {
  readonly words: string;
  readonly pieces: readonly (Piece & { readonly name: string })[];
}

/** What a message is kept as that is too long to stand in the conversation. */
export const WHOLE_MESSAGE = "message.txt";

/** Checks a message with its attachments. One that is too long to stand in the conversation is attached. */
export function received(message: string, attachments: readonly AttachmentInput[] = []): Received {
  checkNotBlank(message, "message");
  checkText(message, "message", MAX_CONTENT_BYTES);
  const pieces = attachments.map(pieceOf);
  assertFew(pieces);
  if (!isLongMessage(message)) return { words: message, pieces };
  const bytes = new TextEncoder().encode(message);
  return {
    words: partOfLongMessage(message, WHOLE_MESSAGE),
    pieces: [{ bytes, mediaType: "text/plain", name: WHOLE_MESSAGE }, ...pieces],
  };
}

/** What a platform gave beside the words, whose names and types are strangers'. */
export function withFiles({ words, pieces }: Received, files: Received["pieces"]): Received {
  const plain = files.map(({ name, mediaType, bytes }) => {
    checkContentSize(bytes.length, name);
    return { name: plainFileName(name), mediaType: plainMediaType(mediaType), bytes };
  });
  const all = [...pieces, ...plain];
  assertFew(all);
  return { words, pieces: all };
}

/** What a worker lays beside its result: a picture is one by its bytes, whatever it is called. */
export function handedOver(attachments: readonly AttachmentInput[] = []): Received["pieces"] {
  const pieces = attachments.map(pieceOf);
  assertFew(pieces);
  return pieces.map((one) => ({ ...one, mediaType: imageType(one.bytes) ?? plainType(one) }));
}

function plainType({ mediaType }: Piece): string {
  return mediaType.startsWith("image/") ? plainMediaType(undefined) : mediaType;
}

function assertFew(pieces: Received["pieces"]): void {
  const bytes = pieces.reduce((sum, one) => sum + one.bytes.length, 0);
  if (pieces.length <= MAX_ATTACHMENTS && bytes <= MAX_ATTACHED_BYTES) return;
  throw new EarshotError(
    "TOO_LARGE",
    `A message has at most ${MAX_ATTACHMENTS} attachments, with ${MAX_ATTACHED_BYTES / 1_048_576} MiB together; these are ${pieces.length} with ${bytes} bytes. Say the rest in further messages.`,
    { details: { attachments: pieces.length, bytes } },
  );
}

export interface Attached {
  /** For the commit of the words. */
  readonly writes: readonly Write[];
  /** For their exchange; absent where nothing is attached. */
  readonly attachments?: readonly Attachment[];
}

/** The writes that keep what came with a message, and how the exchange names it. */
export async function attached(
  ctx: Pick<Context, "store" | "digest">,
  place: {
    readonly workspace: WorkspaceId;
    readonly owner: ContentOwner;
    readonly at: Timestamp;
  },
  pieces: Received["pieces"],
): Promise<Attached> {
  if (pieces.length === 0) return { writes: [] };
  const { writes, contents } = await putContents(ctx, place, pieces);
  const attachments = contents.map(({ name = "", mediaType: media_type, size, digest }) => {
    return { name, media_type, size, digest };
  });
  return { writes, attachments };
}
