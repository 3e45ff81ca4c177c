import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/client";
import {
  type Server,
  type ServerCapabilities,
  ProtocolError as ServerProtocolError,
} from "@modelcontextprotocol/server";
import { present } from "../../domain/present.ts";
import { excessBytes, MAX_RESULT_BYTES } from "./result-size.ts";
import type { Upstream } from "./upstream.ts";

export interface PassThroughOptions {
  readonly upstream: Upstream;
  readonly capabilities: ServerCapabilities;
}

/** Resources, prompts and completions: they pass through unchanged, since they only inform. */
export function passThrough(
  server: Server,
  { upstream, capabilities: { resources, prompts, completions } }: PassThroughOptions,
): void {
  const behind = () => upstream.client();
  if (resources !== undefined) {
    server.setRequestHandler("resources/list", ({ params }) =>
      told(async () => (await behind()).listResources(paged(params))),
    );
    server.setRequestHandler("resources/templates/list", ({ params }) =>
      told(async () => (await behind()).listResourceTemplates(paged(params))),
    );
    server.setRequestHandler("resources/read", ({ params: { uri } }) =>
      told(async () => (await behind()).readResource({ uri }, { cacheMode: "bypass" })),
    );
  }
  if (prompts !== undefined) {
    server.setRequestHandler("prompts/list", ({ params }) =>
      told(async () => (await behind()).listPrompts(paged(params))),
    );
    server.setRequestHandler("prompts/get", ({ params: { name, arguments: given } }) =>
      told(async () => (await behind()).getPrompt({ name, ...present({ arguments: given }) })),
    );
  }
  if (completions !== undefined) {
    server.setRequestHandler("completion/complete", ({ params: { ref, argument, context } }) =>
      told(async () => (await behind()).complete({ ref, argument, ...present({ context }) })),
    );
  }
}

function paged(params: { readonly cursor?: string | undefined } | undefined) {
  return present({ cursor: params?.cursor });
}

/** If the upstream server refuses something, the client gets the same words. */
async function told<T>(ask: () => Promise<T>): Promise<T> {
  try {
    const told = await ask();
    const bytes = excessBytes(told);
    if (bytes === undefined) return told;
    throw new ServerProtocolError(
      ProtocolErrorCode.InternalError,
      `It has ${bytes} bytes, and at most ${MAX_RESULT_BYTES} pass through the proxy.`,
    );
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new ServerProtocolError(error.code, error.message, error.data);
  }
}
