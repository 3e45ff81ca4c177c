import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { eventually, launch, PROGRAM, type Running, testFolder } from "../support/cli.ts";
import { startLoad } from "./load.ts";
import { historyProblem, previousProgram } from "./release.ts";

/* The release before serves; this version takes its place on the same data folder. */

const problem = historyProblem();
const AGENTS = 8;
const WAITING = 5;

test.skipIf(problem !== undefined)(
  `open requests and waiting clients come through an upgrade under load${problem === undefined ? "" : ` (skipped: ${problem})`}`,
  async () => {
    const data = join(testFolder(), "data");
    let url = "";
    let running: Running | undefined;
    const start = async (program: string) => {
      const args = ["start", "--no-console", "--port", "0", "--data", data];
      const started = launch(process.execPath, [program, ...args]);
      onTestFinished(async () => {
        started.child.kill("SIGKILL");
        await started.finished;
      });
      url = await eventually(
        () => /(http:\/\/127\.0\.0\.1:\d+)\s/.exec(started.stdout())?.[1],
        () => `the address of ${program}; it said ${started.stdout()}${started.stderr()}`,
      );
      running = started;
    };
    const stop = async () => {
      running?.child.kill("SIGTERM");
      return await running?.finished;
    };
    const clientOf = (of: "agent" | "operator") =>
      createClient({
        url: () => ({ url, key: readKeyFile(data, of) ?? "" }),
        retryForMs: 50_000,
      });
    const agent = clientOf("agent");
    const operator = clientOf("operator");

    await start(previousProgram());
    const early = await agent.ask({ text: "Asked of the release before?" });
    const load = startLoad({ agent, operator }, AGENTS);
    await eventually(() => load.answered.size >= WAITING);
    expect(await stop()).toMatchObject({ code: 0 });
    const before = load.answered.size;
    await start(PROGRAM);
    await eventually(() => load.answered.size >= before + WAITING || load.faults.length > 0);
    await load.end();

    expect(load.faults).toEqual([]);
    for (const [id, closed] of load.asked) {
      const { outcome, request } = await closed;
      expect(outcome, id).toBe("answered");
      expect(request).toMatchObject({ answer: { text: load.answered.get(id) ?? "" } });
    }
    const { outcome } = await agent.wait({ id: early.request.id });
    expect(outcome).toBe("answered");
    expect(await operator.verifyAudit({})).toMatchObject({ intact: true });
    expect(await stop()).toMatchObject({ code: 0 });
  },
);
