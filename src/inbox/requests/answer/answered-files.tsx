import { inBytes } from "../../../domain/in-words.ts";
import { answerFiles } from "../../../domain/requests/answer-files.ts";
import type { QuestionRequest, Shown } from "../../../domain/requests/request.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { say } from "./messages/messages.ts";

const NAME_WIDTH = 80;

/** The files that an answer names, to be saved. */
export function AnsweredFiles({ request }: { readonly request: Shown<QuestionRequest> }) {
  if (request.status !== "answered") return null;
  const files = answerFiles(request.question, request.answer);
  if (files.length === 0) return null;
  return (
    <ul class="words-list" aria-label={say("files")}>
      {files.map(({ name, size, digest }, index) => (
        <li key={`${digest} ${index}`}>
          <a
            href={`/v1/requests/${request.id}/files/${encodeURIComponent(digest)}`}
            download={name}
            title={digest}
          >
            {oneLine(name, NAME_WIDTH)}
          </a>{" "}
          <span class="muted">{inBytes(size)}</span>
        </li>
      ))}
    </ul>
  );
}
