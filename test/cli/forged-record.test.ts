import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { dataPaths } from "../../src/system/data-folder.ts";
import { restartedServer, testFolder } from "../support/cli.ts";

/* A stopped store in which somebody has changed what people have said and decided. */

test("what was changed in a stopped store is named, with and without its server, and not shown", async () => {
  const server = await restartedServer();
  const { request: asked } = await server.agent.ask({ text: "May I delete it?" });
  await server.operator.answer({ id: asked.id, answer: { text: "No." } });
  const { request: sought } = await server.agent.authorize({
    tool: "send_mail",
    args: { to: "ana@example.org" },
    reason: "They asked.",
  });
  await server.stop();
  expect(await server.run("audit", "verify")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^intact: \d+ events, .*\ncompared: \d+ rows with what the log says of them\nsealed: up to event \d+ by the anchor of the folder\n$/,
    ),
  });

  const db = new DatabaseSync(dataPaths(server.data).database);
  db.prepare("update requests set answer = ? where id = ?").run('{"text":"Yes."}', asked.id);
  db.prepare("update requests set action = replace(action, 'ana', 'eve') where id = ?").run(
    sought.id,
  );
  db.exec("update principals set role = 'viewer' where kind = 'person'");
  db.close();
  const named = [
    /^BROKEN: the record is not what the log says; the log itself holds: \d+ events/,
    new RegExp(`the answer of request ${asked.id} is not what event \\d+ says`),
    new RegExp(`the action of request ${sought.id} is not what event \\d+ says`),
    /the role of principal prn_\w+ is not what event \d+ says/,
  ];
  const offline = await server.run("audit", "verify");
  expect(offline.code).toBe(1);
  for (const line of named) expect(offline.stdout).toMatch(line);
  const anchored = await server.run("audit", "verify", "--anchor", "--json");
  const { logs } = JSON.parse(anchored.stdout);
  expect(logs[0].record.faults).toContainEqual(
    expect.objectContaining({ kind: "request", id: asked.id, fact: "answer" }),
  );

  await server.start();
  const online = await server.run("audit", "verify");
  expect(online.code).toBe(1);
  for (const line of named) expect(online.stdout).toMatch(line);
  const doctor = await server.run("doctor");
  expect(doctor.stdout).toMatch(
    /failed +log +Broken: .*, and \d+ more\. See all: npx earshot audit verify/,
  );
  const shown = await server.run("show", sought.id);
  expect(shown).toMatchObject({ code: 1, stdout: "" });
  expect(shown.stderr).toMatch(/RECORD_CHANGED|does not match its digest/);
  expect(shown.stderr + shown.stdout).not.toContain("eve@example.org");
});

test("content that is lost is told from content that was erased", async () => {
  const server = await restartedServer();
  const ask = async (text: string) => {
    const evidence = [{ kind: "attachment", name: "a.txt", content: { text } } as const];
    const { id } = (await server.agent.ask({ text: "Is it right?", evidence })).request;
    await server.operator.answer({ id, answer: { text: "Yes." } });
    return id;
  };
  const [erased, lost, altered] = [await ask("one"), await ask("two"), await ask("three")];
  await server.operator.erase({ id: erased });
  const whole = await server.run("audit", "verify");
  expect(whole).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("of 1 the content is erased, as the log says"),
  });
  await server.stop();
  const db = new DatabaseSync(dataPaths(server.data).database);
  db.prepare("delete from contents where owner = ?").run(lost);
  db.prepare("update contents set text = 'other' where owner = ?").run(altered);
  db.close();
  const { code, stdout } = await server.run("audit", "verify");
  expect(code).toBe(1);
  expect(stdout).toMatch(
    new RegExp(`the content sha256:\\w{64} of request ${lost} is lost: no event has erased it`),
  );
  expect(stdout).toMatch(
    new RegExp(`the content sha256:\\w{64} of request ${altered} is altered: its bytes`),
  );
  expect(stdout).not.toContain(erased);
  expect(stdout).toContain("of 1 the content is erased, as the log says");
});

test("a server whose log was cut says so as it starts", async () => {
  const server = await restartedServer();
  await server.agent.tell({ text: "One." });
  await server.stop();
  const { database, anchor } = dataPaths(server.data);
  const folder = testFolder();
  copyFileSync(anchor, join(folder, "anchor"));
  const db = new DatabaseSync(database);
  db.exec("delete from checkpoints; delete from events where seq > 3");
  db.close();
  await server.start();
  expect(server.stderr()).toMatch(
    /The log of default ends at event \d+, and was sealed up to \d+: it was cut/,
  );
  expect(readFileSync(anchor, "utf8")).toContain(readFileSync(join(folder, "anchor"), "utf8"));
});
