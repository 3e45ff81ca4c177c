import { describe, expect, test } from "vitest";
import type { Authorization } from "../../domain/authority/authorization.ts";
import { foldOf } from "../../domain/inbox/fold.ts";
import type { Question } from "../../domain/requests/question.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Capabilities, Content, ContentBlock } from "../../ports/channels/channel.ts";
import {
  aDemand,
  anAction,
  anActor,
  anAuthorization,
  anOpenAuthorization,
  anOpenRequest,
  answeredWith,
  approvedBy,
} from "../../testing/builders.ts";
import { wordsIn } from "../messages/messages.ts";
import { type RequestContentOptions, requestContent } from "./request-content.ts";

const words = wordsIn("en");
const reader = { words, locale: "en", moment: (at: string) => at };

const ALL: Capabilities = {
  find: true,
  edit: true,
  buttons: true,
  forms: true,
  threads: true,
  marks: true,
  history: true,
};
const URL = "https://earshot.example/r/1";

function shownOf(request: Request, over: Partial<RequestContentOptions> = {}) {
  return requestContent(request, {
    reader,
    tokens: (name) => `nonce.${name}`,
    url: URL,
    fits: () => true,
    capabilities: ALL,
    ...over,
  });
}

const asked = (over: Partial<Question>) =>
  anOpenRequest({ question: { text: "Ship 1.4?", form: { kind: "text" }, ...over } });
const wanted = (over: Partial<Authorization> = {}) =>
  anOpenAuthorization({ authorization: anAuthorization(over) });
const ofLevel = (level: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL") =>
  wanted({ action: anAction({ level }) });

const controlsOf = (request: Request, over?: Partial<RequestContentOptions>) =>
  shownOf(request, over).content.controls;
const tokensOf = (request: Request) =>
  controlsOf(request).map((control) => (control.kind === "reply" ? "reply" : control.token));
const blocksOf = <K extends ContentBlock["kind"]>({ blocks }: Content, kind: K) =>
  blocks.filter((block): block is Extract<ContentBlock, { kind: K }> => block.kind === kind);
const factsOf = (content: Content) => blocksOf(content, "facts").flatMap(({ facts }) => facts);

describe("a question", () => {
  test("stands as the agent's words under a title of Earshot's, above the link", () => {
    const { content, isWhole } = shownOf(asked({ context: "It is Friday." }));
    expect(isWhole).toBe(true);
    expect(content.blocks).toEqual([
      { kind: "title", text: "Question from scout" },
      { kind: "said", by: "scout", text: "Ship 1.4?" },
      { kind: "note", text: "Background" },
      { kind: "said", by: "scout", text: "It is Friday." },
      { kind: "link", label: "Answer on the page", url: URL },
    ]);
  });

  test("in words is answered by a reply", () => {
    expect(tokensOf(asked({}))).toEqual(["reply"]);
  });

  test("of choice has a button an option, under the option's number", () => {
    const options = [{ label: "approve" }, { label: "hold" }];
    const request = asked({ form: { kind: "choice", options, allowText: true } });
    expect(controlsOf(request)).toEqual([
      { kind: "button", token: "nonce.0", label: "approve" },
      { kind: "button", token: "nonce.1", label: "hold" },
      { kind: "reply", hint: expect.any(String) },
    ]);
    expect(blocksOf(shownOf(request).content, "lines")).toEqual([]);
  });

  test("with options that no button holds lists them whole, and numbers the buttons", () => {
    const options = [{ label: "x".repeat(90) }, { label: "hold", description: "until Monday" }];
    const { content } = shownOf(asked({ form: { kind: "choice", options } }));
    expect(blocksOf(content, "lines")).toEqual([
      {
        kind: "lines",
        label: "Options",
        lines: [`1. ${"x".repeat(90)}`, "2. hold – until Monday"],
      },
    ]);
    expect(content.controls).toMatchObject([
      { label: `1. ${"x".repeat(36)}…` },
      { label: "2. hold", description: "until Monday" },
    ]);
  });

  test("of several options has one select with as many as may be chosen", () => {
    const options = [{ label: "a" }, { label: "b" }];
    expect(controlsOf(asked({ form: { kind: "choices", options, max: 1 } }))).toEqual([
      {
        kind: "select",
        token: "nonce.s",
        label: "Choose",
        min: 0,
        max: 1,
        options: [
          { token: "nonce.0", label: "a" },
          { token: "nonce.1", label: "b" },
        ],
      },
    ]);
  });

  test("with fields has one form, with what is offered in it", () => {
    const schema = { type: "object", properties: { day: { type: "string", format: "date" } } };
    const request = asked({
      form: { kind: "fields", schema },
      default: { fields: { day: "2026-01-02" } },
    });
    expect(controlsOf(request)).toMatchObject([
      {
        kind: "form",
        token: "nonce.f",
        form: { fields: [{ label: "day", value: "2026-01-02" }, { label: "Note" }] },
      },
    ]);
  });

  test("whose fields cannot be drawn is answered on the page", () => {
    const schema = { type: "object", properties: { deep: { type: "object", properties: {} } } };
    expect(controlsOf(asked({ form: { kind: "fields", schema } }))).toEqual([]);
  });

  test("without buttons lists its options and is answered in words", () => {
    const request = asked({ form: { kind: "choice", options: [{ label: "hold" }] } });
    const capabilities = { ...ALL, buttons: false };
    const { content } = shownOf(request, { capabilities });
    expect(blocksOf(content, "lines")).toMatchObject([{ lines: ["1. hold"] }]);
    expect(content.controls).toMatchObject([{ kind: "reply" }]);
  });
});

describe("an authorization", () => {
  test("has the action first and the agent's words behind it", () => {
    const request = wanted();
    const { content, isWhole } = shownOf(request);
    expect(isWhole).toBe(true);
    expect(content.blocks[1]).toEqual({
      kind: "facts",
      facts: [{ label: "action", value: 'Run send_email: to a@example.org, subject "Hello ✓"' }],
    });
    expect(content.blocks.slice(1).map(({ kind }) => kind)).toEqual([
      "facts",
      "note",
      "facts",
      "lines",
      "facts",
      "note",
      "said",
      "link",
    ]);
    expect(factsOf(content)).toContainEqual({
      label: "digest",
      value: `sha256:${request.authorization.digest}`,
    });
    expect(blocksOf(content, "lines")[0]?.lines).toEqual([
      '/subject = "Hello ✓"',
      '/to/0 = "a@example.org"',
    ]);
  });

  test.each(["LOW", "MEDIUM"] as const)("of level %s is approved or rejected there", (level) => {
    expect(tokensOf(ofLevel(level))).toEqual(["nonce.a", "nonce.r"]);
  });

  test.each(["HIGH", "CRITICAL"] as const)("of level %s is at most rejected there", (level) => {
    const { content } = shownOf(ofLevel(level));
    expect(content.controls).toMatchObject([{ token: "nonce.r", style: "danger" }]);
    expect(content.blocks.at(-1)).toMatchObject({ label: "Decide on the page" });
  });

  test("that wants a note is approved with words alone, or on the page where none can be written", () => {
    const noted = wanted({ demand: aDemand({ note: "required" }) });
    expect(tokensOf(noted)).toEqual(["nonce.r"]);
    expect(shownOf(noted).content.blocks.at(-1)).toMatchObject({ label: "Decide on the page" });
    const prompts = { capabilities: { ...ALL, words: "prompts" as const } };
    const labels = controlsOf(noted, prompts).map((one) => ("label" in one ? one.label : ""));
    expect(labels).toEqual(expect.arrayContaining(["Reject", "Approve, with a note…"]));
    expect(labels).not.toContain("Approve");
    expect(shownOf(noted, prompts).content.blocks.at(-1)).toMatchObject({ label: "Open the page" });
  });

  test("that wants a passphrase is at most rejected there", () => {
    expect(tokensOf(wanted({ demand: aDemand({ stepUp: true }) }))).toEqual(["nonce.r"]);
  });

  test("that does not fit is shown in part, with its size and digest, and decided elsewhere", () => {
    const body = `${"a".repeat(5_000)}MIDDLE${"z".repeat(5_000)}`;
    const request = wanted({ action: anAction({ args: { body } }) });
    const fits = (content: Content) => JSON.stringify(content).length < 3_000;
    const { content, isWhole } = shownOf(request, { fits });
    expect(isWhole).toBe(false);
    expect(content.controls).toEqual([]);
    expect(fits(content)).toBe(true);
    expect(JSON.stringify(content)).not.toContain("MIDDLE");
    expect(factsOf(content)).toEqual(
      expect.arrayContaining([
        { label: "size", value: expect.stringMatching(/^[\d,]+ characters$/) },
        { label: "digest", value: `sha256:${request.authorization.digest}` },
      ]),
    );
  });

  test("of a notice names what the agent has named in a value, not in words of Earshot's", () => {
    const { content } = shownOf(wanted({ action: anAction({ args: { password: "hunter2" } }) }));
    expect(factsOf(content)).toContainEqual({
      label: "warning",
      value: "Looks like a secret, and is stored readable: /password",
    });
  });
});

describe("what does not fit at all", () => {
  test.each([asked({ text: "word ".repeat(9_000) }), ofLevel("LOW")])(
    "is a title and the link",
    (request) => {
      const { content, isWhole } = shownOf(request, { fits: () => false });
      expect(isWhole).toBe(false);
      expect(content.blocks.map(({ kind }) => kind)).toEqual(["title", "link"]);
      expect(content.controls).toEqual([]);
    },
  );
});

describe("the minimal mode", () => {
  test("tells kind, level and who asks, and nothing of what it is about", () => {
    const options = { mode: "minimal" } as const;
    expect(shownOf(ofLevel("HIGH"), options).content).toEqual({
      blocks: [
        { kind: "title", text: "HIGH authorization wanted by scout" },
        { kind: "link", label: "Decide on the page", url: URL },
      ],
      controls: [],
    });
    expect(JSON.stringify(shownOf(asked({}), options))).not.toContain("Ship");
  });
});

describe("a closed request", () => {
  const titleOf = (request: Request) => blocksOf(shownOf(request).content, "title")[0]?.text;
  const closed = { closedAt: "2026-01-01T00:00:00.000Z", closedBy: anActor({ via: "slack" }) };

  test("says who answered what, where, and has no controls", () => {
    const { content } = shownOf(answeredWith(anOpenRequest(), "Ship it"));
    expect(content.controls).toEqual([]);
    expect(content.blocks.slice(0, 2)).toEqual([
      { kind: "title", text: "Answered by ana via console" },
      { kind: "said", by: "ana", text: "Ship it" },
    ]);
  });

  test("says who it was on the platform where the name of the operator is that of a role", () => {
    const by = (name: string, closer?: string) => {
      const request = { ...answeredWith(anOpenRequest(), "Ship it"), ...closed };
      const named = { ...request, closedBy: anActor({ name, via: "slack" }) };
      const options = closer === undefined ? {} : { closer };
      return blocksOf(shownOf(named, options).content, "title")[0]?.text;
    };
    expect(by("operator", "Ana L.")).toBe("Answered by operator (Ana L.) via slack");
    expect(by("operator")).toBe("Answered by operator via slack");
    expect(by("ana", "Mallory")).toBe("Answered by ana via slack");
  });

  test("says who approved it, and what", () => {
    const { content } = shownOf(approvedBy(wanted()));
    expect(content.blocks[0]).toEqual({ kind: "title", text: "Approved by ana via console" });
    expect(factsOf(content).map(({ label }) => label)).toEqual([
      "action",
      "tool",
      "level",
      "digest",
      "agent",
    ]);
  });

  test("says who rejected it and why, and that a rule did", () => {
    const rejected = { ...wanted(), status: "rejected", reason: "Too late.", ...closed } as const;
    const byPeople = { ...rejected, basis: { kind: "people" } } as const;
    expect(titleOf(byPeople)).toBe("Rejected by ana via slack");
    expect(blocksOf(shownOf(byPeople).content, "said")).toEqual([
      { kind: "said", by: "ana", text: "Too late." },
    ]);
    const byRule = { ...rejected, basis: { kind: "rule", rule: "no mail" } } as const;
    expect(titleOf(byRule)).toBe("Rejected by a rule of the policy");
  });

  test("says that it was cancelled, or that its time ran out", () => {
    expect(titleOf({ ...asked({}), status: "cancelled", ...closed })).toBe(
      "Cancelled by ana via slack",
    );
    const { closedAt } = closed;
    expect(titleOf({ ...asked({}), status: "expired", closedAt })).toBe(
      "Expired before it was answered",
    );
    expect(titleOf({ ...wanted(), status: "expired", closedAt })).toBe(
      "Expired before it was decided",
    );
  });
});

test("what may stand there twice says so", () => {
  expect(shownOf(asked({}), { isResent: true }).content.blocks[1]).toMatchObject({
    kind: "note",
    text: expect.stringContaining("twice"),
  });
});

describe("what waits behind a request", () => {
  const request = wanted();
  const like = (n: number) =>
    wanted({ action: anAction({ args: { note: `${"x".repeat(900)} ${n}` } }) });
  const fold = foldOf([request, like(1), like(2)]);
  const behind = fold && { count: 7, fold };
  const told = (content: Content) => JSON.stringify(content).includes("7 more like this wait");

  test("is counted, with where it differs in bounded lines, and nothing of it is decided there", () => {
    const { content, isWhole } = shownOf(request, { ...(behind && { behind }) });
    expect(isWhole).toBe(true);
    expect(told(content)).toBe(true);
    const differing = blocksOf(content, "lines").filter(({ label }) => label === "They differ in");
    expect(differing).toHaveLength(1);
    for (const line of differing[0]?.lines ?? []) expect(line.length).toBeLessThanOrEqual(160);
    expect(content.controls).toEqual(shownOf(request).content.controls);
  });

  test("never keeps the request itself from being decided where that fits alone", () => {
    const alone = shownOf(request).content;
    const fits = (content: Content) => content.blocks.length <= alone.blocks.length;
    const { content, isWhole } = shownOf(request, { ...(behind && { behind }), fits });
    expect({ content, isWhole }).toEqual({ content: alone, isWhole: true });
  });

  test("is not told of where the policy shows minimally", () => {
    const { content } = shownOf(request, { ...(behind && { behind }), mode: "minimal" });
    expect(told(content)).toBe(false);
  });
});

describe("where the page opens on the server's machine alone", () => {
  test.each([asked({}), ofLevel("HIGH")])(
    "nothing links to it, and the place is told",
    (request) => {
      const { content } = shownOf(request, { isPageLocal: true });
      expect(blocksOf(content, "link")).toEqual([]);
      expect(JSON.stringify(content)).not.toContain(URL);
      expect(blocksOf(content, "note").at(-1)?.text).toMatch(
        /on the page, on the computer that runs Earshot: npx earshot open$/,
      );
    },
  );
});

test("what opens a notification is the question, the wanted action, or how it closed", () => {
  expect(shownOf(asked({})).content.opens).toBe("said");
  expect(shownOf(ofLevel("LOW")).content.opens).toBe("subject");
  expect(shownOf(asked({}), { mode: "minimal" }).content.opens).toBeUndefined();
  expect(shownOf(answeredWith(anOpenRequest(), "Yes")).content.opens).toBeUndefined();
});
