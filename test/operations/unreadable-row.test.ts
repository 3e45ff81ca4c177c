import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { dataPaths } from "../../src/system/data-folder.ts";
import { restartedServer } from "../support/cli.ts";

test("a row that cannot be read is named, with what tells more, and is not tried again", async () => {
  const server = await restartedServer();
  const { request } = await server.agent.ask({ text: "Which one?" });
  await server.stop();
  const db = new DatabaseSync(dataPaths(server.data).database);
  db.prepare("update requests set kind = 'riddle' where id = ?").run(request.id);
  db.close();
  await server.start();
  const listed = await server.run("list");
  expect(listed).toMatchObject({ code: 1, stdout: "" });
  expect(listed.stderr).toContain(`The row of ${request.id} `);
  expect(listed.stderr).toContain("npx earshot audit verify");
  expect(listed.stderr).not.toMatch(/Trying again|nothing was stored|\.\./);
});
