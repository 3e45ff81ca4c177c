import { describe, expect, test } from "vitest";
import { SURFACE_LANGUAGES } from "../../messages/message-language.ts";
import type { Capabilities, Content, Control } from "../../ports/channels/channel.ts";
import { contents } from "../../render/contents/contents.ts";
import {
  anAction,
  anAuthorization,
  anOpenAuthorization,
  anOpenRequest,
} from "../../testing/builders.ts";
import { plainMail } from "../email/plain-mail.ts";
import { packForm, unpackForm } from "../slack/form-pack.ts";
import { messageOf } from "../slack/message-blocks.ts";
import { modalOf } from "../slack/modal.ts";
import { renderContent } from "../telegram/render-content.ts";

const CAPABILITIES: Capabilities = {
  find: true,
  edit: true,
  buttons: true,
  forms: true,
  threads: true,
  marks: true,
  history: true,
};
const action = anAction({ tool: "deploy", args: { environment: "live" } });
const authorization = anOpenAuthorization({
  id: "req_01kdvdna000000000000000006",
  agentName: "scout",
  authorization: anAuthorization({ action, reason: "It is tested." }),
});
const properties = { region: { type: "string", format: "date" }, sure: { type: "boolean" } };
const question = anOpenRequest({
  agentName: "scout",
  question: {
    text: "When?",
    form: { kind: "fields", schema: { type: "object", properties }, allowText: true },
  },
});
const several = anOpenRequest({
  agentName: "scout",
  question: {
    text: "Which?",
    form: { kind: "choices", options: [{ label: "a" }, { label: "b" }] },
  },
});

function posted(request: Parameters<typeof contents.request>[0], language: string): Content {
  return contents.request(request, {
    language,
    timeZone: "Europe/Berlin",
    tokens: (name) => `t.${name}`,
    url: "https://earshot.example/r/1",
    fits: () => true,
    capabilities: CAPABILITIES,
    mode: "full",
    isResent: true,
    isUnheard: true,
    waitedMs: 90_000_000,
  }).content;
}

function formIn({ controls }: Content): Extract<Control, { kind: "form" }> {
  const form = controls.find((control) => control.kind === "form");
  if (form === undefined) throw new Error("There is no form.");
  return form;
}

describe.each(SURFACE_LANGUAGES)("in %s", (language) => {
  test.each([
    ["an authorization", authorization],
    ["a form", question],
    ["several options", several],
  ])("%s has room on Slack and Telegram, whole, with each button's label", (_, request) => {
    const content = posted(request, language);
    expect(messageOf(content).isWhole).toBe(true);
    expect(renderContent({ ...content, controls: content.controls.filter(isNoForm) }).isWhole).toBe(
      true,
    );
  });

  test("a form opens in the language of its post, whoever hears the press", () => {
    const { token, form } = formIn(posted(question, language));
    const unpacked = unpackForm(packForm({ token, form }));
    expect(unpacked).toEqual({ token, form });
    const { view, isWhole } = modalOf({ token, form }, { chatId: "C1" });
    expect(isWhole).toBe(true);
    expect(JSON.stringify(view["submit"])).toContain(SEND[language]);
  });
});

const SEND = { en: "Send", de: "Senden", es: "Enviar", fr: "Envoyer", ja: "送信" } as const;

function isNoForm({ kind }: Control): boolean {
  return kind !== "form";
}

test("what mails say is said in the language of the reader", () => {
  const mails = SURFACE_LANGUAGES.map((language) => {
    const mail = plainMail(posted(authorization, language), true).split("\n");
    return [mail[0], ...mail.slice(-4)];
  });
  expect(mails).toMatchInlineSnapshot(`
    [
      [
        "MEDIUM authorization wanted by scout",
        "Open the page: https://earshot.example/r/1",
        "",
        "Decide it on the page: https://earshot.example/r/1",
        "",
      ],
      [
        "scout bittet um eine Genehmigung, Stufe MEDIUM",
        "Seite öffnen: https://earshot.example/r/1",
        "",
        "Entscheiden Sie auf der Seite: https://earshot.example/r/1",
        "",
      ],
      [
        "scout pide una autorización MEDIUM",
        "Abrir la página: https://earshot.example/r/1",
        "",
        "Decídala en la página: https://earshot.example/r/1",
        "",
      ],
      [
        "scout demande une autorisation MEDIUM",
        "Ouvrir la page: https://earshot.example/r/1",
        "",
        "Décidez sur la page : https://earshot.example/r/1",
        "",
      ],
      [
        "scout が MEDIUM の承認を求めています",
        "ページを開く: https://earshot.example/r/1",
        "",
        "ページで判断してください: https://earshot.example/r/1",
        "",
      ],
    ]
  `);
});
