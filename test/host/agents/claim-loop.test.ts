import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { toTimestamp } from "../../../src/domain/timestamp.ts";
import { type HostAgentsOptions, hostAgents } from "../../../src/host/agents/host-agents.ts";
import { hostName } from "../../../src/host/agents/host-name.ts";
import type { HostedAgent, Schedule } from "../../../src/host/agents/hosted-agent.ts";
import { scheduleName } from "../../../src/host/agents/schedule-loop.ts";
import type { RunSignals, SessionRunner } from "../../../src/host/sessions/runner.ts";
import type { Earshot } from "../../../src/ports/earshot/earshot.ts";
import type { ClaimedSession } from "../../../src/ports/earshot/sessions.ts";
import { type House, openHouse } from "./support/house.ts";

interface Work {
  readonly claimed: ClaimedSession;
  readonly signals: RunSignals;
  readonly end: () => void;
}

/** Sessions that run until the test ends them, in the order in which they were begun. */
function handWork(earshot: Earshot) {
  const begun: Work[] = [];
  const run: SessionRunner = async (claimed, signals) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    begun.push({ claimed, signals, end: resolve });
    const { id, epoch } = claimed.session;
    const { lost, stopping, cancelled } = signals;
    for (const signal of [lost, stopping, cancelled]) {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve());
    }
    await promise;
    if (lost.aborted) return;
    const outcome = cancelled.aborted ? "cancelled" : stopping.aborted ? "released" : "completed";
    await earshot.endSession({ id, epoch, outcome, text: "done" });
  };
  return { begun, run };
}

interface Hosting {
  readonly sessions?: number;
  readonly schedules?: readonly Schedule[];
  readonly options?: Partial<HostAgentsOptions>;
}

async function host(house: House, names: readonly string[], given: Hosting = {}) {
  const { sessions = 4, schedules = [], options } = given;
  const faults: unknown[] = [];
  const agents: (HostedAgent & { begun: readonly Work[] })[] = [];
  for (const name of names) {
    const earshot = await house.as(name);
    const { begun, run } = handWork(earshot);
    agents.push({ name, earshot, run, profile: { channels: [] }, sessions, schedules, begun });
  }
  const running = hostAgents({
    agents,
    host: hostName(),
    now: Date.now,
    onFault: (error) => faults.push(error),
    ...options,
  });
  onTestFinished(() => running.stop());
  return { running, faults, begun: agents.map(({ begun }) => begun) };
}

/** As if a host had registered a schedule of scout at that time. */
async function knownSince({ ctx, as }: House, schedule: Schedule, ms: number): Promise<void> {
  const profile = await (await as("scout")).registerAgent({ channels: [] });
  const since = { [scheduleName(schedule)]: toTimestamp(ms) };
  const writes = [{ type: "profile.put", profile: { ...profile, since } } as const];
  await ctx.commit({ workspace: profile.workspace, writes, events: [] });
}

const statusOf = async (house: House, { claimed }: Work) =>
  (await house.owner.showSession({ id: claimed.session.id })).session.status;

describe("a host", () => {
  test("takes up a session as soon as it is queued, and makes its agents known", async () => {
    const house = await openHouse();
    const { begun } = await host(house, ["scout"]);
    await expect.poll(async () => (await house.owner.listAgentProfiles()).items.length).toBe(1);
    const { id } = await house.owner.startSession({ agent: "scout", text: "Look around." });
    await expect.poll(() => begun[0]?.map(({ claimed }) => claimed.session.id)).toEqual([id]);
    begun[0]?.[0]?.end();
    await expect.poll(() => statusOf(house, begun[0]?.[0] as Work)).toBe("completed");
  });

  test("runs as many of an agent as that one's limit says, and of all as the host's", async () => {
    const house = await openHouse();
    const { begun } = await host(house, ["scout", "guide"], {
      sessions: 2,
      options: { atOnce: 3 },
    });
    for (const agent of ["scout", "scout", "scout", "guide", "guide", "guide"]) {
      await house.owner.startSession({ agent, text: "Look around." });
    }
    const all = () => begun.flat();
    await expect.poll(() => all().length).toBe(3);
    await pause(150);
    expect(all()).toHaveLength(3);
    expect(begun.every((works) => works.length <= 2)).toBe(true);
    await expect
      .poll(async () => {
        for (const { end } of all()) end();
        return (await house.owner.listSessions({ status: "completed" })).items.length;
      })
      .toBe(6);
  });

  test("gives back what it has when it stops, and takes up no more", async () => {
    const house = await openHouse();
    const { running, begun } = await host(house, ["scout"]);
    await house.owner.startSession({ agent: "scout", text: "Look around." });
    await expect.poll(() => begun[0]?.length).toBe(1);
    await running.stop();
    expect(await statusOf(house, begun[0]?.[0] as Work)).toBe("queued");
    await house.owner.startSession({ agent: "scout", text: "Look again." });
    await pause(100);
    expect(begun[0]).toHaveLength(1);
  });

  test("lets go of what does not come to an end in time", async () => {
    const house = await openHouse();
    const earshot = await house.as("scout");
    let isLost = false;
    const agent: HostedAgent = {
      name: "scout",
      earshot,
      profile: { channels: [] },
      sessions: 1,
      schedules: [],
      run: (_, { lost }) =>
        new Promise((resolve) => {
          lost.addEventListener("abort", () => {
            isLost = true;
            resolve();
          });
        }),
    };
    await house.owner.startSession({ agent: "scout", text: "Look around." });
    const running = hostAgents({
      agents: [agent],
      host: hostName(),
      now: Date.now,
      graceMs: 50,
      onFault: () => {},
    });
    await expect
      .poll(async () => (await house.owner.listSessions({ status: "running" })).items.length)
      .toBe(1);
    await running.stop();
    expect(isLost).toBe(true);
  });

  test("tells a session that a person wants it to end", async () => {
    const house = await openHouse();
    const { begun } = await host(house, ["scout"]);
    const { id } = await house.owner.startSession({ agent: "scout", text: "Look around." });
    await expect.poll(() => begun[0]?.length).toBe(1);
    await house.owner.cancelSession({ id, reason: "Enough." });
    await expect.poll(() => begun[0]?.[0]?.signals.cancelled.aborted).toBe(true);
    await expect.poll(() => statusOf(house, begun[0]?.[0] as Work)).toBe("cancelled");
  });

  test("loses the sessions of an agent at once with its halt, and goes on when it is resumed", async () => {
    const house = await openHouse();
    const { begun, faults } = await host(house, ["scout", "guide"]);
    for (const agent of ["scout", "guide"]) await house.owner.startSession({ agent, text: "Go." });
    await expect.poll(() => begun.flat().length).toBe(2);
    const { items } = await house.owner.listAgents();
    const scout = items.find(({ principal }) => principal.name === "scout")?.principal.id;
    const at = Date.now();
    await house.owner.haltAgent({ id: scout as `prn_${string}` });
    await expect.poll(() => begun[0]?.[0]?.signals.lost.aborted, { interval: 10 }).toBe(true);
    expect(Date.now() - at).toBeLessThan(5_000);
    expect(begun[1]?.[0]?.signals.lost.aborted).toBe(false);
    await pause(1_200);
    expect(faults.length).toBeLessThanOrEqual(1);
    await house.owner.resumeAgent({ id: scout as `prn_${string}` });
    await house.owner.startSession({ agent: "scout", text: "Go on." });
    await expect.poll(() => begun[0]?.length).toBe(2);
  });

  test("makes up for nothing that was due before it knew of the schedule", async () => {
    const house = await openHouse();
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString().slice(11, 16);
    const schedule = { name: "tidy", text: "Tidy up.", timeZone: "UTC", at: anHourAgo };
    const other = { ...schedule, name: "sweep" };
    await knownSince(house, other, Date.now() - 2 * 3_600_000);
    const { begun } = await host(house, ["scout"], { schedules: [schedule, other] });
    await expect.poll(() => begun.flat().length).toBe(1);
    await pause(200);
    expect(begun.flat().map(({ claimed }) => claimed.session.scheduled)).toEqual([
      expect.stringMatching(/^sweep /),
    ]);
  });

  test("starts one session a due time, however many hosts there are, and one of those missed", async () => {
    const house = await openHouse();
    const now = new Date();
    const twoHoursAgo = new Date(now.getTime() - 7_200_000);
    const schedule = {
      name: "tidy",
      text: "Tidy up.",
      timeZone: "UTC",
      at: twoHoursAgo.toISOString().slice(11, 16),
    };
    await knownSince(house, schedule, now.getTime() - 3 * 3_600_000);
    const hosts = [await host(house, ["scout"], { schedules: [schedule] })];
    hosts.push(await host(house, ["scout"], { schedules: [schedule] }));
    const all = () => hosts.flatMap(({ begun }) => begun.flat());
    await expect.poll(() => all().length).toBe(1);
    await pause(200);
    expect(all().map(({ claimed }) => claimed.session)).toMatchObject([
      {
        task: "Tidy up.",
        cause: "schedule",
        scheduled: `tidy ${twoHoursAgo.toISOString().slice(0, 16)}:00.000Z`,
      },
    ]);
  });
});
