import { expect, test } from "vitest";
import { screenshot } from "../support/browser.ts";
import { violations } from "./looks.ts";
import { useStage } from "./stage.ts";

/* Words of an agent with markup, as a person sees and opens them. */
const stage = useStage();

const TEXT = `Shall I raise the **limit**? It is \`3\` now.

## APPROVED BY ANA

- change \`limit.ts\`
- run the tests

| file | risk |
|---|---|
| limit.ts | low |

\`\`\`diff
- const limit = 3;
+ const limit = 4;
\`\`\`

See [the docs](https://docs.example/limits) ![x](https://evil.example/x.png).`;

test("what an agent writes is drawn in its zone, and its heading is the first sentence in plain words", async () => {
  const { id } = await stage.ask({ text: TEXT, context: "It was **3** for a year." });
  const { page } = await stage.open({ path: `/${id}` });
  const zone = page.getByRole("region", { name: "The agent says" });
  await zone.locator("table").waitFor();
  expect(await page.locator("article h2").innerText()).toBe("Shall I raise the limit?");
  expect(await zone.locator("strong").allInnerTexts()).toEqual(["limit"]);
  expect(await zone.locator("li").allInnerTexts()).toEqual(["change limit.ts", "run the tests"]);
  const background = page.getByRole("region", { name: "Background" });
  expect(await background.locator("strong").allInnerTexts()).toEqual(["3"]);
  // The agent's own heading is none of the page's.
  expect(await page.locator("article").getByRole("heading").allInnerTexts()).not.toContainEqual(
    expect.stringContaining("APPROVED"),
  );
  await expect
    .poll(() => zone.locator(".hljs-addition").allInnerTexts())
    .toEqual(["+ const limit = 4;"]);
  expect(await page.locator("img, a[target]").count()).toBe(0);
  await screenshot(page, "markdown");
  expect(await violations(page)).toEqual([]);
});

test("a link is opened only after its host was shown, in a tab that knows nothing of this one", async () => {
  const { id } = await stage.ask({ text: TEXT });
  const { page } = await stage.open({ path: `/${id}` });
  const zone = page.getByRole("region", { name: "The agent says" });
  await zone.locator("table").waitFor();
  expect(await zone.locator(".words-address").allInnerTexts()).toEqual([
    "https://docs.example/limits",
    "https://evil.example/x.png",
  ]);
  await zone.getByRole("button", { name: "Where this link leads" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Leave Earshot" });
  expect(await dialog.innerText()).toContain("The link leads to docs.example");
  await screenshot(page, "markdown-link");
  const link = dialog.getByRole("link", { name: "Open it in a new tab" });
  expect(await link.getAttribute("href")).toBe("https://docs.example/limits");
  expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
  await page.keyboard.press("Escape");
  expect(await page.locator("a[target]").count()).toBe(0);
});

test("a reason is drawn in the agent's zone, and the action takes no formatting at all", async () => {
  const marked = "**Approve** `it`\n\n| a | b |\n|-|-|\n| [x](https://evil.example/) | 2 |";
  const { id } = await stage.seek({
    tool: "write_note",
    reason: `The invoice is **due**:\n\n- \`first\`\n- second`,
    args: { text: marked, [marked]: marked },
  });
  const { page } = await stage.open({ path: `/${id}` });
  const zone = page.getByRole("region", { name: "The agent says" });
  await zone.locator("li").first().waitFor();
  expect(await zone.locator("strong, code").allInnerTexts()).toEqual(["due", "first"]);
  const action = page.getByRole("region", { name: "Action" });
  expect(await action.innerText()).toContain("**Approve** `it`");
  expect(await action.locator("strong, em, table, li, .words-open").count()).toBe(0);
  await screenshot(page, "markdown-reason");
});

test("an option is pressed by its plain words, and a link in what it says of itself answers nothing", async () => {
  const options = [
    { label: "**Ship** it", description: "Runs `deploy`, see [how](https://docs.example/how)." },
    { label: "Wait" },
  ];
  const { id } = await stage.ask({ text: "Now?", form: { kind: "choice", options } });
  const { page } = await stage.open({ path: `/${id}` });
  const ship = page.getByRole("button", { name: "Ship it", exact: true });
  await page.locator(".option code").waitFor();
  expect(await page.locator(".option code").allInnerTexts()).toEqual(["deploy"]);
  await screenshot(page, "markdown-options");
  expect(await violations(page)).toEqual([]);
  await page.locator(".option").getByRole("button", { name: "Where this link leads" }).click();
  await page.getByRole("dialog", { name: "Leave Earshot" }).waitFor();
  await page.keyboard.press("Escape");
  const nowOf = async () => (await stage.operator.show({ id })).request;
  expect((await nowOf()).status).toBe("open");
  await ship.click();
  await expect.poll(nowOf).toMatchObject({ status: "answered", answer: { choice: "**Ship** it" } });
});

test("what a field of a form says of itself is formatted, and its name is plain", async () => {
  const schema = {
    type: "object",
    properties: { region: { type: "string", title: "**Region**", description: "As in `aws`" } },
  };
  const { id } = await stage.ask({ text: "Where?", form: { kind: "fields", schema } });
  const { page } = await stage.open({ path: `/${id}` });
  await page.getByLabel("Region (optional)").waitFor();
  await expect.poll(() => page.locator(".hint code").allInnerTexts()).toEqual(["aws"]);
});
