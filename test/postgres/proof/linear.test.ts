import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRandom } from "../../../src/testing/simulator/random.ts";
import { checkHistory } from "../../linear/check-history.ts";
import { playScene } from "../../linear/scene.ts";
import { byFile, takeShare } from "../../support/share.ts";
import { type ProofNode, type ProofNodes, startNodes } from "./nodes.ts";

takeShare("node-faults", byFile);

/* What callers see at two nodes is what they would see at one server that does one thing at a time. */

const REQUESTS = 25;
const TERMINATE = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name like 'earshot%'`;

let all: ProofNodes;
let nodes: ProofNode[];

beforeAll(async () => {
  all = await startNodes();
  nodes = [...all.nodes];
});
afterAll(() => all?.close());

/** What goes on while the callers are at it. */
type Disturbance = (signal: AbortSignal) => Promise<void>;

const DISTURBANCES: Readonly<Record<string, Disturbance>> = {
  "while nothing is wrong": async () => {},
  "while notices get lost": async (signal) => {
    for (const { proxy } of nodes) proxy.loseNotices(true);
    await ended(signal);
    for (const { proxy } of nodes) proxy.loseNotices(false);
  },
  "while one node's commits are slow": async (signal) => {
    nodes[1]?.proxy.decide(({ text }) => (text.includes("earshot_commit_") ? 120 : "pass"));
    await ended(signal);
    nodes[1]?.proxy.decide(() => "pass");
  },
  "while connections are cut after a commit and before its reply": async (signal) => {
    let commits = 0;
    for (const { proxy } of nodes) {
      proxy.decide(({ text }) => {
        if (!text.includes("earshot_commit_")) return "pass";
        commits += 1;
        return commits % 5 === 0 ? "cut_after" : "pass";
      });
    }
    await ended(signal);
    for (const { proxy } of nodes) proxy.decide(() => "pass");
  },
  "while back-ends of the database are ended": async (signal) => {
    for (let count = 0; count < 3 && !signal.aborted; count++) {
      await pause(60);
      await all.query(TERMINATE);
    }
  },
  "while a node is killed and started again": async () => {
    const [first, second] = nodes;
    if (first === undefined || second === undefined) return;
    await pause(60);
    nodes = [first, await all.restart(second)];
  },
};

async function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
}

test.for(Object.entries(DISTURBANCES))(
  "histories over two nodes are linear %s",
  async ([name, disturb]) => {
    const over = new AbortController();
    const disturbed = disturb(over.signal);
    const histories = await playScene({
      nodes: () => nodes.map(({ url }) => url),
      members: all.members,
      random: createRandom(name.length),
      requests: REQUESTS,
      name: name.replaceAll(/\W/g, "-"),
    });
    over.abort();
    await disturbed;
    for (const history of histories) {
      const verdict = checkHistory(history);
      expect(verdict.isLinear, verdict.isLinear ? "" : verdict.fault).toBe(true);
    }
    // Who was never told of their request has seen nothing of it either.
    const told = histories.filter((history) =>
      history.some(({ returned }) => returned !== undefined),
    );
    expect(told).toHaveLength(REQUESTS);
  },
);
