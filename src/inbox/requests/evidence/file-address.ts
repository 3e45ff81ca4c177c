import { useEffect, useState } from "preact/hooks";
import { toBase64 } from "../../../domain/content/base64.ts";
import type { EvidenceFile } from "../../../domain/evidence/evidence-view.ts";
import type { RequestId } from "../../../domain/id.ts";
import { outcomeOf } from "../../server/api.ts";
import { carriesToken, letIn, pageHeaders } from "../../server/page-secret.ts";

/*
 * Where a browser gets a file of the evidence. On the page its web session lets it in; in somebody else's
 * page a token does, which only a call by script carries.
 */

export function fileAddress(id: RequestId, { digest }: EvidenceFile): string {
  return `/v1/requests/${id}/files/${encodeURIComponent(digest)}`;
}

/** Undefined until it is there. */
export function useFileAddress(id: RequestId, file: EvidenceFile): string | undefined {
  const isCarried = carriesToken();
  const [address, know] = useState(isCarried ? undefined : fileAddress(id, file));
  useEffect(() => {
    if (!isCarried) return;
    // What cannot be loaded is not drawn, and nothing is approved without it.
    dataAddress(id, file).then(know, () => {});
  }, [id, file.digest]);
  return address;
}

/** Gives a file of the evidence to the person, by the name that it has. */
export async function saveFile(id: RequestId, file: EvidenceFile): Promise<void> {
  const link = document.createElement("a");
  link.href = await dataAddress(id, file);
  link.download = file.name;
  link.click();
}

/** The type is by the bytes, so that a picture can be nothing else. */
async function dataAddress(id: RequestId, file: EvidenceFile): Promise<string> {
  const bytes = await letIn(async () => {
    const reply = await fetch(fileAddress(id, file), { headers: pageHeaders() });
    if (!reply.ok) await outcomeOf(reply.status, await reply.text());
    return new Uint8Array(await reply.arrayBuffer());
  });
  return `data:${file.media_type};base64,${toBase64(bytes)}`;
}
