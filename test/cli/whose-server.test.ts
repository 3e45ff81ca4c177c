import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { takeDataFolder } from "../../src/system/data-folder.ts";
import { testFolder, testServer } from "../support/cli.ts";
import { abandoned, called, stranger } from "./strangers.ts";

test("whoever has the port of a server that was killed is sent no key", async () => {
  const { heard, url } = await stranger();
  const data = abandoned(url);
  await expect(called(data)).rejects.toMatchObject({
    code: "UNREACHABLE",
    message: expect.stringMatching(/process 4711.* was killed.* npx earshot start/),
  });
  expect(heard).toEqual([]);
});

test("nor is it where another server has taken the folder and does not listen yet", async () => {
  const { heard, url } = await stranger();
  const data = abandoned(url);
  const taken = takeDataFolder(data);
  onTestFinished(taken.release);
  await expect(called(data)).rejects.toMatchObject({
    code: "UNREACHABLE",
    message: expect.stringContaining("does not listen yet. Call again"),
  });
  expect(heard).toEqual([]);
});

test("the copy of a folder does not speak to the server of the first", async () => {
  const { data } = await testServer();
  const copy = join(testFolder(), "copy");
  cpSync(data, copy, { recursive: true });
  await expect(called(data)).resolves.toBeDefined();
  await expect(called(copy)).rejects.toMatchObject({
    code: "UNREACHABLE",
    message: expect.stringContaining("or this folder is a copy"),
  });
});
