import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import type { Graph, GraphRun, runWithPeople } from "../../src/bridges/langgraph/index.ts";
import type { OpenAuthorization } from "../../src/domain/requests/request.ts";
import { eventually, testFolder, testServer } from "../support/cli.ts";

/* What a thread of LangChain is left in by a bridge that ends once it has written what people decided. */

interface Bridge {
  readonly runWithPeople: typeof runWithPeople;
  readonly editsTold: object;
}

export function describeLanggraphCuts(
  rig: string,
  { runWithPeople: run, editsTold }: Bridge,
): void {
  describe("langgraph, ended before the graph goes on", () => {
    test("runs what was approved beside a rejected call once, and asks nobody again", async () => {
      const { agentOf } = await import(pathToFileURL(join(rig, "agent.js")).href);
      const { Command } = createRequire(join(rig, "agent.js"))("@langchain/langgraph");
      const { agent, operator } = await testServer();
      const ran: unknown[] = [];
      const told: string[] = [];
      const calls = ["ana", "ben"].map((to) => ({ tool: "transfer", args: { to, amount: 5 } }));
      const kept = { folder: testFolder(), thread: "thread-7", hooks: [editsTold] };
      const made = Object.assign(kept, { calls, told, ran: (args: unknown) => ran.push(args) });
      const graph: Graph<unknown> = agentOf(made).graph;
      const cut: Graph<unknown> = {
        getState: (config) => graph.getState(config),
        updateState: (config, ...more) => graph.updateState(config, ...more),
        async invoke(input, config) {
          if (input === null) throw new Error("ended");
          return await graph.invoke(input, config);
        },
      };
      const input = { messages: [{ role: "user", content: "Pay the invoice" }] };
      const config = { configurable: { thread_id: "thread-7" } };
      const given: GraphRun = { Command, input, config };
      const first = run(agent, cut, given);
      const open = await eventually(async () => {
        const page = { status: "open", order: "oldest", each: true } as const;
        const { items } = await operator.list(page);
        return items.length === 2 ? (items as readonly OpenAuthorization[]) : undefined;
      });
      for (const { id, authorization } of open) {
        const { args } = authorization.action;
        if (args["to"] === "ana") await operator.reject({ id, reason: "Not her." });
        else await operator.approve({ id, digest: authorization.digest });
      }
      await expect(first).rejects.toThrow("ended");
      await run(agent, agentOf(made).graph, given);
      expect(ran).toEqual([{ to: "ben", amount: 5 }]);
      expect(told.join()).toContain("Not her.");
      expect((await operator.list({ each: true })).items).toHaveLength(2);
    });
  });
}
