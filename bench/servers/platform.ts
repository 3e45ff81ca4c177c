import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readBody, send } from "../limit-wire.ts";
import type { PlatformState } from "../platform.ts";
import { reportTo } from "./report.ts";

/*
 * A platform that answers each call in 1 ms and limits nobody. It remembers what was posted twice and
 * what came to a chat behind something later: texts carry a number that grows, as `#17`.
 */
const ANSWERS_AFTER_MS = 1;

let keys = new Set<string>();
let newest = new Map<string, number>();
let state: PlatformState = { posts: 0, edits: 0, twice: 0, disordered: 0, lastMs: 0 };
let count = 0;

function reset(): void {
  keys = new Set();
  newest = new Map();
  state = { posts: 0, edits: 0, twice: 0, disordered: 0, lastMs: 0 };
}

function taken(body: string): void {
  const { key, chatId } = JSON.parse(body) as { readonly key: string; readonly chatId: string };
  const number = Number(/#(\d+)/.exec(body)?.[1]);
  const isTwice = keys.has(key);
  const isLate = number <= (newest.get(chatId) ?? -1);
  keys.add(key);
  newest.set(chatId, number);
  state = {
    ...state,
    posts: state.posts + 1,
    twice: state.twice + (isTwice ? 1 : 0),
    disordered: state.disordered + (isLate ? 1 : 0),
    lastMs: now(),
  };
}

const now = () => performance.timeOrigin + performance.now();
const soon = (response: ServerResponse, body: string) =>
  void setTimeout(() => send(response, 200, body), ANSWERS_AFTER_MS);

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  if (request.url === "/state") {
    const shown = JSON.stringify(state);
    if (request.method === "DELETE") reset();
    send(response, 200, shown);
    return;
  }
  readBody(request, (body) => {
    if (request.url === "/edit") state = { ...state, edits: state.edits + 1, lastMs: now() };
    else taken(body);
    count += 1;
    soon(response, `{"id":"m${count}"}`);
  });
});
server.listen(0, "127.0.0.1", () => {
  reportTo((server.address() as AddressInfo).port, () => void server.close());
});
