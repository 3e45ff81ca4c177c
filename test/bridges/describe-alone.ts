import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import { type Finished, killAll, launch, type Running, testFolder } from "../support/cli.ts";
import type { AloneDecision } from "./rigs/alone-main.ts";

/* What a framework does with its own approvals, without Earshot. Nothing is demanded of it: it is written down. */

const MAIN = join(import.meta.dirname, "rigs", "alone-main.ts");
const ANA = { tool: "transfer", args: { to: "ana", amount: 5_000 } };
const BEN = { tool: "transfer", args: { to: "ben", amount: 7_000 } };
const REASON = "Ask for a hundred.";

/** With what a framework runs in a process of its own. */
async function ended(running: Running): Promise<Finished> {
  const finished = await running.finished;
  await killAll(running);
  return finished;
}

/** Brings what SQLite holds beside its file into it. */
function settle(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
}

/** `note` takes what was seen, under the question. */
export function describeAlone(name: string, note: (question: string, saw: string) => void): void {
  if (globSync(join(import.meta.dirname, "rigs", name, "alone.{ts,js}")).length === 0) return;

  /** A run that stops for people and is killed there. */
  async function begun(
    calls: readonly object[] = [ANA],
    more: Readonly<Record<string, string>> = {},
  ) {
    const folder = testFolder();
    const env = Object.assign({ FOLDER: folder, CALLS: JSON.stringify(calls) }, more);
    await ended(launch(process.execPath, [MAIN, name, "begin"], { env }));
    const files = () =>
      readdirSync(join(folder, "store"), { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name));
    return {
      files,
      async decided(decision: AloneDecision): Promise<{ waits: number; told: string }> {
        const words = [MAIN, name, "decide", JSON.stringify(decision)];
        const { stdout, stderr } = await ended(launch(process.execPath, words, { env }));
        const line = stdout.trim().split("\n").at(-1) ?? "";
        expect(line, stderr).toMatch(/^\{"waits"/);
        return JSON.parse(line);
      },
      ran: (): JsonObject[] =>
        readFileSync(join(folder, "log"), { encoding: "utf8", flag: "a+" })
          .split("\n")
          .slice(0, -1)
          .map((line) => JSON.parse(line)),
    };
  }
  const amounts = (ran: readonly JsonObject[]) =>
    ran.map(({ amount }) => String(amount)).join(", ");

  describe(`${name}, alone`, () => {
    test("finds what waited after a kill, or not", async () => {
      const run = await begun();
      const { waits } = await run.decided({ approved: true });
      const ran = amounts(run.ran());
      const isThere = waits === 1 && ran === "5000";
      note("a call waits through a kill", isThere ? "yes" : "no");
      // The process that decided had nothing but the storage.
      note("who can decide", isThere ? "whoever writes to its storage" : "nobody");
    });

    test("runs what a person changed, or not", async () => {
      const run = await begun();
      await run.decided({ approved: true, args: { to: "ana", amount: 90 } });
      const ran = amounts(run.ran());
      note("people can change its arguments", ran === "90" ? "yes" : `no: ${ran || "nothing"} ran`);
    });

    test("tells the model the reason, or not", async () => {
      const run = await begun();
      const { told } = await run.decided({ approved: false, reason: REASON });
      expect(run.ran()).toEqual([]);
      note("the model reads why it was rejected", told.includes(REASON) ? "yes" : "no");
    });

    test("lets two calls of a step wait together, or not", async () => {
      const run = await begun([ANA, BEN]);
      const { waits } = await run.decided({ approved: true });
      note("two calls of a step wait together", waits === 2 ? "yes" : "no: one after the other");
    });

    test("runs a call once that is resumed twice at once, or not", async () => {
      const run = await begun([ANA], { PAIR: "yes" });
      await Promise.allSettled([1, 2].map(() => run.decided({ approved: true })));
      const times = run.ran().length;
      note("resumed twice at once, a call runs", times === 1 ? "once" : `${times} times`);
    });

    test("runs what was shown though its storage was changed since, or not", async () => {
      const run = await begun();
      for (const file of run.files().filter((one) => one.endsWith(".db"))) settle(file);
      for (const file of run.files()) {
        const text = readFileSync(file, "latin1");
        writeFileSync(file, text.replaceAll("5000", "9000"), "latin1");
      }
      await run.decided({ approved: true }).catch(() => undefined);
      const ran = amounts(run.ran());
      note("shown with 5000, stored with 9000 since, it runs with", ran || "nothing");
    });

    test("keeps a decision once its run has ended, or not", async () => {
      const run = await begun();
      await run.decided({ approved: false, reason: REASON });
      const isKept = run.files().some((file) => readFileSync(file, "latin1").includes(REASON));
      note("a rejection is found once the run has ended", isKept ? "yes, unsigned" : "no");
    });
  });
}
