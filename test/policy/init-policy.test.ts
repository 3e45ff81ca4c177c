import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { earshot, ROOT, testFolder } from "../support/cli.ts";

/** Beside a data folder that is not there yet. */
async function init(folder: string, ...args: readonly string[]) {
  return await earshot(["init", ...args, "--data", join(folder, "data")]);
}

test("a policy to start from is written beside the data folder, and its tests hold there", async () => {
  const folder = testFolder();
  const file = join(folder, "earshot.yaml");
  const made = await init(folder, "--policy", "payments");
  expect(made, made.stderr).toMatchObject({ code: 0 });
  expect(made.stdout).toContain(`Wrote ${file}.`);
  const sample = readFileSync(join(ROOT, "examples/policies/payments.yaml"), "utf8");
  const [first, ...rest] = readFileSync(file, "utf8").split("\n");
  expect(first).toBe("# yaml-language-server: $schema=node_modules/earshot/earshot.schema.json");
  expect(rest).toEqual(sample.split("\n").slice(1));
  expect(existsSync(join(folder, "data"))).toBe(false);
  const tested = await earshot(["policy", "test", "--data", join(folder, "data")]);
  expect(tested, tested.stderr).toMatchObject({ code: 0 });
});

test("a policy that is there stays as it is", async () => {
  const folder = testFolder();
  const file = join(folder, "earshot.yaml");
  writeFileSync(file, "mine");
  const made = await init(folder, "--policy", "support");
  expect(made.code).not.toBe(0);
  expect(made.stderr).toContain("is there already, and nothing was written");
  expect(readFileSync(file, "utf8")).toBe("mine");
});

test("a link that leads nowhere is not followed", async () => {
  const folder = testFolder();
  symlinkSync(join(folder, "elsewhere"), join(folder, "earshot.yaml"));
  expect((await init(folder, "--policy", "support")).code).not.toBe(0);
  expect(existsSync(join(folder, "elsewhere"))).toBe(false);
});

test.for(["paymets", "../policy/earshot", "payments.yaml", ""])(
  "%j is no policy to start from, and those that are get listed",
  async (name) => {
    const folder = testFolder();
    const made = await init(folder, "--policy", name);
    expect(made.code).not.toBe(0);
    expect(made.stderr).toMatch(/These are: .*payments.*, support\./);
    expect(existsSync(join(folder, "earshot.yaml"))).toBe(false);
  },
);

test("a client and a policy are two commands", async () => {
  const folder = testFolder();
  const made = await init(folder, "cursor", "--policy", "payments");
  expect(made.code).not.toBe(0);
  expect(made.stderr).toContain("--policy goes without a client");
  expect(existsSync(join(folder, "earshot.yaml"))).toBe(false);
});
