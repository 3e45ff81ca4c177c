import type { ConversationId } from "../../domain/id.ts";
import type { Attachment } from "../../domain/liaison/liaison.ts";
import { oneLine } from "../../render/visible-text.ts";

const NAME_WIDTH = 80;

interface Props {
  /** The conversation. */
  readonly of: ConversationId;
  readonly files: readonly Attachment[] | undefined;
  /** Its types are by the bytes, so that a picture is one. */
  readonly isDrawn?: boolean;
}

/** Files of a conversation: each to save, and pictures as such. */
export function Attachments({ of, files = [], isDrawn = false }: Props) {
  return (
    <>
      {files.map(({ name, size, digest, media_type }) => {
        const href = `/v1/liaison/${of}/attachments/${encodeURIComponent(digest)}`;
        const shown = oneLine(name, NAME_WIDTH);
        return (
          <div key={digest}>
            {isDrawn && media_type.startsWith("image/") ? (
              <img class="attached-image" src={href} alt={shown} loading="lazy" />
            ) : null}
            <p>
              <a href={href} download={name} title={digest}>
                {shown}
              </a>{" "}
              <span class="muted">{Math.ceil(size / 1024)} KiB</span>
            </p>
          </div>
        );
      })}
    </>
  );
}
