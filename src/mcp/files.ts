import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from "@modelcontextprotocol/server";
import { toBase64 } from "../domain/content/base64.ts";
import { ERRORS, isEarshotError } from "../domain/errors.ts";
import { isWrittenType } from "../domain/forms/binary-text.ts";
import { FILE_URIS, filePlace } from "../domain/requests/answer-files.ts";
import type { ReadFile } from "../ports/earshot/requests.ts";
import type { McpAgent } from "./agent.ts";

/*
 * Files that people gave with their answers, as resources. The result that brings the answer names their
 * addresses, so none is listed. Each is read with the rights of the caller.
 */

const TEMPLATE = {
  uriTemplate: FILE_URIS,
  name: "file",
  title: "A file of an answer",
  description:
    "A file that a person gave with the answer to a question, byte for byte. The result with the answer names its uri in files.",
};

export function installFiles(server: Server, agent: McpAgent): void {
  server.setRequestHandler("resources/list", () => ({ resources: [] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [TEMPLATE] }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => ({
    contents: [contentOf(uri, await read(uri, agent))],
  }));
}

async function read(uri: string, { requests }: McpAgent): Promise<ReadFile> {
  const place = filePlace(uri);
  if (place === undefined) throw new ResourceNotFoundError(uri);
  try {
    return await requests.readFile(place);
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    if (error.code === "NOT_FOUND") throw new ResourceNotFoundError(uri);
    const isFinal = ERRORS[error.code].retry === "never";
    const code = isFinal ? ProtocolErrorCode.InvalidRequest : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, error.message);
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** As text where that is byte for byte the same, so that a model can read it. */
function contentOf(uri: string, { media_type: mimeType, bytes }: ReadFile) {
  const text = isWrittenType(mimeType) ? textOf(bytes) : undefined;
  return text === undefined ? { uri, mimeType, blob: toBase64(bytes) } : { uri, mimeType, text };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
