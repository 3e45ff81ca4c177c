import { useRef, useState } from "preact/hooks";
import { toBase64 } from "../../domain/content/base64.ts";
import { plainFileName } from "../../domain/content/plain-file.ts";
import { inBytes } from "../../domain/in-words.ts";
import { MAX_ATTACHED_BYTES, MAX_ATTACHMENTS, MAX_CONTENT_BYTES } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import type { AttachmentInput } from "../../ports/earshot/liaison.ts";
import { visibleText } from "../../render/visible-text.ts";
import { Button } from "../ui/button.tsx";
import { say } from "./messages/messages.ts";

export interface Attaching {
  readonly files: readonly File[];
  /** What is wrong with the choice, and what to do. */
  readonly fault: string | undefined;
  readonly choose: (files: readonly File[]) => void;
}

/** The files that go with the next message. */
export function useAttaching(): Attaching {
  const [files, setFiles] = useState<readonly File[]>([]);
  return { files, fault: faultOf(files), choose: setFiles };
}

function faultOf(files: readonly File[]): string | undefined {
  const large = files.find(({ size }) => size > MAX_CONTENT_BYTES);
  if (large !== undefined) {
    return say("attached.large", {
      name: plainFileName(large.name),
      size: inBytes(MAX_CONTENT_BYTES),
    });
  }
  if (files.length > MAX_ATTACHMENTS) {
    return say("attached.many", { count: MAX_ATTACHMENTS });
  }
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > MAX_ATTACHED_BYTES
    ? say("attached.together", { size: inBytes(MAX_ATTACHED_BYTES) })
    : undefined;
}

/** What a call takes; nothing if no files were chosen. */
export async function attachedTo({ files }: Attaching): Promise<{
  readonly attachments?: readonly AttachmentInput[];
}> {
  if (files.length === 0) return {};
  const attachments: AttachmentInput[] = [];
  for (const file of files) {
    attachments.push({
      name: file.name,
      ...present({ media_type: file.type || undefined }),
      content: toBase64(new Uint8Array(await file.arrayBuffer())),
    });
  }
  return { attachments };
}

interface Props {
  readonly attaching: Attaching;
  /** They are on their way. */
  readonly isBusy: boolean;
}

/** Chooses files and tells how large they are, before they are sent. */
export function Attach({ attaching: { files, fault, choose }, isBusy }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <div class="attach">
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={say("attach.input")}
        onChange={({ currentTarget }) => {
          choose([...files, ...(currentTarget.files ?? [])]);
          // The same file can be chosen again after it was left out.
          currentTarget.value = "";
        }}
      />
      <Button kind="quiet" disabled={isBusy} onClick={() => input.current?.click()}>
        {say("attach")}
      </Button>
      {files.length === 0 ? null : (
        <ul class="words-list" aria-label={say("attached")}>
          {files.map((file) => (
            <li key={`${file.name} ${file.lastModified} ${file.size}`}>
              <bdi>{visibleText(file.name, { keepLines: false })}</bdi>{" "}
              <span class="figure">{inBytes(file.size)}</span>{" "}
              <Button
                kind="quiet"
                disabled={isBusy}
                aria-label={say("attached.leave-out-one", { name: file.name })}
                onClick={() => choose(files.filter((one) => one !== file))}
              >
                {say("attached.leave-out")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isBusy && bytes > 0 ? (
        <p role="status">{say("attached.sending", { size: inBytes(bytes) })}</p>
      ) : null}
      {fault === undefined ? null : (
        <p class="error" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
