import { fileURLToPath } from "node:url";
import { createPush } from "../../../src/channels/push/create-push.ts";
import { createClient, type EarshotClient } from "../../../src/client/index.ts";
import type { JsonObject } from "../../../src/domain/json.ts";
import type { Form } from "../../../src/domain/requests/question.ts";
import type {
  AuthorizationRequest,
  QuestionRequest,
} from "../../../src/domain/requests/request.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/domain/time.ts";
import { toTimestamp } from "../../../src/domain/timestamp.ts";
import type { AuthorizeInput } from "../../../src/ports/earshot/authority.ts";
import type { AskInput } from "../../../src/ports/earshot/requests.ts";
import { createFakeClock, type FakeClock } from "../../../src/testing/fake-clock.ts";
import { ownKey } from "../../support/own-key.ts";
import { startTwoWorkspaces } from "../../support/server.ts";
import { talkedOver } from "./talk.ts";

/*
 * Two working weeks of a small company, always the same ones: the clock is the record's own, so that
 * what is asked, by whom and when does not change from run to run. Digests and ids do.
 */

const BEGIN = Date.UTC(2026, 10, 16, 8);
const PAGE = fileURLToPath(new URL("../../../dist/inbox", import.meta.url));

const POLICY: JsonObject = {
  version: 1,
  rules: [
    { name: "reading", tools: ["read_*", "search_*"], level: "LOW" },
    {
      name: "spending",
      tools: ["pay_invoice", "refund"],
      level: "HIGH",
      edits: { narrow: { "/amount": "lower, at least 1" } },
    },
    { name: "two have to agree", tools: ["deploy"], level: "MEDIUM", quorum: 2 },
    { name: "never at night", tools: ["drop_table"], decision: "deny" },
    { name: "the database", tools: ["run_migration"], level: "CRITICAL" },
  ],
};

export interface Pictured {
  readonly url: string;
  readonly clock: FakeClock;
  /** Of an owner, and of somebody who decides what the agents want. */
  readonly keys: { readonly owner: string; readonly approver: string };
  /** Requests and other things by the names of the pictures that show them. */
  readonly ids: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

interface Agents {
  readonly billing: EarshotClient;
  readonly deploys: EarshotClient;
  readonly research: EarshotClient;
}

interface Cast extends Agents {
  readonly clock: FakeClock;
  readonly owner: EarshotClient;
  readonly ana: EarshotClient;
  readonly ben: EarshotClient;
}

export async function picturedRecord(): Promise<Pictured> {
  const clock = createFakeClock(BEGIN);
  const contact = "https://earshot.example";
  const push = createPush({ hosts: [], contact, now: () => clock.now() });
  const server = await startTwoWorkspaces({ clock, page: PAGE, push });
  const { url } = server;
  const as = (key: string) => createClient({ url, key });
  const onPage = (key: string) => createClient({ url, key, via: "inbox" });
  const founder = as(server.home.owner.secret);
  const person = (name: string, role: "owner" | "approver") =>
    ownKey(founder, { kind: "person", name, role });
  const carla = await person("carla", "owner");
  const ana = await person("ana", "approver");
  const ben = await person("ben", "approver");
  const owner = as(carla.secret);
  const agent = async (name: string) => as((await owner.createKey({ kind: "agent", name })).secret);
  await owner.applyPolicy({ source: POLICY });
  const cast: Cast = {
    clock,
    owner,
    ana: onPage(ana.secret),
    ben: onPage(ben.secret),
    billing: await agent("billing"),
    deploys: await agent("deploys"),
    research: await agent("research"),
  };
  await history(cast);
  const ids = { ...(await aside(cast)), ...(await today(cast)) };
  return {
    url,
    clock,
    keys: { owner: carla.secret, approver: ana.secret },
    ids,
    close: () => server.close(),
  };
}

const ask = async (agent: EarshotClient, input: AskInput) =>
  (await agent.ask(input)).request as QuestionRequest;
const seek = async (agent: EarshotClient, input: AuthorizeInput) =>
  (await agent.authorize(input)).request as AuthorizationRequest;

const PAYEES = ["Hetzner Online", "Notion Labs", "Deutsche Post", "Steuerbüro Lenz", "Figma"];
const PLACES = ["staging", "production", "the preview"];

/** Eight working days, in which people answer as they do: most of it soon, some of it late. */
async function history({ clock, billing, deploys, research, ana, ben, owner }: Cast) {
  let turn = 0;
  for (let day = 0; day < 10; day++) {
    if (day === 5 || day === 6) {
      await clock.advance(DAY_MS);
      continue;
    }
    for (let hour = 0; hour < 8; hour++) {
      turn += 1;
      const by = turn % 3 === 0 ? ben : ana;
      await oneHour(turn, by);
      await clock.advance(HOUR_MS - 6 * MINUTE_MS);
    }
    await clock.advance(16 * HOUR_MS);
  }
  await owner.sealLog();

  async function oneHour(count: number, by: EarshotClient): Promise<void> {
    const place = PLACES[count % PLACES.length];
    const question = await ask(deploys, {
      text: `Ship 1.${count} to ${place}?`,
      form: { kind: "choice", options: [{ label: "Ship it" }, { label: "Wait" }] },
    });
    const reading = await seek(research, {
      tool: "read_report",
      args: { path: `/reports/2026-10-${10 + (count % 20)}.pdf` },
      reason: "To compare the quarters.",
    });
    const waitMs = ((count * 37) % 90) * 2_000;
    await clock.advance(waitMs);
    await by.noteSeen({ id: question.id });
    await by.noteSeen({ id: reading.id });
    await clock.advance(1_500 + ((count * 13) % 40) * 500);
    await by.answer({
      id: question.id,
      answer: { choice: count % 4 === 0 ? "Wait" : "Ship it" },
    });
    const { digest } = reading.authorization;
    if (count % 9 === 0) await by.reject({ id: reading.id, reason: "Not the drafts, please." });
    else await by.approve({ id: reading.id, digest });
    if (count % 3 === 0) await paid(count);
    await clock.advance(5 * MINUTE_MS - waitMs / 2);
  }

  async function paid(count: number): Promise<void> {
    const { id, authorization } = await seek(billing, {
      tool: "pay_invoice",
      args: payment(count),
      reason: "The invoice is due this week.",
    });
    const { digest } = authorization;
    await ana.noteSeen({ id });
    await clock.advance(20_000);
    await ana.approve({ id, digest, typed: digest.slice(0, 6) }, { via: "console" });
    await billing.redeem({ request: id, tool: "pay_invoice", args: payment(count) });
  }
}

function payment(count: number): JsonObject {
  const payee = PAYEES[count % PAYEES.length] ?? "Figma";
  return {
    amount: 40 + ((count * 7) % 60),
    currency: "EUR",
    payee,
    invoice: `2026-${1040 + count}`,
  };
}

/** What stands on the other screens: conversations, sessions, permissions, saved replies. */
async function aside(cast: Cast): Promise<Record<string, string>> {
  const { research, deploys, ana, owner } = cast;
  await research.tell({
    text: "The comparison is done: **3 tables**, no gaps. I go on with the text.",
  });
  const told = await ask(research, { text: "Which of the two titles do you prefer?" });
  await cast.clock.advance(4 * MINUTE_MS);
  await ana.answer({ id: told.id, answer: { text: "The shorter one. And please no jargon." } });
  await research.tell({ text: "Thank you. The short one it is: _Where the hours went_." });
  await deploys.recordToolCall({
    tool: "list_releases",
    call: "call_1",
    argsDigest: "A".repeat(43),
  });
  await ana.setReplies({
    answers: ["Ask Jonas first.", "Not before Monday."],
    reasons: ["Not on a Friday.", "The amount is not the usual one."],
  });
  const place = { channel: "inbox", chatId: "chat", threadId: "t1" } as const;
  const session = await owner.startSession({
    agent: "research",
    text: "Compare the hours of October with those of September, and say where they went.",
    place,
  });
  const { claimed } = await research.claimSession({ host: "worker-1" });
  if (claimed !== undefined) {
    const held = { id: claimed.session.id, epoch: claimed.session.epoch };
    const call = { id: "call-1", name: "ask_operator", args: { question: "Which team first?" } };
    const reply = { kind: "reply", text: "I need to know where to begin.", calls: [call] } as const;
    await research.recordEntries({ ...held, after: claimed.session.entries, entries: [reply] });
    await research.askInSession({
      ...held,
      call: call.id,
      question: { text: "Which team first?" },
    });
  }
  return {
    conversation: told.conversation,
    session: session.id,
    agent: told.agent,
    liaison: await talkedOver(owner, cast.clock),
  };
}

const SIZES: Form = {
  kind: "choices",
  options: [
    { label: "Revenue", description: "By month and region." },
    { label: "Margin" },
    { label: "Hours" },
  ],
  max: 2,
};
const CLUSTER: Form = {
  kind: "fields",
  schema: {
    type: "object",
    required: ["region", "replicas"],
    properties: {
      region: { type: "string", enum: ["eu-central", "eu-west"], title: "Region" },
      replicas: { type: "integer", minimum: 1, maximum: 9, default: 3, title: "Replicas" },
      backup: { type: "boolean", default: true, title: "Back up every night" },
      note: { type: "string", title: "A note for the log" },
    },
  },
};
const PATCH = `--- a/limits.ts
+++ b/limits.ts
@@ -1,4 +1,4 @@
 export const LIMITS = {
-  perMinute: 60,
+  perMinute: 240,
   perDay: 10_000,
 };
`;

/** What is open now, of every form and level. */
async function today(cast: Cast): Promise<Record<string, string>> {
  const { billing, deploys, research, ana, ben, clock } = cast;
  const minutes = (count: number) => clock.advance(count * MINUTE_MS);
  const done = await ask(deploys, { text: "Is the build green?" });
  await ana.answer({ id: done.id, answer: { text: "It is." } });
  const approved = await seek(research, {
    tool: "search_archive",
    args: { words: "hours by team" },
    reason: "For the second table.",
  });
  await ana.approve({ id: approved.id, digest: approved.authorization.digest });
  await minutes(6);
  const choice = await ask(deploys, {
    text: "Which database shall the nightly report read?",
    context:
      "Both hold the same since the **last restore**:\n\n| | staging | production |\n|---|---|---|\n| rows | 2.1 M | 2.1 M |\n| load | idle | 40 % |\n\nThe report reads about `2 GB`.",
    form: {
      kind: "choice",
      options: [
        { label: "staging", description: "Fresh since this morning." },
        { label: "production", description: "Slower for people while it runs." },
      ],
      allowText: true,
    },
    default: { choice: "staging" },
  });
  const text = await ask(research, { text: "What shall the summary be called?" });
  await minutes(3);
  const choices = await ask(research, { text: "Which figures go on the first page?", form: SIZES });
  const fields = await ask(deploys, { text: "Where shall the new cluster stand?", form: CLUSTER });
  const low = await seek(research, {
    tool: "read_report",
    args: { path: "/reports/2026-11-01.pdf" },
    reason: "To compare the quarters.",
  });
  await minutes(2);
  const medium = await seek(deploys, {
    tool: "write_file",
    args: { path: "src/limits.ts", mode: "patch" },
    reason: "The importer needs **four calls a second** since the new supplier sends single lines.",
    evidence: [{ kind: "patch", name: "limits.patch", content: { text: PATCH } }],
  });
  const quorum = await seek(deploys, {
    tool: "deploy",
    args: { service: "checkout", version: "1.58.0", to: "production" },
    reason: "The release of this week, with the mended rounding of taxes.",
  });
  await ben.approve({ id: quorum.id, digest: quorum.authorization.digest });
  const high = await seek(billing, {
    tool: "pay_invoice",
    args: { amount: 14_900, currency: "EUR", payee: "Hetzner Online", invoice: "2026-1097" },
    reason: "The invoice of October is due on Friday.",
    argsSchema: {
      type: "object",
      required: ["amount", "currency", "payee", "invoice"],
      properties: {
        amount: { type: "number", minimum: 1, maximum: 20_000 },
        currency: { type: "string", enum: ["EUR"] },
        payee: { type: "string" },
        invoice: { type: "string" },
      },
    },
  });
  const critical = await seek(deploys, {
    tool: "run_migration",
    args: { database: "production", file: "0142_drop_legacy_orders.sql" },
    reason: "Nothing reads the old table since 1.52.",
  });
  const snoozed = await ask(research, { text: "Shall I write to the authors?" });
  await ana.snooze({ id: snoozed.id, until: toTimestamp(clock.now() + 3 * HOUR_MS) });
  await minutes(4);
  return {
    choice: choice.id,
    text: text.id,
    choices: choices.id,
    fields: fields.id,
    low: low.id,
    medium: medium.id,
    quorum: quorum.id,
    high: high.id,
    critical: critical.id,
    done: done.id,
    approved: approved.id,
  };
}
