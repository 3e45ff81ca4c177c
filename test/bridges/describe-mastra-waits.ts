import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import type { ShownRequest } from "../../src/domain/requests/request.ts";
import { blocksOf } from "../docs/page.ts";
import { eventually, openServer, ROOT, type TestServer, testFolder } from "../support/cli.ts";

/* What waits for people in Mastra besides a guarded call, with the real framework. */

interface Waiting {
  readonly earshot: EarshotClient;
  readonly folder: string;
  readonly signal?: AbortSignal;
  readonly ran?: (given: unknown) => unknown;
  readonly tool?: unknown;
}

interface Waits {
  runWorkflow(bridge: unknown, waiting: Waiting): Promise<{ readonly status: string }>;
  runTool(bridge: unknown, waiting: Waiting): Promise<string>;
}

/** The tool that the page shows after its program. */
async function toolOfPage(rig: string): Promise<unknown> {
  const page = pathToFileURL(join(ROOT, "docs", "guides", "mastra.md"));
  const [, block] = blocksOf(page).filter(({ attributes }) => attributes["rig"] === "mastra");
  const folder = testFolder();
  symlinkSync(join(rig, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "tool.ts"), block?.text ?? "");
  return (await import(pathToFileURL(join(folder, "tool.ts")).href)).pickRegion;
}

export function describeMastraWaits(rig: string, bridge: unknown): void {
  let server: TestServer;
  let waits: Waits;
  beforeAll(async () => {
    server = await openServer();
    waits = await import(pathToFileURL(join(rig, "waits.js")).href);
  });
  afterAll(() => server.close());

  let made = 0;
  async function newAgent(): Promise<EarshotClient> {
    made += 1;
    const { secret } = await server.operator.createKey({ kind: "agent", name: `waits-${made}` });
    return createClient({ url: server.url(), key: secret ?? "" });
  }

  async function open(count: number): Promise<readonly ShownRequest[]> {
    return await eventually(async () => {
      const { items } = await server.operator.list({ status: "open", each: true });
      return items.length === count ? items : undefined;
    });
  }

  /** Starts it, and ends it once it has asked. */
  async function cutOff(
    run: (signal: AbortSignal) => Promise<unknown>,
    count: number,
  ): Promise<readonly ShownRequest[]> {
    const ended = new AbortController();
    const running = run(ended.signal);
    running.catch(() => {});
    const asked = await open(count);
    ended.abort(new Error("ended"));
    await expect(running).rejects.toThrow();
    return asked;
  }

  describe("mastra, installed, waits", () => {
    test("for the steps of a workflow, at once and within one another, also after it was cut off", async () => {
      const ran: unknown[] = [];
      const waiting: Waiting = {
        earshot: await newAgent(),
        folder: testFolder(),
        ran: (given) => ran.push(given),
      };
      const run = (signal: AbortSignal) =>
        waits.runWorkflow(bridge, Object.assign({}, waiting, { signal }));
      for (const { id } of await cutOff(run, 2)) {
        await server.operator.answer({ id, answer: { text: "0" } });
      }
      expect(await run(new AbortController().signal)).toMatchObject({ status: "success" });
      expect(ran).toEqual([{ region: { answer: "0" }, inner: { answer: "0" } }]);
      expect(await open(0)).toEqual([]);
    });

    test("for the page's tool that suspends itself, also after it was cut off", async () => {
      const tool = await toolOfPage(rig);
      const waiting: Waiting = { earshot: await newAgent(), folder: testFolder(), tool };
      const run = (signal: AbortSignal) =>
        waits.runTool(bridge, Object.assign({}, waiting, { signal }));
      const [asked] = await cutOff(run, 1);
      await server.operator.answer({ id: asked?.id ?? "req_", answer: { text: "us" } });
      expect(await run(new AbortController().signal)).toContain('"us"');
    });
  });
}
