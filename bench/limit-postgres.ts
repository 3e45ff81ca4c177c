import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "pg";
import { ASK, answered, asked, numberIn, readBody, send } from "./limit-wire.ts";
import { reportTo } from "./servers/report.ts";

/*
 * The least that a durable question can cost over PostgreSQL: Node's own HTTP server, one statement
 * and one notification for everything that is ready, and a waiter in memory that only the
 * notification wakes. It has no keys, checks, log, second table or index.
 */
const [, url = ""] = process.argv.slice(2);
const writer = new Client({ connectionString: url });
const reader = new Client({ connectionString: url });
const listener = new Client({ connectionString: url });
await Promise.all([writer, reader, listener].map((client) => client.connect()));
await writer.query(`create table if not exists requests(
  id bigint primary key, question text not null, answer text, at bigint not null)`);

const COMMIT = {
  name: "commit",
  text: `with asked as (
      insert into requests(id, question, at)
        select * from unnest($1::bigint[], $2::text[], $3::bigint[]) returning id),
    answered as (
      update requests set answer = given.answer
        from unnest($4::bigint[], $5::text[]) as given(id, answer)
        where requests.id = given.id and requests.answer is null returning requests.id),
    told as (
      select pg_notify('answered', string_agg(id::text, ',')) from answered having count(*) > 0)
    select id from answered, (select count(*) from told) as once`,
};
const FIND = { name: "find", text: "select id, answer from requests where id = any($1::bigint[])" };

interface Ask {
  readonly id: number;
  readonly question: string;
  readonly response: ServerResponse;
}
interface Answer {
  readonly id: number;
  readonly text: string;
  readonly response: ServerResponse;
}
let asks: Ask[] = [];
let answers: Answer[] = [];
let isRunning = false;

/** Calls that arrive while one statement runs form the next. */
async function flush(): Promise<void> {
  while (asks.length + answers.length > 0) {
    const [made, given] = [asks, answers];
    [asks, answers] = [[], []];
    const now = Date.now();
    const { rows } = await writer.query<{ id: string }>({
      ...COMMIT,
      values: [
        made.map(({ id }) => id),
        made.map(({ question }) => question),
        made.map(() => now),
        given.map(({ id }) => id),
        given.map(({ text }) => text),
      ],
    });
    const first = new Set(rows.map(({ id }) => Number(id)));
    for (const { id, response } of made) send(response, 201, asked(id));
    for (const { id, text, response } of given) {
      send(response, first.has(id) ? 200 : 409, answered(text));
    }
  }
  isRunning = false;
}

function run(): void {
  if (isRunning) return;
  isRunning = true;
  setImmediate(() => void flush());
}

const waiters = new Map<number, ServerResponse>();

let wanted = new Set<number>();
let isReading = false;

/** Requests that are wanted while one read runs form the next. */
async function readWanted(): Promise<void> {
  while (wanted.size > 0) {
    const ids = [...wanted];
    wanted = new Set();
    const { rows } = await reader.query<{ id: string; answer: string | null }>({
      ...FIND,
      values: [ids],
    });
    for (const { id, answer } of rows) {
      const waiter = waiters.get(Number(id));
      if (waiter === undefined || answer === null) continue;
      waiters.delete(Number(id));
      send(waiter, 200, answered(answer));
    }
  }
  isReading = false;
}

function wake(id: number): void {
  wanted.add(id);
  if (isReading) return;
  isReading = true;
  setImmediate(() => void readWanted());
}

listener.on("notification", ({ payload = "" }) => {
  for (const id of payload.split(",").map(Number)) if (waiters.has(id)) wake(id);
});
await listener.query("listen answered");

const newest = await reader.query<{ id: string | null }>("select max(id) as id from requests");
let count = Number(newest.rows[0]?.id ?? 0);

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const path = request.url ?? "";
  if (path === "/metrics") send(response, 200, `earshot_waiters ${waiters.size}\n`);
  else if (request.method === "GET") {
    const id = numberIn(path);
    // Attached before the read, so that no answer in between is missed.
    waiters.set(id, response);
    wake(id);
  } else if (path === ASK) {
    readBody(request, (body) => {
      count += 1;
      asks.push({ id: count, question: JSON.parse(body).text, response });
      run();
    });
  } else {
    readBody(request, (body) => {
      answers.push({ id: numberIn(path), text: JSON.parse(body).answer.text, response });
      run();
    });
  }
});
server.listen(0, "127.0.0.1", () => {
  const end = async () => void (await Promise.all([writer.end(), reader.end(), listener.end()]));
  reportTo((server.address() as AddressInfo).port, end);
});
