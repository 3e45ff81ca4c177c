import { startProcess } from "./server-process.ts";

/** What the platform of the bench has seen since it was asked to forget. */
export interface PlatformState {
  readonly posts: number;
  readonly edits: number;
  /** Posts whose key was there already. */
  readonly twice: number;
  /** Posts that reached their chat after a later one. */
  readonly disordered: number;
  /** When the last call came, in milliseconds since 1970. */
  readonly lastMs: number;
}

export interface Platform {
  readonly port: number;
  state(): Promise<PlatformState>;
  /** Forgets what it has seen. */
  reset(): Promise<void>;
}

const PROGRAM = new URL("./servers/platform.ts", import.meta.url);

/** Gives `use` a platform in a process of its own, and ends it afterwards. */
export async function withPlatform<T>(use: (platform: Platform) => Promise<T>): Promise<T> {
  const server = await startProcess(PROGRAM);
  const url = `http://127.0.0.1:${server.port}/state`;
  try {
    return await use({
      port: server.port,
      state: async () => (await (await fetch(url)).json()) as PlatformState,
      async reset() {
        await (await fetch(url, { method: "DELETE" })).arrayBuffer();
      },
    });
  } finally {
    await server.kill();
  }
}

/** Throws unless exactly this many posts have arrived, each once and in the order of its chat. */
export async function assertOrderly(platform: Platform, posts: number): Promise<void> {
  const seen = await platform.state();
  if (seen.posts === posts && seen.twice === 0 && seen.disordered === 0) return;
  throw new Error(
    `${seen.posts} of ${posts} posts came, ${seen.twice} twice, ${seen.disordered} out of order.`,
  );
}
