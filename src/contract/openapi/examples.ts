import { HOUR_MS } from "../../domain/time.ts";
import type { OperationName } from "../routes.ts";

/* Examples of what goes over the wire, for those who read the interface. They fit its schemas. */

interface Example {
  readonly input: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
}

/** An id with this prefix that names nothing. */
export const idLike = (prefix: string) => `${prefix}_01hf3k5m7n9p1q3r5s7t9v1w3x`;

const WORKSPACE = idLike("wsp");
const AGENT = idLike("prn");
const REQUEST = idLike("req");
const ASKED = {
  id: REQUEST,
  workspace: WORKSPACE,
  kind: "question",
  status: "open",
  agent: AGENT,
  agentName: "builder",
  conversation: idLike("cnv"),
  to: [],
  question: {
    text: "Which database should I use?",
    form: { kind: "choice", options: [{ label: "staging" }, { label: "production" }] },
  },
  salt: "c2FsdA",
  createdAt: "2026-11-21T09:30:00.000Z",
  version: 1,
};
const ANSWERED = {
  ...ASKED,
  status: "answered",
  closedAt: "2026-11-21T09:31:00.000Z",
  closedBy: { principal: idLike("prn"), name: "ana", via: "inbox" },
  answer: { choice: "staging" },
  version: 2,
};
const MESSAGE = {
  id: idLike("msg"),
  workspace: WORKSPACE,
  conversation: idLike("cnv"),
  from: { principal: AGENT, name: "builder", via: "api" },
  text: "The migration has begun.",
  salt: "c2FsdA",
  createdAt: "2026-11-21T09:30:00.000Z",
};
const PAYMENT = { tool: "pay", args: { to: "ana", amount: 90 } };
const DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

export const EXAMPLES: Partial<Readonly<Record<OperationName, Example>>> = {
  ask: {
    input: {
      text: "Which database should I use?",
      form: { kind: "choice", options: ["staging", "production"] },
      holdMs: 20_000,
    },
    output: { outcome: "pending", request: ASKED },
  },
  list: { input: { status: "open", limit: 20 }, output: { items: [ASKED] } },
  wait: {
    input: { id: REQUEST, holdMs: 20_000 },
    output: { outcome: "answered", request: ANSWERED },
  },
  waitMany: {
    input: { ids: REQUEST, until: "any", holdMs: 20_000 },
    output: { outcome: "settled", requests: [{ outcome: "answered", request: ANSWERED }] },
  },
  answer: { input: { id: REQUEST, answer: { choice: "staging" } }, output: ANSWERED },
  cancel: { input: { id: REQUEST, reason: "It is decided." } },
  authorize: { input: { ...PAYMENT, reason: "The invoice is due.", holdMs: 20_000 } },
  approve: { input: { id: REQUEST, digest: DIGEST } },
  previewEdit: { input: { id: REQUEST, args: { to: "ana", amount: 80 } } },
  reject: { input: { id: REQUEST, reason: "It was paid yesterday." } },
  respond: { input: { id: REQUEST, text: "Ana was paid yesterday; the receipt is 4711." } },
  askBack: { input: { id: REQUEST, text: "Which invoice is it for?" } },
  answerBack: { input: { id: REQUEST, text: "Invoice 4711 of 3 November." } },
  revoke: { input: { id: REQUEST, reason: "The amount is wrong." } },
  redeem: { input: { request: REQUEST, ...PAYMENT } },
  permit: { input: { scope: "target", like: REQUEST, forMs: HOUR_MS } },
  mailbox: { input: { limit: 20 }, output: { items: [ANSWERED], unread: 1 } },
  acknowledge: { input: { ids: [REQUEST] }, output: { acknowledged: 1 } },
  tell: { input: { text: MESSAGE.text }, output: MESSAGE },
  send: { input: { channel: "slack", chatId: "ana", text: MESSAGE.text } },
  setSubscription: { input: { url: "https://agent.example.com/closed" } },
  startSession: { input: { agent: "builder", text: "Move the users to the new table." } },
  writeMemory: { input: { key: "deploys/order", value: "The API goes before the page." } },
  readMemory: { input: { key: "deploys/order" } },
  searchMemory: { input: { pattern: "deploy" } },
  beginConversation: { input: { initial_message: "I need a page that shows our prices." } },
  continueConversation: { input: { conversation_id: idLike("cnv"), message: "In euros." } },
  taskCompleted: {
    input: { conversation_id: idLike("cnv"), task_result: "The page is at /prices." },
  },
  applyPolicy: { input: { source: { version: 1, rules: [] } } },
  createKey: { input: { kind: "agent", name: "builder" } },
};
