import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/client";
import {
  type Server,
  type ServerCapabilities,
  type ServerContext,
  ProtocolError as ServerProtocolError,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import { METHODS, type Offer } from "./offer.ts";
import type { createProxyReads, ProxiedRead } from "./proxy-reads.ts";
import { excessBytes, MAX_RESULT_BYTES } from "./result-size.ts";
import type { Upstream } from "./upstream.ts";
import type { Voice } from "./voice.ts";

export interface PassThroughOptions {
  readonly upstream: Upstream;
  readonly capabilities: ServerCapabilities;
  readonly reads: ReturnType<typeof createProxyReads>;
  readonly offer: Offer;
  readonly voice: Voice;
  /** Who reads, and how it hears of the wait. */
  readonly reader: (ctx: ServerContext) => Omit<ProxiedRead, "method" | "args">;
}

/**
 * Resources, prompts and completions. What is read is approved like a call. What the policy denies outright
 * is not listed, and completes to nothing.
 */
export function passThrough(server: Server, options: PassThroughOptions): void {
  const { resources, prompts, completions } = options.capabilities;
  if (resources !== undefined) passResources(server, options);
  if (prompts !== undefined) passPrompts(server, options);
  if (completions !== undefined) passCompletions(server, options);
}

function passResources(server: Server, options: PassThroughOptions): void {
  const { upstream, offer, reads, reader, voice } = options;
  const behind = () => upstream.client();
  server.setRequestHandler("resources/list", ({ params }) =>
    told(voice, async () =>
      (await offer.denies(METHODS.resource))
        ? { resources: [] }
        : (await behind()).listResources(paged(params)),
    ),
  );
  server.setRequestHandler("resources/templates/list", ({ params }) =>
    told(voice, async () =>
      (await offer.denies(METHODS.resource))
        ? { resourceTemplates: [] }
        : (await behind()).listResourceTemplates(paged(params)),
    ),
  );
  server.setRequestHandler("resources/read", ({ params: { uri } }, ctx) =>
    reads.read({ method: METHODS.resource, args: { uri }, ...reader(ctx) }, (approved) =>
      told(voice, async () =>
        (await behind()).readResource({ uri: String(approved["uri"]) }, { cacheMode: "bypass" }),
      ),
    ),
  );
}

function passPrompts(server: Server, options: PassThroughOptions): void {
  const { upstream, offer, reads, reader, voice } = options;
  const behind = () => upstream.client();
  server.setRequestHandler("prompts/list", ({ params }) =>
    told(voice, async () =>
      (await offer.denies(METHODS.prompt))
        ? { prompts: [] }
        : (await behind()).listPrompts(paged(params)),
    ),
  );
  server.setRequestHandler("prompts/get", ({ params: { name, arguments: given } }, ctx) => {
    const args = { name, ...present({ arguments: given }) };
    return reads.read({ method: METHODS.prompt, args, ...reader(ctx) }, (approved) =>
      told(voice, async () => (await behind()).getPrompt(promptOf(approved))),
    );
  });
}

function promptOf({ name, arguments: given }: JsonObject) {
  return {
    name: String(name),
    ...present({ arguments: given as Readonly<Record<string, string>> | undefined }),
  };
}

function passCompletions(server: Server, { upstream, offer, voice }: PassThroughOptions): void {
  server.setRequestHandler("completion/complete", ({ params: { ref, argument, context } }) =>
    told(voice, async () => {
      const read = ref.type === "ref/prompt" ? METHODS.prompt : METHODS.resource;
      const isDenied = (await offer.denies(METHODS.completion)) || (await offer.denies(read));
      if (isDenied) return { completion: { values: [] } };
      return (await upstream.client()).complete({ ref, argument, ...present({ context }) });
    }),
  );
}

function paged(params: { readonly cursor?: string | undefined } | undefined) {
  return present({ cursor: params?.cursor });
}

/** If the upstream server refuses something, the client gets the same words. */
async function told<T>(voice: Voice, ask: () => Promise<T>): Promise<T> {
  try {
    const told = await ask();
    const bytes = excessBytes(told);
    if (bytes === undefined) return voice.ofServer(told);
    throw new ServerProtocolError(
      ProtocolErrorCode.InternalError,
      `${voice.mark} It has ${bytes} bytes, and at most ${MAX_RESULT_BYTES} pass through the proxy.`,
    );
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, message, data } = error;
    throw new ServerProtocolError(code, voice.ofServer(message), voice.ofServer(data));
  }
}
