import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { ASK, answered, asked, numberIn, readBody, send } from "./limit-wire.ts";
import { reportTo } from "./servers/report.ts";

/*
 * The least that a durable question costs: Node's own HTTP server, SQLite with the settings that
 * Earshot uses, one commit for all that is ready, a waiter in memory. No keys, no checks, no log, no
 * second table, no index. What Earshot adds to this is what it costs.
 *
 * It takes the same calls as Earshot, and of each answer it gives only what the bench reads.
 */
const [path = ":memory:"] = process.argv.slice(2);
const db = new DatabaseSync(path);
db.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists requests(id integer primary key, question text, answer text, at integer);
`);
const insert = db.prepare("insert into requests(id, question, at) values (?, ?, ?)");
const update = db.prepare("update requests set answer = ? where id = ? and answer is null");
const select = db.prepare("select answer from requests where id = ?");
const begin = db.prepare("begin immediate");
const commit = db.prepare("commit");

interface Operation {
  run(): void;
  done(): void;
}
let queue: Operation[] = [];
function flush(): void {
  const batch = queue;
  queue = [];
  begin.run();
  for (const operation of batch) operation.run();
  commit.run();
  for (const operation of batch) operation.done();
}
function enqueue(operation: Operation): void {
  if (queue.push(operation) === 1) setImmediate(flush);
}

const waiters = new Map<number, ServerResponse>();

const newest = db.prepare("select max(id) as id from requests").get()?.["id"];
let count = Number(newest ?? 0);
function ask(response: ServerResponse, question: string): void {
  count += 1;
  const id = count;
  enqueue({
    run: () => insert.run(id, question, Date.now()),
    done: () => send(response, 201, asked(id)),
  });
}

function answer(response: ServerResponse, id: number, text: string): void {
  let isFirst = false;
  enqueue({
    run() {
      isFirst = update.run(text, id).changes === 1;
    },
    done() {
      const body = answered(text);
      send(response, isFirst ? 200 : 409, body);
      const waiter = waiters.get(id);
      if (waiter === undefined || !isFirst) return;
      waiters.delete(id);
      send(waiter, 200, body);
    },
  });
}

function wait(response: ServerResponse, id: number): void {
  const known = select.get(id)?.["answer"];
  if (typeof known === "string") send(response, 200, answered(known));
  else waiters.set(id, response);
}

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const url = request.url ?? "";
  if (url === "/metrics") send(response, 200, `earshot_waiters ${waiters.size}\n`);
  else if (request.method === "GET") wait(response, numberIn(url));
  else if (url === ASK) readBody(request, (body) => ask(response, JSON.parse(body).text));
  else readBody(request, (body) => answer(response, numberIn(url), JSON.parse(body).answer.text));
});
server.listen(0, "127.0.0.1", () => {
  reportTo((server.address() as AddressInfo).port, () => db.close());
});
