import { ROUTES } from "../../contract/routes.ts";
import { toBase64 } from "../../domain/content/base64.ts";
import type { AnswerFile } from "../../domain/forms/file-fields.ts";
import type { RequestId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import { outcomeOf } from "./api.ts";
import { pageHeaders } from "./page-secret.ts";
import { noAnswer, noteAnswer } from "./reach.ts";

/** Uploads a file for an answer; `onShare` hears how much of it has gone, from 0 to 1. */
export async function uploadFile(
  id: RequestId,
  file: File,
  onShare: (share: number) => void,
): Promise<AnswerFile> {
  const content = toBase64(new Uint8Array(await file.arrayBuffer()));
  const body = { name: file.name, ...present({ media_type: file.type || undefined }), content };
  const { status, text } = await posted(
    ROUTES.uploadFile.path.replace("{id}", encodeURIComponent(id)),
    JSON.stringify(body),
    onShare,
  );
  return (await outcomeOf(status, text)) as AnswerFile;
}

/** Not by `fetch`, which tells nothing of what has gone. */
function posted(
  path: string,
  body: string,
  onShare: (share: number) => void,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open("POST", path);
    const headers = {
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
      ...pageHeaders(),
    };
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.upload.onprogress = ({ loaded, total }) => onShare(total === 0 ? 0 : loaded / total);
    call.onload = () => {
      noteAnswer();
      resolve({ status: call.status, text: call.responseText });
    };
    call.onerror = () => reject(noAnswer());
    call.onabort = () => reject(noAnswer());
    call.send(body);
  });
}
