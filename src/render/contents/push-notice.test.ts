import { describe, expect, test } from "vitest";
import type { Action } from "../../domain/authority/action.ts";
import type { Demand } from "../../domain/authority/authorization.ts";
import type { Question } from "../../domain/requests/question.ts";
import type { PushNoticeOptions } from "../../ports/channels/push.ts";
import {
  aDemand,
  anAction,
  anAuthorization,
  anOpenAuthorization,
  anOpenRequest,
} from "../../testing/builders.ts";
import { pushNotice } from "./push-notice.ts";

const TITLE: PushNoticeOptions = {
  language: "en",
  shows: "title",
  isForPage: false,
  isApprovedByName: false,
};
const options = [{ label: "yes" }, { label: "no" }];
const choice: Question["form"] = { kind: "choice", options };

function asked(over: Partial<Question>, by: Partial<PushNoticeOptions> = {}) {
  const question = { text: "Go on?", form: choice, ...over };
  return pushNotice(anOpenRequest({ question }), { ...TITLE, ...by });
}

function sought(
  over: { readonly action?: Partial<Action>; readonly demand?: Partial<Demand> },
  by: Partial<PushNoticeOptions> = {},
) {
  const action = anAction({ tool: "restart", args: {}, ...over.action });
  const demand = aDemand({ level: "LOW", ...over.demand });
  const authorization = anAuthorization({ action, demand });
  return pushNotice(anOpenAuthorization({ authorization }), { ...TITLE, ...by });
}

const labels = ({ buttons }: ReturnType<typeof pushNotice>) => buttons.map(({ label }) => label);

describe("a question", () => {
  test("that is shown whole, with two options, is answered there", () => {
    expect(labels(asked({}))).toEqual(["yes", "no"]);
  });

  test.each<[string, Partial<Question>]>([
    ["longer than a notification", { text: "a".repeat(200) }],
    ["of several lines", { text: "Go on?\nOr not?" }],
    ["with a background", { context: "It is late." }],
    ["of three options", { form: { kind: "choice", options: [...options, { label: "later" }] } }],
    [
      "with an option that is explained",
      { form: { kind: "choice", options: [{ label: "yes", description: "Now." }] } },
    ],
    ["with a long option", { form: { kind: "choice", options: [{ label: "y".repeat(40) }] } }],
    ["in words", { form: { kind: "text" } }],
  ])("%s is only told", (_, over) => {
    expect(labels(asked(over))).toEqual([]);
  });

  test("that somebody else has to answer, or of which nothing is shown, has no button", () => {
    expect(labels(asked({}, { isForPage: true }))).toEqual([]);
    expect(asked({}, { shows: "nothing" })).toEqual({
      title: "Something needs you",
      text: "",
      buttons: [],
    });
  });
});

describe("an action", () => {
  test("is approved there if its name says all, or the policy lets the name do", () => {
    expect(labels(sought({}))).toEqual(["Approve", "Reject"]);
    const args = { host: "a-canary" };
    const told = sought({ action: { args } });
    expect(labels(told)).toEqual(["Reject"]);
    expect(JSON.stringify(told)).not.toContain("canary");
    expect(labels(sought({ action: { args } }, { isApprovedByName: true }))).toEqual([
      "Approve",
      "Reject",
    ]);
  });

  test("of which a note is wanted is not approved from a notification", () => {
    const demand = { tickets: ["INC-[0-9]+"] };
    expect(labels(sought({ demand }, { isApprovedByName: true }))).toEqual(["Reject"]);
  });

  test.each<[string, Partial<Demand>]>([
    ["HIGH", { level: "HIGH" }],
    ["CRITICAL", { level: "CRITICAL" }],
    ["LOW, with a proof of who decides,", { stepUp: true }],
  ])("%s is decided on the page alone", (_, demand) => {
    expect(labels(sought({ demand }, { isApprovedByName: true }))).toEqual([]);
  });

  test("with a file, or a tool whose name hides something, is not approved by its name", () => {
    const resources = [{ uri: "file:///a", sha256: "0".repeat(64) }];
    expect(labels(sought({ action: { resources } }))).toEqual(["Reject"]);
    expect(labels(sought({ action: { tool: "re\u200bstart" } }))).toEqual([]);
  });
});
