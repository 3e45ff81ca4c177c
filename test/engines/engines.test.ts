import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ENGINES } from "../../scripts/proofs/proof-cells.ts";
import { provenCell } from "../../scripts/proofs/proofs.ts";
import { blocksOf } from "../docs/page.ts";
import { eventually, ROOT } from "../support/cli.ts";
import { installClient, installRig } from "../support/install-rig.ts";
import { openRestateWorld, type Part, type RestateWorld, restateProgram } from "./restate-world.ts";

/* The page's program with Restate's real server, installed from the lock file of its rig. */

const PROVEN = provenCell("engines");
const RIG = join(import.meta.dirname, "rigs", "restate");
const PAGE = pathToFileURL(join(ROOT, "docs", "guides", "restate.md"));
const program = () =>
  blocksOf(PAGE).find(({ attributes }) => attributes["rig"] === "restate")?.text ?? "";
/** Where a part is secret, what may run has to be collected. */
const hiding = (text: string) => text.replace("args, reason:", 'args, secrets: ["/to"], reason:');
const MOST_GLUE = 5;
const MOST_MS = 180_000;
const [AT_MOST_ONCE, TOLD] = ["sends 90 to ana", "may have run it"];

test("the page of Restate takes a few lines, and a part of its call can be hidden", () => {
  const [, glue = ""] = /glue begins\n([\s\S]*)\n\/\/ glue ends/.exec(program()) ?? [];
  expect(glue.split("\n").length).toBeLessThanOrEqual(MOST_GLUE);
  expect(glue).toContain("withPeople");
  expect(hiding(glue)).not.toBe(glue);
});

const missing = PROVEN === ENGINES[0] ? whyNot() : "";
if (missing === undefined) {
  await installClient(RIG);
  describe("behind Restate", { timeout: MOST_MS }, describeRestate);
} else if (missing !== "") {
  test.skip(`skipped: ${missing}`, () => {});
}

function whyNot(): string | undefined {
  const failed = installRig(RIG);
  if (failed !== undefined) return failed;
  const { platform, arch } = process;
  return restateProgram() === undefined
    ? `Restate's server has no package for ${platform}-${arch}`
    : undefined;
}

function describeRestate(): void {
  let world: RestateWorld;
  beforeAll(async () => {
    world = await openRestateWorld(restateProgram() ?? "", (folder) => {
      symlinkSync(join(RIG, "node_modules"), join(folder, "node_modules"));
      writeFileSync(join(folder, "package.json"), '{"type":"module"}');
      writeFileSync(join(folder, "program.ts"), program());
      writeFileSync(join(folder, "hiding.ts"), hiding(program()));
    });
  }, MOST_MS);
  afterAll(() => world.close());

  async function serviceAt(name: string, moment = "") {
    const service = await world.openService(
      name,
      moment === "collected" ? "hiding.ts" : "program.ts",
    );
    onTestFinished(() => service.kill());
    await service.startAt(moment);
    await world.register();
    const lines = (word: string) =>
      service
        .said()
        .split("\n")
        .filter((line) => line.startsWith(word));
    return { service, sent: () => lines("sends"), calledAt: () => lines("called at"), lines };
  }

  test.for([
    ["the service", ["service"]],
    ["Earshot", ["earshot"]],
    ["Restate", ["restate"]],
    ["all three", ["service", "earshot", "restate"]],
  ] as const)(
    "if %s is killed between question and answer, the edited call runs once",
    async ([name, killed]) => {
      const { service, sent } = await serviceAt(`kills ${name}`);
      const parts: Record<string, Part> = {
        service,
        earshot: world.earshot,
        restate: world.restate,
      };
      const run = await world.pay(5_000);
      await world.asked(5_000);
      for (const part of killed) await parts[part]?.kill();
      const isDead = (part: string) => (killed as readonly string[]).includes(part);
      if (isDead("earshot")) await world.earshot.start();
      await world.edit(5_000);
      for (const part of killed) if (part !== "earshot") await parts[part]?.start();
      expect(await run.result()).toEqual({
        hasRun: true,
        result: "sent 90 to ana",
        says: expect.stringContaining("changed its arguments"),
      });
      expect(sent()).toEqual(["sends 90 to ana"]);
      expect((await world.operator.list({ status: "open" })).items).toEqual([]);
    },
  );

  test.for([
    ["asked", [AT_MOST_ONCE], "sent 90 to ana"],
    ["decided", [AT_MOST_ONCE], "sent 90 to ana"],
    ["collected", [AT_MOST_ONCE], "sent 90 to ana"],
    ["redeemed", [], TOLD],
    ["ran", [AT_MOST_ONCE], TOLD],
  ] as const)(
    "killed when it has %s, the service runs the call at most once",
    async ([moment, ran, says]) => {
      const { service, sent, lines } = await serviceAt(`stands at ${moment}`, moment);
      const run = await world.pay(5_000);
      if (moment !== "asked") await world.edit(5_000);
      await eventually(() => lines("at ")[0], service.said);
      await service.kill();
      if (moment === "asked") await world.edit(5_000);
      await service.start();
      expect(JSON.stringify(await run.result())).toContain(says);
      expect(sent()).toEqual(ran);
    },
  );

  test("a call that comes twice at once, again and late wakes the run once", async () => {
    const { sent } = await serviceAt("is called often");
    const { relay } = world;
    const first = relay.calls.length;
    relay.times = 2;
    onTestFinished(() => {
      relay.times = 1;
    });
    const run = await world.pay(5_000);
    await world.edit(5_000);
    expect(await run.result()).toMatchObject({ hasRun: true });
    const [call] = relay.calls.slice(first);
    if (call === undefined) throw new Error("It was called.");
    for (const _ of "again") expect(await relay.pass(call)).toBe(204);
    expect(relay.calls.slice(first)).toHaveLength(1);
    expect(await run.result()).toMatchObject({ hasRun: true });
    expect(sent()).toEqual(["sends 90 to ana"]);
  });

  test("a call that is passed on to another run's awakeable wakes it, and runs nothing there", async () => {
    const { sent, calledAt } = await serviceAt("is misled");
    const { relay } = world;
    const first = relay.calls.length;
    const one = await world.pay(1_000);
    await world.edit(1_000);
    await one.result();
    const [call] = relay.calls.slice(first);
    const other = await world.pay(2_000);
    await world.asked(2_000);
    const looks = calledAt();
    const url = new URL(looks.at(-1)?.slice("called at ".length) ?? "");
    const misled = Object.assign({}, call, { url: url.pathname + url.search });
    expect(await relay.pass(misled)).toBe(204);
    await expect.poll(() => calledAt().length).toBeGreaterThan(looks.length);
    expect(sent()).toEqual(["sends 90 to ana"]);
    await world.edit(2_000, 70);
    expect(await other.result()).toMatchObject({ hasRun: true });
    expect(sent()).toEqual(["sends 90 to ana", "sends 70 to ana"]);
  });

  test("a call that nobody signed wakes nobody", async () => {
    const { calledAt } = await serviceAt("is forged at");
    const { relay } = world;
    const run = await world.pay(5_000);
    await world.asked(5_000);
    const url = new URL(calledAt().at(-1)?.slice("called at ".length) ?? "");
    const forged = { url: url.pathname + url.search, headers: {}, body: "{}" };
    expect(await relay.pass(forged)).toBe(401);
    const looks = calledAt().length;
    await world.edit(5_000);
    await run.result();
    // One look that the true call brought, and one in the step that runs it.
    expect(calledAt().length).toBe(looks + 2);
  });

  test("a run that is cancelled in Restate takes its request back from people", async () => {
    const { sent } = await serviceAt("is cancelled");
    const run = await world.pay(5_000);
    const { id } = await world.asked(5_000);
    await world.cancel(run.id);
    const status = async () => (await world.operator.show({ id })).request.status;
    await expect.poll(status).toBe("cancelled");
    expect(sent()).toEqual([]);
  });
}
