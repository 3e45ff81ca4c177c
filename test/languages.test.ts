import { afterAll, beforeAll, expect, test } from "vitest";
import { plainMail } from "../src/channels/email/plain-mail.ts";
import { messageOf } from "../src/channels/slack/message-blocks.ts";
import { modalOf } from "../src/channels/slack/modal.ts";
import { renderContent } from "../src/channels/telegram/render-content.ts";
import { LEVELS } from "../src/domain/authority/action.ts";
import type { EvidenceView } from "../src/domain/evidence/evidence-view.ts";
import type { RequestId } from "../src/domain/id.ts";
import type { Form } from "../src/domain/requests/question.ts";
import type { ShownRequest } from "../src/domain/requests/request.ts";
import type { Capabilities, Content } from "../src/ports/channels/channel.ts";
import { contents } from "../src/render/contents/contents.ts";
import { earshot, openServer, type TestServer } from "./support/cli.ts";
import { HIGH_TOOL, MEDIUM_TOOL } from "./support/house.ts";

/* What a person reads in Japanese has no English left in it: a run of Latin letters is a name or code. */

let server: TestServer;
const shown: { readonly request: ShownRequest; readonly evidence: readonly EvidenceView[] }[] = [];

const OPTIONS = [{ label: "東京" }, { label: "京都" }];
const properties = {
  day: { type: "string", format: "date", title: "日付" },
  sure: { type: "boolean", title: "確実" },
  place: { enum: ["東", "西"], title: "場所" },
};
const FORMS: readonly Form[] = [
  { kind: "text" },
  { kind: "choice", options: OPTIONS },
  { kind: "choice", options: OPTIONS, allowText: true },
  { kind: "choices", options: OPTIONS },
  { kind: "fields", schema: { type: "object", properties } },
];

beforeAll(async () => {
  server = await openServer();
  const { agent, operator } = server;
  const ask = async (form: Form, more = {}) =>
    (
      await agent.ask(
        Object.assign({ text: `質問${shown.length}`, form, joinKey: crypto.randomUUID() }, more),
      )
    ).request.id;
  const seek = async (tool: string, more = {}) =>
    (
      await agent.authorize(
        Object.assign({ tool, args: { 量: crypto.randomUUID() }, reason: "家賃です。" }, more),
      )
    ).request.id;
  const ids: RequestId[] = [];
  for (const form of FORMS) ids.push(await ask(form, { context: "背景です。" }));
  const attachment = { kind: "attachment", name: "メモ", content: { text: "月曜日" } } as const;
  ids.push(await ask({ kind: "text" }, { evidence: [attachment] }));
  ids.push(await seek(MEDIUM_TOOL), await seek(HIGH_TOOL));
  ids.push(await seek(MEDIUM_TOOL, { evidence: [attachment] }));
  const [askedBack, rejected, answered, cancelled] = [
    await seek(MEDIUM_TOOL),
    await seek(MEDIUM_TOOL),
    await ask({ kind: "text" }),
    await ask({ kind: "text" }),
  ] as const;
  await operator.askBack({ id: askedBack, text: "なぜ？" });
  await operator.reject({ id: rejected, reason: "高すぎます。" });
  await operator.answer({ id: answered, answer: { text: "はい" } });
  await agent.cancel({ id: cancelled });
  for (const id of [...ids, askedBack, rejected, answered, cancelled]) {
    const { request } = await operator.show({ id });
    const { items } = await operator.showEvidence({ id, language: "ja" });
    shown.push({ request, evidence: items });
  }
});
afterAll(() => server.close());

/** Names, codes, commands and what agents and people wrote. */
const ALLOWED = [
  /\b(?:req|prn|pol|key|evt|adr|cnt)_[0-9a-z]+/g,
  /sha256:[0-9a-f…]+/g,
  /[0-9a-f]{8}-[0-9a-f-]{27}/g,
  /https?:\/\/\S+/g,
  /npx earshot(?: [a-z-]+)*|--[a-z]+/g,
  // The schema of a form, as its agent gave it.
  /\{"type".*\}/g,
  /\b[a-z]+(?:[._][a-z]+)+\b/g,
  /\b(?:LOW|MEDIUM|HIGH|CRITICAL|JSON|UTC|JST|Earshot)\b/g,
  /\b(?:agent|operator|cli|http|console|default|earshot|deploy|text\/plain)\b/g,
];

function english(text: string): readonly string[] {
  const left = ALLOWED.reduce((rest, one) => rest.replace(one, " "), text);
  return left.match(/[A-Za-z]{3,}(?: [A-Za-z]+)*/g) ?? [];
}

const BASE = { find: true, edit: true, threads: true, marks: true, history: true } as const;
const CHANNELS: Readonly<Record<string, Capabilities>> = {
  slack: { ...BASE, buttons: true, forms: true, words: "forms", undo: true },
  telegram: { ...BASE, buttons: true, forms: false, words: "prompts", undo: true },
  email: { ...BASE, buttons: false, forms: false, words: "replies" },
};

function post(one: (typeof shown)[number], request: ShownRequest, channel: string): Content {
  return contents.request(request, {
    language: "ja",
    timeZone: "Asia/Tokyo",
    tokens: (name) => `0.${name}`,
    url: "https://earshot.example/r/1",
    fits: () => true,
    capabilities: CHANNELS[channel] as Capabilities,
    evidence: one.evidence,
    mode: "full",
    isResent: true,
    isUnheard: true,
    waitedMs: 90_000_000,
  }).content;
}

/** What people read of it there. */
function textOf(content: Content, channel: string): string {
  if (channel === "telegram") return [renderContent(content).text, ...labelsOf(content)].join("\n");
  if (channel === "email") return plainMail(content, true);
  const forms = content.controls.flatMap((one) => (one.kind === "form" ? [one] : []));
  const views = forms.map((one) => modalOf(one, { chatId: "C1" }).view);
  return [messageOf(content), ...views].flatMap((one) => textsIn(one)).join("\n");
}

function labelsOf({ controls }: Content): readonly string[] {
  return controls.map((one) => (one.kind === "reply" ? one.hint : one.label));
}

/** Texts of Slack's blocks, without their kinds, tokens and the form that travels in them. */
function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "text" && typeof inner === "string" ? [inner] : textsIn(inner),
  );
}

/** As each level would be shown. */
function atEachLevel(request: ShownRequest): readonly ShownRequest[] {
  if (request.kind === "question") return [request];
  return LEVELS.map((level) => {
    const { authorization } = request;
    const demand = Object.assign({}, authorization.demand, { level });
    return Object.assign({}, request, {
      authorization: Object.assign({}, authorization, { demand }),
    });
  });
}

test.each(Object.keys(CHANNELS))("on %s no English is left in what is posted", (channel) => {
  const texts = shown.flatMap((one) =>
    atEachLevel(one.request).map((request) => textOf(post(one, request, channel), channel)),
  );
  expect([...new Set(texts.flatMap(english))]).toEqual([]);
});

test("what a person is asked for beside a decision is asked without English", () => {
  const hints = shown.flatMap(({ request }) =>
    ["wr", "wo", "wq", "wt"].flatMap((name) => {
      const meaning = contents.meaning(name, request);
      return meaning?.kind === "words" ? [meaning.hint?.("ja") ?? ""] : [];
    }),
  );
  expect(hints.length).toBeGreaterThan(0);
  expect(hints.flatMap(english)).toEqual([]);
});

test("at a terminal no English is left in the list and in what is shown of each", async () => {
  const env = { EARSHOT_LANGUAGE: "ja" };
  const run = async (...args: string[]) =>
    (await earshot([...args, "--data", server.data], { env })).stdout.replaceAll(server.data, "");
  const texts = [await run("list"), await run("list", "--all")];
  for (const { request } of shown) texts.push(await run("show", request.id));
  expect([...new Set(texts.flatMap(english))]).toEqual([]);
});
