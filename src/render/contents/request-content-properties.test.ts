import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf, PROOFS, volumeOf } from "../../../scripts/proofs/proofs.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Capabilities, Content, ContentBlock, Control } from "../../ports/channels/channel.ts";
import {
  anAction,
  anAuthorization,
  anOpenAuthorization,
  anOpenRequest,
  answeredWith,
} from "../../testing/builders.ts";
import { wordsIn } from "../messages/messages.ts";
import { requestContent } from "./request-content.ts";

const words = wordsIn("en");
const reader = { words, locale: "en", moment: (at: string) => at };

const CAPABILITIES: Capabilities = {
  find: true,
  edit: true,
  buttons: true,
  forms: true,
  threads: true,
  marks: true,
  history: true,
};
const MARKER = "mArKeR";

const shownOf = (request: Request, most: number): Content =>
  requestContent(request, {
    reader,
    tokens: (name) => `t.${name}`,
    url: "https://earshot.example/r/1",
    fits: (content) => textsOf(content).join("").length <= most,
    capabilities: CAPABILITIES,
  }).content;

function textsOf({ blocks, controls }: Content): readonly string[] {
  return [...blocks.flatMap(textsOfBlock), ...controls.flatMap(textsOfControl)];
}

function textsOfBlock(block: ContentBlock): readonly string[] {
  switch (block.kind) {
    case "facts":
      return block.facts.flatMap(({ label, value }) => [label, value]);
    case "lines":
      return [block.label, ...block.lines];
    case "said":
      return [block.by, block.text];
    case "link":
      return [block.label];
    default:
      return [block.text];
  }
}

function textsOfControl(control: Control): readonly string[] {
  if (control.kind === "reply") return [control.hint];
  if (control.kind === "select") return control.options.flatMap(textsOfChoice);
  if (control.kind === "button") return textsOfChoice(control);
  return control.form.fields.flatMap(({ label, description = "", options = [], value = "" }) => [
    label,
    description,
    value,
    ...options,
  ]);
}

function textsOfChoice(choice: { readonly label: string; readonly description?: string }) {
  return [choice.label, choice.description ?? ""];
}

/** Text of any size to 200 kB with the marker somewhere in it. */
const TEXT = fc
  .tuple(
    fc.noBias(fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 200_000 }))),
    fc.noBias(fc.integer({ min: 0, max: 100 })),
    fc.constantFrom("lorem ", "lorem\n", "x", "é", "<&>", "🎉"),
  )
  .map(([size, at, filler]) => {
    const count = Math.floor(size / filler.length);
    const before = Math.floor((count * at) / 100);
    return `${filler.repeat(before)}${MARKER}${filler.repeat(count - before)}`;
  });

const CHOICE = { kind: "choice", options: [{ label: "yes" }, { label: "no" }] } as const;
const REQUESTS: readonly (readonly [string, (text: string) => Request])[] = [
  ["an argument", (text) => authorizing({ body: text })],
  ["an argument's name", (text) => authorizing({ [text]: 1 })],
  ["one of many arguments", (text) => authorizing({ list: text.split(" ") })],
  ["a question", (text) => anOpenRequest({ question: { text, form: CHOICE } })],
  ["a question in words", (text) => anOpenRequest({ question: { text, form: { kind: "text" } } })],
  [
    "the background",
    (text) => anOpenRequest({ question: { text: "Ship?", context: text, form: CHOICE } }),
  ],
  [
    "a suggested answer",
    (text) => anOpenRequest({ question: { text: "?", form: CHOICE, default: { text } } }),
  ],
  ["an option", (text) => optional({ label: text })],
  ["an option's description", (text) => optional({ label: "yes", description: text })],
  ["a field's label", (text) => fielded({ type: "string", title: text })],
  ["a field's description", (text) => fielded({ type: "string", description: text })],
];

function authorizing(args: Record<string, string | number | string[]>): Request {
  const action = anAction({ args });
  return anOpenAuthorization({ authorization: anAuthorization({ action }) });
}

function optional(option: { readonly label: string; readonly description?: string }): Request {
  const options = [option, { label: "no" }];
  return anOpenRequest({ question: { text: "Ship?", form: { kind: "choice", options } } });
}

function fielded(schema: Record<string, string>): Request {
  const form = { kind: "fields", schema: { type: "object", properties: { a: schema } } } as const;
  return anOpenRequest({ question: { text: "Ship?", form } });
}

describe("where there is a control that decides", () => {
  test.each(REQUESTS)(
    "the whole of %s is shown",
    (_, requestOf) => {
      fc.assert(
        fc.property(TEXT, fc.constantFrom(900, 3_000, 40_000, 1_000_000), (text, most) => {
          const content = shownOf(requestOf(text), most);
          if (content.controls.length > 0) expect(textsOf(content).join("\n")).toContain(MARKER);
          expect(textsOf(content).join("").length).toBeLessThanOrEqual(most);
        }),
        { numRuns: casesOf(30) },
      );
    },
    60_000,
  );
});

/**
 * All of the planes that are in use, and of the others one in many. Halves of pairs and private ones are
 * thousands of the same.
 */
function stepAt(code: number): number {
  const isAlike = code >= 0xd800 && code < 0xf900;
  const isInUse = code < 0x3000 || (code >= 0xd800 && code < 0x12000) || code >> 12 === 0xe0;
  if (isAlike && volumeOf("characters") < PROOFS.characters.full) return 13;
  return isInUse ? 1 : 997;
}

/** Whatever is obeyed or hides, by class. */
function dangerous(): readonly string[] {
  const found: string[] = [];
  const classes =
    /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u2800]/u;
  for (let code = 0; code <= 0x10ffff; code += stepAt(code)) {
    const char = String.fromCodePoint(code);
    if (classes.test(char)) found.push(char);
  }
  return found;
}

describe("what hides or is obeyed", () => {
  test("stands nowhere as it is, but for line ends and tabs in what is said", () => {
    const all = dangerous();
    expect(all.length).toBeGreaterThan(1_000);
    const hidden = new Set(all);
    for (let at = 0; at < all.length; at += 500) {
      const text = all.slice(at, at + 500).map((char) => `a${char}b`);
      const requests = [
        ...REQUESTS.map(([, requestOf]) => requestOf(text.join(""))),
        answeredWith(anOpenRequest(), text.join("")),
        anOpenAuthorization({ authorization: anAuthorization({ reason: text.join("") }) }),
        anOpenAuthorization({ authorization: anAuthorization({ onBehalfOf: text.join("") }) }),
      ];
      for (const request of requests) {
        for (const most of [3_000, 1_000_000]) {
          const shown = textsOf(shownOf(request, most))
            .join(" ")
            .replace(/[\n\t]/g, " ");
          expect(Array.from(shown).filter((char) => hidden.has(char))).toEqual([]);
        }
      }
    }
  }, 60_000);

  test("keeps to the line where lines are counted", () => {
    const text = "one\ntwo\r\nthree\tfour\u2028five";
    const options = [{ label: text, description: text }];
    const form = { kind: "choice", options } as const;
    const { blocks } = shownOf(anOpenRequest({ question: { text, form } }), 1_000_000);
    const lines = blocks.flatMap((block) => (block.kind === "lines" ? block.lines : []));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[\n\r\t\u2028]/);
  });
});

function oursIn(block: ContentBlock): readonly string[] {
  switch (block.kind) {
    case "facts":
      return block.facts.map(({ label }) => label);
    case "said":
      return [block.by];
    case "title":
    case "note":
      return [block.text];
    default:
      return [block.label];
  }
}

describe("Earshot's own words", () => {
  test("hold nothing of the agent's", () => {
    const action = anAction({
      args: { [`password ${MARKER}`]: MARKER, deep: { [MARKER]: [MARKER] } },
      tool: MARKER,
      session: MARKER,
      resources: [{ uri: MARKER, sha256: "0".repeat(64) }],
    });
    const authorization = anAuthorization({ action, reason: MARKER, onBehalfOf: MARKER });
    const requests = [
      ...REQUESTS.map(([, requestOf]) => requestOf(MARKER)),
      anOpenAuthorization({ authorization }),
      answeredWith(anOpenRequest({ question: { text: MARKER, form: { kind: "text" } } }), MARKER),
    ];
    for (const request of requests) {
      for (const most of [700, 1_000_000]) {
        const ours = shownOf(request, most).blocks.flatMap(oursIn);
        expect(ours.filter((text) => text.includes(MARKER))).toEqual([]);
      }
    }
  });
});

test("the same request has the same tokens each time, however much of it is shown", () => {
  const tokens = (request: Request) =>
    shownOf(request, 1_000_000).controls.map((control) =>
      control.kind === "select" ? control.options.map(({ token }) => token) : control,
    );
  for (const [, requestOf] of REQUESTS) {
    const request = requestOf("x");
    expect(tokens(request)).toEqual(tokens(structuredClone(request)));
  }
});
