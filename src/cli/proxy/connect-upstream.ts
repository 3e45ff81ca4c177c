import {
  Client,
  type ListChangedHandlers,
  ProtocolError,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { environmentOfChild } from "../../compose/config.ts";
import { VERSION } from "../../compose/version.ts";
import { boundedMessages } from "./bounded-messages.ts";
import type { UpstreamTarget } from "./upstream-target.ts";

export type Listed = "tools" | "resources" | "prompts";

const MODERN = { pin: "2026-07-28" } as const;

/** Connects to the server, and starts it if it is a command. */
export async function connectUpstream(
  target: UpstreamTarget,
  onChanged: (listed: Listed) => void,
): Promise<Client> {
  if (target.kind === "url") return await connect(target, "auto", onChanged);
  try {
    // Asking which era it speaks would start it twice. Most speak the older one, so that is tried
    // first.
    return await connect(target, "legacy", onChanged);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return await connect(target, MODERN, onChanged);
  }
}

async function connect(
  target: UpstreamTarget,
  mode: VersionNegotiationMode,
  onChanged: (listed: Listed) => void,
): Promise<Client> {
  const client = new Client(
    { name: "earshot-proxy", version: VERSION },
    { versionNegotiation: { mode }, capabilities: {}, listChanged: tellChanges(onChanged) },
  );
  try {
    await client.connect(transportTo(target));
  } catch (error) {
    await client.close().catch(() => {});
    throw error;
  }
  return client;
}

function transportTo(target: UpstreamTarget) {
  if (target.kind === "url") {
    return new StreamableHTTPClientTransport(target.url, {
      requestInit: { headers: target.headers },
    });
  }
  const { command, args, folder } = target;
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    cwd: folder,
    env: definedOf(environmentOfChild()),
    // Its messages go where ours go: standard output is for the protocol alone.
    stderr: "inherit",
  });
  // The SDK has no option for this: a message that is too long must not end the connection.
  return Object.assign(transport, { _readBuffer: boundedMessages() });
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The lists are read again when they are needed: this only notes that they have changed. */
function tellChanges(onChanged: (listed: Listed) => void): ListChangedHandlers {
  const of = (listed: Listed) => ({
    autoRefresh: false,
    debounceMs: 0,
    onChanged: () => onChanged(listed),
  });
  return { tools: of("tools"), resources: of("resources"), prompts: of("prompts") };
}
