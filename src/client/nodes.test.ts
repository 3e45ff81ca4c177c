import { describe, expect, test } from "vitest";
import { cut, deadUrl, json, problem, startScripted } from "../../test/support/scripted-server.ts";
import { createClient } from "./client.ts";
import { createNodeChoice } from "./nodes.ts";

const NODES = { url: "http://a", others: ["http://b", "http://c"], key: "k" };

describe("the node that is called", () => {
  test("is the first until it is passed over, and then the next in the row", () => {
    const choice = createNodeChoice();
    expect(choice.of(NODES)).toBe("http://a");
    choice.passOver(NODES, "http://a");
    expect(choice.of(NODES)).toBe("http://b");
    choice.passOver(NODES, "http://b");
    choice.passOver(NODES, "http://c");
    expect(choice.of(NODES)).toBe("http://a");
  });

  test("changes once for all calls that were cut off together", () => {
    const choice = createNodeChoice();
    choice.passOver(NODES, "http://a");
    choice.passOver(NODES, "http://a");
    expect(choice.of(NODES)).toBe("http://b");
  });

  test("is the first again where the list has changed", () => {
    const choice = createNodeChoice();
    choice.passOver(NODES, "http://a");
    expect(choice.of({ url: "http://d", others: ["http://e"], key: "k" })).toBe("http://d");
  });
});

describe("a client of several nodes", () => {
  test("makes the same call, with the same idempotency key, on the next node", async () => {
    const first = await startScripted(cut);
    const second = await startScripted(json({ id: "req_1" }));
    const client = createClient({ url: [first.url, second.url], key: "k" });
    await client.tell({ text: "hello" });
    expect(first.heard).toHaveLength(1);
    expect(second.heard).toHaveLength(1);
    expect(second.heard[0]?.headers["idempotency-key"]).toBe(
      first.heard[0]?.headers["idempotency-key"],
    );
    expect(second.heard[0]?.body).toBe(first.heard[0]?.body);
  });

  test("stays with the node that has answered", async () => {
    const gone = await deadUrl();
    const second = await startScripted(json({}), json({}));
    const failures: string[] = [];
    const client = createClient({
      url: [gone, second.url],
      key: "k",
      onRetry: (error) => failures.push(error.message),
    });
    await client.whoami();
    await client.whoami();
    expect(second.heard).toHaveLength(2);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain(gone);
  });

  test.each(["SHUTTING_DOWN", "STORE_UNAVAILABLE"] as const)(
    "leaves a node that says %s",
    async (code) => {
      const first = await startScripted(problem(code, "Not here."));
      const second = await startScripted(json({}));
      await createClient({ url: [first.url, second.url], key: "k" }).whoami();
      expect(second.heard).toHaveLength(1);
    },
  );

  test("takes no limit or refusal of one node to another", async () => {
    const first = await startScripted(problem("NOT_ALLOWED", "No."));
    const second = await startScripted(json({}));
    const client = createClient({ url: [first.url, second.url], key: "k" });
    await expect(client.whoami()).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    expect(second.heard).toEqual([]);
  });

  test("says which node was called last, and the others, where none answers", async () => {
    const urls = [await deadUrl(), await deadUrl()] as [string, string];
    const client = createClient({ url: urls, key: "k", retryForMs: 0 });
    const error = await client.whoami().catch((failure: unknown) => failure as Error);
    for (const url of urls) expect(String(error)).toContain(url);
  });
});
