import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { dataPaths } from "../../src/system/data-folder.ts";
import { restartedServer } from "../support/cli.ts";

test("no door makes an agent that reads like the server's own, and doctor tells of one from before", async () => {
  const server = await restartedServer();
  for (const name of ["Еarshot", "EARSHOT", "ear shot", "earsh0t", "Iiaison"]) {
    const made = await server.run("keys", "create", "--agent", name);
    expect(made.code, name).not.toBe(0);
    expect(made.stderr).toMatch(/looks like "(?:earshot|liaison)", the agent .* Choose another/);
  }
  await server.operator.createKey({ kind: "agent", name: "helper" });
  await server.stop();
  const db = new DatabaseSync(dataPaths(server.data).database);
  db.exec("update principals set name = 'EarShot' where name = 'helper'");
  db.close();
  await server.start();
  const told = await server.run("doctor");
  expect(told.stdout).toMatch(
    /failed +names +The agent "EarShot" reads like "earshot", .* halt this one: npx earshot agents halt "EarShot"/,
  );
  await server.run("agents", "halt", "EarShot");
  expect((await server.run("doctor")).stdout).toMatch(/warning +names .* It is halted/);
});
