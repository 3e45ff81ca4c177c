import { globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { BRIDGED } from "../../scripts/proofs/proof-cells.ts";
import { provenCell } from "../../scripts/proofs/proofs.ts";
import { present } from "../../src/domain/present.ts";
import type { OpenAuthorization } from "../../src/domain/requests/request.ts";
import { blocksOf } from "../docs/page.ts";
import { describeBridge, EDIT_TOLD, type PlayBridge } from "../suites/describe-bridge.ts";
import {
  eventually,
  killAll,
  launch,
  openServer,
  ROOT,
  type TestServer,
  testFolder,
} from "../support/cli.ts";
import { installClient, installRig } from "../support/install-rig.ts";
import { startModelServer } from "../support/model-server/model-server.ts";
import { describeAlone } from "./describe-alone.ts";
import { describeLanggraphCuts } from "./describe-langgraph-cuts.ts";
import { describeMastraWaits } from "./describe-mastra-waits.ts";
import { writeOutcomes } from "./outcomes.ts";
import { envOf, startModel } from "./rigs/claude-agent-sdk/model.ts";

/*
 * The bridges with their real frameworks, installed from the lock files of their rigs, and with `earshot-client` as
 * it is published.
 */

const RIGS = join(import.meta.dirname, "rigs");
const MAIN = join(RIGS, "playing-main.ts");
const PROVEN = provenCell("bridges");
interface Rig {
  /** The page whose program a user starts from. */
  readonly page: string;
  /** What stands in the log once an agent was killed when it had run the tool. */
  readonly ranBefore: readonly string[];
  /** A model that asks may ask for files. */
  readonly takesFiles?: boolean;
  /** What speaks another language than the model of all others. */
  readonly model?: () => Promise<PageModel>;
}

interface PageModel {
  readonly heard: readonly { readonly body: unknown }[];
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<unknown>;
}

const PAID = { to: "ana", amount: 5_000 };
const RAN = 'ran {"to":"ana","amount":90}';
const RIG: Readonly<Record<(typeof BRIDGED)[number], Rig>> = {
  ai: {
    page: "ai-sdk.md",
    takesFiles: true,
    ranBefore: [RAN, "at ran", "may have run it"],
  },
  langgraph: {
    page: "langgraph.md",
    // LangGraph runs a node again that was cut off before its checkpoint.
    ranBefore: [RAN, "at ran", RAN, "sent 90 to ana"],
  },
  mastra: {
    page: "mastra.md",
    takesFiles: true,
    ranBefore: [RAN, "at ran", "may have run it"],
  },
  "claude-agent-sdk": {
    page: "claude-agent-sdk.md",
    ranBefore: [RAN, "at ran", "may have run it"],
    async model() {
      const model = await startModel([{ name: "mcp__pay__transfer", input: PAID }]);
      return Object.assign(model, { env: envOf(model.url, testFolder()) });
    },
  },
  "openai-agents": {
    page: "openai-agents-js.md",
    takesFiles: true,
    ranBefore: [RAN, "at ran", "may have run it"],
  },
};
const playOf = (name: string) => globSync(join(RIGS, name, "play.{ts,js}"))[0] ?? name;

/** A model of the format that most frameworks speak. */
async function paying(): Promise<PageModel> {
  const model = await startModelServer({
    turns: [
      { when: { step: 0 }, calls: [{ name: "transfer", args: PAID }] },
      { when: { tool: "transfer" }, text: "It is paid." },
    ],
  });
  return Object.assign(model, { env: { MODEL_URL: `${model.url}/v1` } });
}

/** Lines between the marks of a page's program: at most 5 to approve, and as much asks too. */
const MOST_GLUE = 5;
const glueOf = (text: string) =>
  /glue begins\n([\s\S]*)\n *\/\/ glue ends/.exec(text)?.[1]?.split("\n").length ?? Infinity;

function programOf(name: (typeof BRIDGED)[number]): string {
  const page = pathToFileURL(join(ROOT, "docs", "guides", RIG[name].page));
  return blocksOf(page).find(({ attributes }) => attributes["rig"] === name)?.text ?? "";
}

test.for(BRIDGED)("the page of %s takes a few lines", (name) => {
  expect(glueOf(programOf(name))).toBeLessThanOrEqual(MOST_GLUE);
});

for (const name of BRIDGED.filter((one) => one === PROVEN)) {
  const missing = installRig(join(RIGS, name));
  if (missing !== undefined) {
    test.skip(`skipped: ${missing}`, () => {});
    continue;
  }
  await installClient(join(RIGS, name));
  const { resolve } = createRequire(playOf(name));
  const bridge = await import(pathToFileURL(resolve(`earshot-client/bridges/${name}`)).href);
  const { play } = await import(pathToFileURL(playOf(name)).href);
  const played: PlayBridge = (given) => play(bridge, given);
  describeBridge(`${name}, installed`, played, present({ takesFiles: RIG[name].takesFiles }));
  const facts: Record<string, string> = {};
  const saw = (fact: string, what: string) => {
    facts[fact] = what;
  };
  const alone: Record<string, string> = {};
  afterEach(({ task }) => {
    if (task.result?.state === "fail") facts[task.name] = "violated";
    else facts[task.name] ??= "held";
  });
  describeKills(name, saw);
  if (name === "mastra") describeMastraWaits(join(RIGS, name), bridge);
  if (name === "langgraph") describeLanggraphCuts(join(RIGS, name), bridge);
  describeAlone(name, (question, what) => {
    alone[question] = what;
  });
  afterAll(() => {
    const { page } = RIG[name];
    const { devDependencies: packages } = JSON.parse(
      readFileSync(join(RIGS, name, "package.json"), "utf8"),
    );
    writeOutcomes(name, { language: "TypeScript", page, packages, facts, alone });
  });
}

function describeKills(
  name: (typeof BRIDGED)[number],
  saw: (fact: string, what: string) => void,
): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer();
  });
  afterAll(() => server.close());

  async function newAgent(moment: string) {
    const agent = { kind: "agent", name: `killed-${moment}` } as const;
    const { secret } = await server.operator.createKey(agent);
    return { EARSHOT_URL: server.url(), EARSHOT_KEY: secret ?? "" };
  }

  async function edit(): Promise<void> {
    const { id, authorization } = await eventually(async () => {
      const { items } = await server.operator.list({ status: "open" });
      return items[0] as OpenAuthorization | undefined;
    });
    const args = Object.assign({}, authorization.action.args, { amount: 90 });
    const { digest } = await server.operator.previewEdit({ id, args });
    await server.operator.approve({ id, digest, args });
  }

  describe(`${name}, killed`, () => {
    test.for([
      ["asked", ["at asked", RAN, "sent 90 to ana"]],
      ["decided", ["at decided", RAN, "sent 90 to ana"]],
      ["collected", ["at collected", RAN, "sent 90 to ana"]],
      ["redeemed", ["at redeemed", "may have run it"]],
      ["ran", RIG[name].ranBefore],
    ] as const)(
      "when it has %s, runs the call at most once, as it was approved",
      async ([moment, expected], { task }) => {
        const folder = testFolder();
        const env = Object.assign({ FOLDER: folder }, await newAgent(moment));
        const log = () =>
          readFileSync(join(folder, "log"), { encoding: "utf8", flag: "a+" })
            .split("\n")
            .slice(0, -1);
        const first = launch(process.execPath, [MAIN, name, moment], { env });
        onTestFinished(() => killAll(first));
        if (moment !== "asked") await edit();
        await eventually(() => log().includes(`at ${moment}`), first.stderr);
        // With what a framework runs in a process of its own.
        await killAll(first);
        const second = launch(process.execPath, [MAIN, name], { env });
        onTestFinished(() => killAll(second));
        if (moment === "asked") await edit();
        const { stderr } = await second.finished;
        expect(log(), stderr).toHaveLength(expected.length);
        for (const [at, line] of expected.entries()) expect(log()[at]).toContain(line);
        const times = log().filter((line) => line.startsWith("ran ")).length;
        saw(task.name, ["not at all; the model is told", "once"][times] ?? `${times} times`);
        expect((await server.operator.list({ status: "open" })).items).toEqual([]);
      },
    );
  });

  test("the page's program, killed as it waits and answered while it is dead, runs the edited call once", async () => {
    const program = programOf(name);
    const folder = testFolder();
    symlinkSync(join(RIGS, name, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(join(folder, "program.ts"), program);
    const model = await (RIG[name].model ?? paying)();
    try {
      const env = { ...model.env, ...(await newAgent("page")) };
      const run = () => {
        const running = launch(process.execPath, ["program.ts"], { env, cwd: folder });
        onTestFinished(() => killAll(running));
        return running;
      };
      const first = run();
      await eventually(async () => {
        const { items } = await server.operator.list({ status: "open" });
        return items[0];
      }, first.stderr);
      await killAll(first);
      await edit();
      const second = await run().finished;
      expect(second.stdout, second.stderr).toContain("sends 90 to ana\n");
      expect(second.stdout).toContain("It is paid.");
      expect(second.stdout.match(/sends/g)).toHaveLength(1);
      expect(JSON.stringify(model.heard.at(-1)?.body)).toMatch(EDIT_TOLD);
    } finally {
      await model.close();
    }
  });
}
