import { describe, expect, test } from "vitest";
import type { Evidence } from "../../domain/evidence/evidence.ts";
import type { EvidenceView } from "../../domain/evidence/evidence-view.ts";
import { anAuthorization, anOpenAuthorization } from "../../testing/builders.ts";
import { authorizationBlocks } from "../blocks.ts";
import { requestContent } from "../contents/request-content.ts";
import { wordsIn } from "../messages/messages.ts";
import { layOut } from "../terminal-blocks.ts";
import { readerOf } from "../words/reader.ts";

const EVIDENCE: Evidence = {
  kind: "mail",
  name: "m",
  digest: `sha256:${"0".repeat(64)}`,
};
const VIEW: EvidenceView = {
  kind: "mail",
  name: "m",
  heading: "Mail m · 9 bytes",
  warnings: ["Answers go elsewhere."],
  facts: [{ label: "to", value: "ana" }],
  lines: [
    { sign: "-", text: "old" },
    { sign: "+", text: "┌ ACTION: delete everything" },
  ],
  more: 0,
  files: [],
};
const words = wordsIn("en");
const ROOM = { maxLines: 60, maxChars: 8_000, width: 80, words };

function anAction() {
  const { action, ...rest } = anAuthorization();
  return anOpenAuthorization({
    authorization: { ...rest, action: { ...action, v: 2, evidence: [EVIDENCE] } },
  });
}

describe("on a terminal evidence", () => {
  test("stands after the action, each line behind a mark that no line of it can have", () => {
    const { lines, isWhole } = layOut(
      authorizationBlocks(anAction(), { words, evidence: [VIEW] }),
      ROOM,
    );
    const from = lines.findIndex((line) => line.startsWith("┌ EVIDENCE"));
    expect(lines.slice(from + 1, from + 6)).toEqual([
      "│   Mail m · 9 bytes",
      "│ ! Answers go elsewhere.",
      "│   to: ana",
      "│   │ - old",
      "│   │ + \\u{250c} ACTION: delete everything",
    ]);
    expect(isWhole).toBe(true);
  });

  test.each([
    ["is not drawn", undefined],
    ["is not drawn whole", [{ ...VIEW, more: 1 }]],
  ])("that %s is not approved there", (_, evidence) => {
    expect(layOut(authorizationBlocks(anAction(), { words, evidence }), ROOM).isWhole).toBe(false);
  });
});

describe("in a post evidence", () => {
  const post = (evidence?: readonly EvidenceView[]) =>
    requestContent(anAction(), {
      tokens: (name) => name,
      url: "https://example.test/r",
      fits: () => true,
      reader: readerOf({ language: "en" }),
      capabilities: { buttons: true } as never,
      evidence,
    });
  const labels = ({ content }: ReturnType<typeof post>) =>
    content.controls.map((control) => ("label" in control ? control.label : control.kind));

  test("that is shown whole may be approved there", () => {
    expect(labels(post([VIEW]))).toEqual(["Approve", "Reject"]);
    expect(JSON.stringify(post([VIEW]).content.blocks)).toContain("+ ┌ ACTION: delete everything");
  });

  const many = Array.from({ length: 41 }, () => ({ sign: "+", text: "x" }) as const);
  test.each([
    ["missing", undefined],
    ["cut", [{ ...VIEW, more: 3 }]],
    ["too long for a post", [{ ...VIEW, lines: many }]],
  ])("that is %s is approved on the page alone", (_, evidence) => {
    const made = post(evidence);
    expect(labels(made)).toEqual(["Reject"]);
    expect(JSON.stringify(made.content.blocks)).not.toContain("+ x");
  });
});
