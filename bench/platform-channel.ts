import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { type Channel, ChannelError } from "../src/ports/channels/channel.ts";

/** The hub makes at most this many calls to platforms at once. */
export const CALLS_AT_ONCE = 128;

const CAPABILITIES = {
  find: false,
  edit: true,
  buttons: true,
  forms: true,
  threads: false,
  marks: false,
  history: false,
};
const UNLIMITED = { perMs: 1, count: 1_000_000 };

/** A channel to the platform of the bench, over connections that stay open. */
export function createPlatformChannel(port: number): Channel & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLS_AT_ONCE });
  const call = createCall(port, agent);
  return {
    kind: "telegram",
    capabilities: CAPABILITIES,
    rates: { address: UNLIMITED, all: UNLIMITED },
    maxText: 4_000,
    fits: () => true,
    start: async () => {},
    stop: async () => {},
    async post({ key, address: { chatId }, content }) {
      const { id } = await call("/post", { key, chatId, content });
      return { chatId, ids: [id] };
    },
    async edit({ ids }, content) {
      await call("/edit", { ids, content });
    },
    check: async () => [],
    close: () => agent.destroy(),
  };
}

function createCall(port: number, agent: Agent) {
  return (path: string, body: unknown) =>
    new Promise<{ readonly id: string }>((resolve, reject) => {
      const bytes = Buffer.from(JSON.stringify(body));
      const headers = { "content-type": "application/json", "content-length": bytes.length };
      const failed = () => reject(new ChannelError("ambiguous", "The platform did not answer."));
      const options = { host: "127.0.0.1", port, path, method: "POST", agent, headers };
      request(options, (reply) => {
        text(reply).then((said) => resolve(JSON.parse(said)), failed);
      })
        .on("error", failed)
        .end(bytes);
    });
}
