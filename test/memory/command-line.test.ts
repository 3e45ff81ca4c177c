import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServer, type TestServer, testFolder } from "../support/cli.ts";

/* The commands that look into memory, mend it and carry it over. */

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

const memory = (...args: string[]) => server.run("memory", ...args);

test("an entry is listed, read, searched for and followed through its history", async () => {
  for (const value of ["first", "lr = 0.1\nloss \u001b[2J 0.42"]) {
    await server.agent.writeMemory({ key: "looked/at", value });
  }
  const listed = await memory("list", "looked/");
  expect(listed.stdout).toMatch(/^looked\/at {2}\d+ bytes {2}version 2 {2}.* by agent via http\n$/);
  const read = await memory("read", "looked/at");
  expect(read.code).toBe(0);
  expect(read.stdout).toContain("loss");
  expect(read.stdout).not.toContain("\u001b");
  expect((await memory("read", "looked/at", "--number", "1")).stdout).toBe("first\n");
  const asJson = await memory("read", "looked/at", "--json");
  expect(JSON.parse(asJson.stdout)).toMatchObject({ version: 2, writtenBy: { name: "agent" } });
  const found = await memory("search", "lr = 0\\.\\d", "--regex");
  expect(found.stdout).toBe("looked/at:1: lr = 0.1\n");
  const history = await memory("history", "looked/at");
  expect(history.stdout.split("\n").map((line) => line.trim().slice(0, 1))).toEqual(["2", "1", ""]);
});

test("an operator restores an earlier version of what an agent wrote", async () => {
  for (const value of ["good", "bad"]) await server.agent.writeMemory({ key: "spoilt", value });
  const restored = await memory("restore", "spoilt", "--number", "1");
  expect(restored).toMatchObject({ code: 0, stdout: "" });
  expect(restored.stderr).toContain("as version 3");
  expect(await server.agent.readMemory({ key: "spoilt" })).toMatchObject({
    value: "good",
    writtenBy: { name: "operator", via: "cli" },
  });
});

test("people write for all agents, and say so", async () => {
  const unsaid = await memory("write", "house-rules", "Be brief.");
  expect(unsaid.code).toBe(2);
  expect(unsaid.stderr).toContain("--people");
  expect((await memory("write", "--people", "house-rules", "Be brief.")).code).toBe(0);
  const at = { namespace: "people", key: "house-rules" } as const;
  expect(await server.agent.readMemory(at)).toMatchObject({ value: "Be brief." });
  expect((await memory("list", "--people")).stdout).toMatch(/^house-rules /);
  expect((await memory("delete", "--people", "house-rules")).code).toBe(0);
  await expect(server.agent.readMemory(at)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("what was exported is imported again as it was, and bad lines are skipped", async () => {
  const folder = testFolder();
  const entries = { "out/a": "one\ntwo \u0000 \u{1f600}", "out/b": "" };
  for (const [key, value] of Object.entries(entries)) {
    await server.agent.writeMemory({ key, value, run: "from" });
  }
  const exported = await memory("export", "--run", "from");
  const file = join(folder, "memory.jsonl");
  writeFileSync(file, `${exported.stdout}nonsense\n{"key":"../x","value":"y"}\n{"key":1}\nnull\n`);
  const imported = await memory("import", file, "--run", "to");
  expect(imported.code).toBe(1);
  expect(imported.stderr).toMatch(/Line 3 is skipped.*Line 4 is skipped.*Line 5.*Line 6/s);
  expect(imported.stderr).toContain("Wrote 2 entries, skipped 4 lines.");
  for (const [key, value] of Object.entries(entries)) {
    expect(await server.agent.readMemory({ key, run: "to" })).toMatchObject({ key, value });
  }
  const again = await memory("export", "--run", "to");
  const values = (text: string) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).value);
  expect(values(again.stdout)).toEqual(
    values(readFileSync(file, "utf8").split("\n").slice(0, 2).join("\n")),
  );
});

test("a key that is not there and a file that is not there are told", async () => {
  const missing = await memory("read", "nowhere");
  expect(missing).toMatchObject({ code: 1, stdout: "" });
  expect(missing.stderr).toContain("There is no entry nowhere");
  const file = await memory("import", join(testFolder(), "no-such-file"));
  expect(file.code).toBe(1);
  expect(file.stderr).toContain("cannot be read");
});
