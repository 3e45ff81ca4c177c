import { expect, test } from "vitest";
import type { Content } from "../../ports/channels/channel.ts";
import {
  aContent,
  aPost,
  type ChannelUnderTest,
  QUESTION,
  recorder,
  said,
  shownAt,
  unspaced,
} from "./channel-under-test.ts";

/** Text that some platform would take for markup, a mention or a link. */
const MARKUP = [
  "<!channel> <!here> <@U0123> <#C0123|general> <https://evil.example|your bank>",
  "*bold* _italic_ ~struck~ `code` ```block``` ||hidden|| __under__",
  "[Approved](https://evil.example) ![](https://evil.example/x.png)",
  "<b>bold</b> <a href='https://evil.example'>your bank</a> <script>alert(1)</script> <!-- x -->",
  "&amp; &lt;b&gt; &#x41; & < > \" ' \\ \\* \\_ %20 {{x}} <%= x %>",
  "> quoted",
  "# Heading",
  "- item",
  "1. item",
  ":white_check_mark: @everyone @channel @here /approve =1+1",
];

/** Below and at the limits that platforms have, and far beyond. */
const SIZES = [1, 255, 1_000, 2_900, 3_001, 4_000, 4_097, 12_001, 40_001, 200_000];
const MARKER = "MARKERmarkerMARKER";

/** Obeyed, or not seen, by those who show text. */
const HIDDEN = /(?![\n\r\t])[\p{Cc}\p{Cs}\p{Bidi_Control}]/u;

function withMarker(size: number, at: number): string {
  const filler = "lorem ipsum <&> dolor ".repeat(Math.ceil(size / 22)).slice(0, size);
  const place = Math.floor(filler.length * at);
  return `${filler.slice(0, place)} ${MARKER} ${filler.slice(place)}`;
}

export function showingFacts(under: ChannelUnderTest): void {
  async function shownOf(content: Content): Promise<string> {
    const { world } = under;
    return await shownAt(world, await world.channel.post(aPost(world, content)));
  }

  test.each(MARKUP)("markup in what is said is shown as it is written: %s", async (text) => {
    await under.world.start(recorder().sink);
    expect(unspaced(await shownOf(said(text)))).toContain(unspaced(text));
  });

  test("markup in every other place is shown as it is written as well", async () => {
    await under.world.start(recorder().sink);
    const text = MARKUP.slice(0, 5).join(" ");
    const content = aContent([
      { kind: "title", text: "Question of *scout* <b> &amp;" },
      { kind: "facts", facts: [{ label: "Tool", value: text }] },
      { kind: "lines", label: "Arguments", lines: MARKUP },
      { kind: "note", text },
    ]);
    const shown = unspaced(await shownOf(content));
    expect(shown).toContain(unspaced("Question of *scout* <b> &amp;"));
    expect(shown.split(unspaced(text)).length).toBeGreaterThanOrEqual(3);
    for (const line of MARKUP) expect(shown).toContain(unspaced(line));
  });

  test("nothing that hides or is obeyed is added to what was given", async () => {
    await under.world.start(recorder().sink);
    await shownOf(QUESTION);
    const [shown] = await under.world.shown();
    expect(shown?.text).not.toMatch(HIDDEN);
    expect(shown?.raw).not.toMatch(HIDDEN);
  });

  test("letters of every script and signs of several code points stay whole", async () => {
    await under.world.start(recorder().sink);
    const text = "Grüße, 你好, مرحبا, नमस्ते, 👍🏽 🇩🇪 e\u0301";
    expect(unspaced(await shownOf(said(text)))).toContain(unspaced(text));
  });

  test.each(SIZES)("of about %d characters, what is said to fit is shown whole", async (size) => {
    const { world } = under;
    await world.start(recorder().sink);
    for (const at of [0, 0.5, 1]) {
      const content = aContent(said(withMarker(size, at)).blocks, QUESTION.controls);
      if (!world.channel.fits(content)) continue;
      expect(unspaced(await shownOf(content))).toContain(unspaced(withMarker(size, at)));
    }
  });

  test("many lines and many facts are shown whole where they are said to fit", async () => {
    const { world } = under;
    await world.start(recorder().sink);
    for (const count of [1, 10, 49, 101, 1_000]) {
      const lines = Array.from({ length: count }, (_, index) => `/list/${index} = item ${index};`);
      const facts = lines.map((value) => ({ label: "resource", value }));
      for (const block of [
        { kind: "lines", label: "Arguments", lines } as const,
        { kind: "facts", facts } as const,
      ]) {
        const content = aContent([block]);
        if (!world.channel.fits(content)) continue;
        const shown = unspaced(await shownOf(content));
        const missing = lines.filter((line) => !shown.includes(unspaced(line)));
        expect(missing).toEqual([]);
      }
    }
  });

  test("a text of the length that one post holds fits, however it is escaped", async () => {
    const { world } = under;
    await world.start(recorder().sink);
    for (const text of ["&", "<", "*", "é", "`"]) {
      const content = said(text.repeat(world.channel.maxText));
      expect(world.channel.fits(content)).toBe(true);
      expect(unspaced(await shownOf(content))).toContain(unspaced(text.repeat(200)));
    }
  });
}
