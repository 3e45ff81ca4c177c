import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../../scripts/proofs/proofs.ts";
import { HOSTILE_MARKDOWN } from "../../../test/support/hostile-markdown.ts";
import { agentSaid } from "../../render/contents/content-blocks.ts";
import { htmlMail } from "./html-mail.ts";
import { plainMail } from "./plain-mail.ts";

const of = (text: string) => ({ blocks: [agentSaid("bot", text)], controls: [] });

test("what an agent says stands in the mail as text and as HTML, each in its own formatting", () => {
  const said = of(
    "# Plan\n\n- **a** `b`\n\n|file|risk|\n|-|-|\n|x|low|\n\n[docs](https://d.example/)",
  );
  expect(plainMail(said, false)).toBe(
    "bot:\n| Plan\n| \n| • a `b`\n| \n| file | risk\n| -----+-----\n| x    | low\n| \n| docs (https://d.example/)\n",
  );
  const html = htmlMail(said, false);
  expect(html).toContain("<b>Plan</b>");
  expect(html).toMatch(/<b>a<\/b> <code[^>]*>b<\/code>/);
  expect(html).toMatch(/<th[^>]*>file<\/th>.*<td[^>]*>low<\/td>/);
  expect(html).not.toMatch(/<h\d|<a /);
});

const OURS =
  /<\/?(?:p|b|i|code|pre|div|blockquote|table|tr|th|td|span)(?: style="[a-z0-9#:;,. %-]*")?>|<hr style="[^"<>]*">/g;

test("whatever an agent says, the mail has no element and no link but Earshot's own", () => {
  fc.assert(
    fc.property(HOSTILE_MARKDOWN, (words) => {
      const [, said = ""] = /<body[^>]*>([\s\S]*)<\/body>/.exec(htmlMail(of(words), false)) ?? [];
      expect(said.replace(OURS, "")).not.toMatch(/[<>]|&(?!#\d+;)/);
    }),
    { numRuns: casesOf(500) },
  );
});
