import { beforeEach, describe, expect, test } from "vitest";
import { BUCKET_MS } from "../../../src/core/call/tally.ts";
import { STATUS_COUNTS_MS } from "../../../src/domain/limits.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import type { Part, WorldUnderTest } from "./world.ts";

export function statusFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const messages = async (part: Part) =>
    (await as(part).status()).recentLogs.map(({ message }) => message);

  describe("the status", () => {
    // What a server was asked without a key counts in all its workspaces: here also of former tests.
    beforeEach(() => under.world.clock.advance(STATUS_COUNTS_MS + BUCKET_MS));

    test("tells whoever has a key what is measured of the server", async () => {
      for (const part of ["scout", "owner", "viewer", "service", "outsider"] as const) {
        expect(await as(part).status()).toMatchObject({
          violations: 0,
          limited: 0,
          pendingAuthorizations: 0,
          calls: expect.any(Number),
          uptimeMs: expect.any(Number),
          memoryBytes: expect.any(Number),
          cpuPercent: expect.any(Number),
          activeSessions: expect.any(Number),
        });
      }
      const { uptimeMs, memoryBytes } = await as("owner").status();
      expect(uptimeMs).toBeGreaterThan(0);
      expect(memoryBytes).toBeGreaterThan(1_000_000);
    });

    test("tells the newest events that the caller may see, by meaning and id", async () => {
      const { request: mine } = await as("scout").ask({ text: "SECRET QUESTION" });
      const { request: theirs } = await as("rival").ask({ text: "Theirs?" });
      expect((await messages("owner")).slice(0, 2).toSorted()).toEqual(
        [`a person was asked: ${mine.id}`, `a person was asked: ${theirs.id}`].toSorted(),
      );
      expect(await messages("scout")).toEqual([`a person was asked: ${mine.id}`]);
      expect((await messages("outsider")).join("\n")).not.toContain(mine.id);
    });

    test("counts grants that are forged, replayed or presented for something else, and none that is late", async () => {
      const { request } = await as("scout").authorize({ tool: "pay", args: {}, reason: "So." });
      const { digest } = asAuthorization(request).authorization;
      await as("approver").approve({ id: request.id, digest });
      const { grant: late } = await as("scout").collect({ id: request.id });
      await under.world.clock.advance(10 * 60_000);
      const live = { tool: "pay", args: {} };
      const refused = (grant: string, tool = "pay") =>
        expect(as("scout").redeem({ ...live, grant, tool })).rejects.toThrow("refused");
      await refused(late);
      const { grant } = await as("scout").collect({ id: request.id });
      expect((await as("owner").status()).violations).toBe(0);
      await refused(grant, "send");
      await as("scout").redeem({ ...live, grant });
      await refused(grant);
      await refused(`${grant.slice(0, -8)}AAAAAAAA`);
      // By then each node has stored its counts.
      await under.world.clock.advance(60_000);
      expect((await as("owner").status()).violations).toBe(3);
    });

    test("tells twenty events at most, the newest first", async () => {
      for (let count = 0; count < 25; count++) {
        await as("scout").ask({ text: `${count}` });
        await under.world.clock.advance(10);
      }
      const { recentLogs } = await as("owner").status();
      const times = recentLogs.map(({ timestamp }) => timestamp);
      expect(times).toHaveLength(20);
      expect(times).toEqual(times.toSorted().toReversed());
    });
  });
}
