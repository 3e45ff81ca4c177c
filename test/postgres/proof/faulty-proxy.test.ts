import pg from "pg";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { type FaultyProxy, startFaultyProxy } from "../../support/faulty-proxy.ts";
import { newDatabase, queryServer, testServerUrl } from "../../support/postgres.ts";

let proxy: FaultyProxy;

async function connectThrough(): Promise<pg.Client> {
  const database = await newDatabase();
  onTestFinished(() => database.drop());
  await queryServer(database.url, "create table notes (text text)");
  proxy = await startFaultyProxy(await testServerUrl());
  const client = await connectAgain(database.url);
  Object.assign(client, { direct: database.url });
  return client;
}

async function connectAgain(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: proxy.urlFor(url),
    application_name: "a test",
  });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => void client.end().catch(() => {}));
  return client;
}

function directOf(client: pg.Client): string {
  return (client as unknown as { direct: string }).direct;
}

async function notesOf(client: pg.Client): Promise<unknown[]> {
  const rows = await queryServer<{ text: string }>(directOf(client), "select text from notes");
  return rows.map(({ text }) => text);
}

const INSERT = { name: "insert", text: "insert into notes values ($1)" };

afterEach(() => proxy.close());

describe("the faulty proxy", () => {
  test("passes everything, long rows and errors too", async () => {
    const client = await connectThrough();
    const { rows } = await client.query("select repeat('x', 3000000) as text, $1::text as own", [
      "y",
    ]);
    expect(rows[0].text).toHaveLength(3_000_000);
    await expect(client.query("select nothing")).rejects.toThrow(/nothing/);
    expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  test("cuts after the commit: it is done, and its client does not know", async () => {
    const client = await connectThrough();
    await client.query({ ...INSERT, values: ["before"] });
    proxy.decide(({ text }) => (text.startsWith("insert") ? "cut_after" : "pass"));
    // A statement that was prepared earlier is known by its text still.
    await expect(client.query({ ...INSERT, values: ["lost"] })).rejects.toThrow(/terminated|RESET/);
    expect(await notesOf(client)).toEqual(["before", "lost"]);
    expect(proxy.done).toMatchObject({ cutAfter: 1, cutBefore: 0 });
  });

  test("cuts before the server gets a statement: nothing is done", async () => {
    const client = await connectThrough();
    proxy.decide(({ text }) => (text.startsWith("insert") ? "cut_before" : "pass"));
    await client.query("select 1");
    await expect(client.query({ ...INSERT, values: ["lost"] })).rejects.toThrow();
    expect(await notesOf(client)).toEqual([]);
  });

  test("holds a reply back while the server has done all of it", async () => {
    const client = await connectThrough();
    proxy.decide(() => 3_000);
    let isReplied = false;
    const replied = client.query({ ...INSERT, values: ["slow"] }).then(() => {
      isReplied = true;
    });
    await expect.poll(() => notesOf(client)).toEqual(["slow"]);
    expect(isReplied).toBe(false);
    await replied;
    expect(proxy.done.delayed).toBe(1);
  });

  test("knows what a connection is for", async () => {
    const client = await connectThrough();
    const seen: string[] = [];
    proxy.decide(({ application, text }) => {
      seen.push(`${application}: ${text}`);
      return "pass";
    });
    await client.query("select 2");
    await client.query("select $1::int", [3]);
    expect(seen).toEqual(["a test: select 2", "a test: select $1::int"]);
  });

  test("freezes without ending anything", async () => {
    const client = await connectThrough();
    proxy.freeze();
    const replied = client.query("select 4 as four");
    const first = await Promise.race([
      replied,
      new Promise((done) => setTimeout(done, 50, "still")),
    ]);
    expect(first).toBe("still");
    proxy.thaw();
    expect((await replied).rows).toEqual([{ four: 4 }]);
  });

  test("refuses, and admits again", async () => {
    const client = await connectThrough();
    proxy.refuse();
    await expect(client.query("select 1")).rejects.toThrow();
    await expect(connectAgain(directOf(client))).rejects.toThrow();
    proxy.admit();
    expect((await (await connectAgain(directOf(client))).query("select 5 as n")).rows).toEqual([
      { n: 5 },
    ]);
  });

  test("loses notices, and only those", async () => {
    const client = await connectThrough();
    const heard: (string | undefined)[] = [];
    client.on("notification", ({ payload }) => void heard.push(payload));
    await client.query("listen news");
    proxy.loseNotices(true);
    await client.query("notify news, 'lost'");
    expect((await client.query("select 6 as n")).rows).toEqual([{ n: 6 }]);
    proxy.loseNotices(false);
    await client.query("notify news, 'kept'");
    await client.query("select 1");
    expect(heard).toEqual(["kept"]);
    expect(proxy.done.lostNotices).toBe(1);
  });
});
