import { describe, expect, test } from "vitest";
import { htmlMail } from "../../src/channels/email/html-mail.ts";
import { plainMail } from "../../src/channels/email/plain-mail.ts";
import { messageOf } from "../../src/channels/slack/message-blocks.ts";
import { renderContent } from "../../src/channels/telegram/render-content.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Capabilities, Content } from "../../src/ports/channels/channel.ts";
import { requestContent } from "../../src/render/contents/request-content.ts";
import { readerOf } from "../../src/render/words/reader.ts";
import { anOpenRequest } from "../../src/testing/builders.ts";

const reader = readerOf({ language: "en" });

/* No chat and no mail takes a file as an answer, so a question that asks for one is answered on the page. */

const URL = "https://earshot.example/inbox/r/1";
const NOTHING: Capabilities = {
  find: false,
  edit: false,
  buttons: false,
  forms: false,
  threads: false,
  marks: false,
  history: false,
};

const file = { format: "file", mediaTypes: ["application/pdf"] };
const row = { type: "object", properties: { file } };
const FORMS: readonly (readonly [string, JsonObject])[] = [
  ["a file", { file }],
  ["a file beside a text", { note: { type: "string" }, file }],
  ["several files", { files: { type: "array", items: file } }],
  ["a file in a group", { group: row }],
  ["a file in each row", { rows: { type: "array", items: row } }],
];

function asking(properties: JsonObject, capabilities: Capabilities): Content {
  const form = { kind: "fields", schema: { type: "object", properties } } as const;
  const request = anOpenRequest({ question: { text: "Which invoice?", form } });
  const tokens = (name: string) => `nonce.${name}`;
  return requestContent(request, { reader, tokens, url: URL, fits: () => true, capabilities })
    .content;
}

describe.each(FORMS)("a question for %s", (_, properties) => {
  test("leads from Slack to the page, with nothing to press or fill in", () => {
    const can = { ...NOTHING, buttons: true, forms: true, threads: true };
    const { blocks } = messageOf(asking(properties, can));
    expect(blocks.filter(({ type }) => type === "actions" || type === "input")).toEqual([]);
    const text = JSON.stringify(blocks);
    expect(text).not.toContain("nonce.");
    expect(text).not.toContain('"button"');
    expect(text).toContain(`<${URL}|Answer on the page>`);
  });

  test("leads from Telegram to the page, with nothing to press", () => {
    const { text, entities, keyboard } = renderContent(
      asking(properties, { ...NOTHING, buttons: true, threads: true }),
    );
    expect(keyboard).toEqual([]);
    expect(text).toContain("Answer on the page");
    expect(JSON.stringify([text, entities])).toContain(URL);
  });

  test("leads from a mail to the page, and asks for no reply", () => {
    const content = asking(properties, { ...NOTHING, threads: true });
    expect(plainMail(content, true)).toContain(`Answer on the page: ${URL}`);
    expect(htmlMail(content, true)).toContain(URL);
    for (const mail of [plainMail(content, true), htmlMail(content, true)]) {
      expect(mail).not.toMatch(/reply/i);
    }
  });
});
