import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { volumeOf } from "../../scripts/proofs/proofs.ts";
import { type Disguise, isDisguise } from "../attacks/attack.ts";
import { FAMILIES } from "../attacks/families.ts";
import { cellsOf } from "../support/share.ts";
import { useStage } from "./stage.ts";

/*
 * What agents write to be taken for something else, in a real browser. That the page opens no dialog,
 * calls nobody else and says no error, `watched` sees to.
 */
const stage = useStage();

const CORPUS: readonly Disguise[] = FAMILIES.flatMap(({ attacks }) => attacks).filter(isDisguise);
const EVERY = Math.max(1, Math.floor(CORPUS.length / volumeOf("disguises")));
const DISGUISES = CORPUS.filter((_, index) => index % EVERY === 0);

/** A browser goes through all of them on two processors that others use too. */
const SLOW = { timeout: 180_000 };

/** Text that runs, where anything does. */
const MARKUP = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<iframe srcdoc='<script>parent.alert(1)</script>'>",
  "<a href='javascript:alert(1)'>Approve</a>",
  "<style>*{display:none}</style>",
  "<link rel=stylesheet href=https://evil.example/x.css>",
  "<form action=https://evil.example><button>Approve</button></form>",
  "<base href=https://evil.example/>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  '"><img src=https://evil.example/p.png>',
  "'-alert(1)-'",
  "{{constructor.constructor('alert(1)')()}}",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "[Approve](https://evil.example) ![x](https://evil.example/p.png)",
  "https://evil.example/approve",
  "</p></section><section aria-label=Action><button>Approve</button></section>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "<template shadowrootmode=open><script>alert(1)</script></template>",
  "<object data=https://evil.example></object><embed src=https://evil.example>",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
];

/** Each text in an action and in a question. */
const WRITTEN = MARKUP.flatMap((text) =>
  (["action", "question"] as const).map((kind) => ({ name: `${text} in a ${kind}`, text, kind })),
);

/** Shows another request without reloading the page. */
async function show(page: Page, id: string): Promise<void> {
  await page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/${id}`);
  await page.locator(`article[id="${id}"]`).waitFor();
}

interface Seen {
  readonly controls: readonly string[];
  readonly links: readonly string[];
  readonly foreign: number;
  readonly regions: readonly string[];
  readonly hidden: boolean;
  readonly action: string;
  readonly title: string;
}

/** What stands in the pane. */
async function look(page: Page): Promise<Seen> {
  return await page.evaluate(() => {
    const pane = document.querySelector("article");
    if (pane === null) throw new Error("There is no pane.");
    const all = (selector: string) => [...pane.querySelectorAll(selector)];
    const HIDDEN =
      /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]/u;
    const text = (pane.textContent ?? "").replaceAll("\n", "");
    return {
      controls: all("button")
        .map((control) => (control.getAttribute("aria-label") ?? control.textContent ?? "").trim())
        .sort(),
      links: all("a").map((link) => link.getAttribute("href") ?? ""),
      foreign: all("script, style, iframe, img, object, embed, base, link, meta, math, template")
        .length,
      regions: all("section[aria-label]").map((one) => one.getAttribute("aria-label") ?? ""),
      hidden: HIDDEN.test(text),
      action: pane.querySelector('section[aria-label="Action"]')?.textContent ?? "",
      title: document.title,
    };
  });
}

test(
  "no disguise of the corpus adds a control, a link, a zone or a hidden character",
  SLOW,
  async () => {
    const plain = await stage.seek({ tool: "write_note", args: { text: "x" } });
    const { page } = await stage.open();
    await show(page, plain.id);
    const usual = await look(page);
    const found: string[] = [];
    let shown = 0;
    for (const disguise of DISGUISES) {
      const { joinKey: _, ...asked } = disguise.asked;
      const sought = await stage
        .seek({ tool: "write_note", args: { text: "x" }, ...asked })
        .catch(() => undefined);
      // The server refuses some of them, and those nobody sees.
      if (sought === undefined) continue;
      await show(page, sought.id);
      shown += 1;
      const seen = await look(page);
      const fault = faultOf(seen, usual);
      if (fault !== undefined) found.push(`${disguise.id}: ${fault}`);
    }
    expect(found).toEqual([]);
    expect(shown).toBeGreaterThan(DISGUISES.length / 2);
  },
);

function faultOf(seen: Seen, usual: Seen): string | undefined {
  if (seen.foreign > 0) return "an element of another kind";
  if (seen.hidden) return "a hidden character";
  const more = seen.controls.filter((control) => !usual.controls.includes(control));
  const approving = more.filter((control) => /approve/i.test(control));
  if (approving.length > 0) return `a control more: ${approving.join(", ")}`;
  if (seen.links.some((href) => !href.startsWith("/"))) return `a link: ${seen.links.join(", ")}`;
  const zones = seen.regions.filter((region) => !usual.regions.includes(region));
  const odd = zones.filter((zone) => !["Just before", "Similar requests", "Alike"].includes(zone));
  return odd.length > 0 ? `a zone: ${odd.join(", ")}` : undefined;
}

test(
  "markup in every place that an agent writes to is text, and the agent's words stay in their zone",
  SLOW,
  async () => {
    const { page } = await stage.open();
    const written = cellsOf("markup", { of: WRITTEN, valuesOf: ({ text, kind }) => [text, kind] });
    for (const [index, { name, text, kind }] of written.entries()) {
      const reason = `reason-${index} ${text}`;
      const { id } =
        kind === "question"
          ? await stage.ask({ text, context: text })
          : await stage.seek({
              tool: "write_note",
              reason,
              onBehalfOf: text.slice(0, 100),
              args: { text, [text]: text },
            });
      await show(page, id);
      const seen = await look(page);
      expect(seen.foreign, name).toBe(0);
      expect(
        seen.links.filter((href) => !href.startsWith("/")),
        name,
      ).toEqual([]);
      if (kind === "question") continue;
      expect(seen.action, name).not.toContain(`reason-${index}`);
      expect(seen.title, name).not.toContain(text);
    }
  },
);

test("an action that does not fit has no button that approves it", async () => {
  const sought = await stage.seek({ tool: "write_note", args: { text: "x".repeat(150_000) } });
  const { page } = await stage.open();
  await show(page, sought.id);
  const seen = await look(page);
  expect(seen.controls.filter((control) => /^approve|again to approve/i.test(control))).toEqual([]);
  expect(seen.controls.some((control) => /^Reject/.test(control))).toBe(true);
  await page.keyboard.press("a");
  await page.keyboard.press("a");
  await page.waitForTimeout(300);
  expect((await stage.ana.show({ id: sought.id })).request.status).toBe("open");
});
