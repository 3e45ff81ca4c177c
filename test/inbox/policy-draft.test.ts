import { expect, test } from "vitest";
import { useStage } from "./stage.ts";

const stage = useStage();

const rules = (name: string) => ({ version: 1, rules: [{ name, tools: [name] }] });

test("a draft replaces the policy that it began from, and another one only by an act of its own", async () => {
  await stage.operator.applyPolicy({ source: rules("first") });
  const { page } = await stage.open({ key: stage.server.operator, path: "/policy" });
  const edit = async () => await page.getByRole("tab", { name: "Edit" }).click();
  const apply = async () => {
    const armed = page.getByRole("button", { name: "Press again to apply" });
    // A press on what has only just moved counts for nothing.
    await expect
      .poll(async () => {
        if (await armed.isVisible()) return true;
        const first = page.getByRole("button", { name: "Apply", exact: true });
        await first.click({ timeout: 1_000 }).catch(() => {});
        return await armed.isVisible();
      })
      .toBe(true);
    await armed.click();
  };
  await edit();
  const text = page.getByRole("textbox");
  await text.fill(JSON.stringify(rules("mine")));
  const theirs = await stage.operator.applyPolicy({ source: rules("theirs") });
  await page.reload();
  await edit();
  await page.getByText("Another policy came into force since you began to edit.").waitFor();
  await apply();
  await page.getByText("Nothing was changed:").waitFor();
  expect((await stage.operator.policy()).revision).toBe(theirs.revision);
  expect(await text.inputValue()).toContain("mine");
  await page.getByRole("button", { name: "Replace it all the same" }).click();
  await apply();
  await expect
    .poll(async () => (await stage.operator.policy()).source)
    .toMatchObject({ rules: [{ name: "mine" }] });
});

test("the editor warns of what the server's check warns of, expressions among it", async () => {
  const { page } = await stage.open({ key: stage.server.operator, path: "/policy" });
  await page.getByRole("tab", { name: "Edit" }).click();
  const source = (when: string) =>
    JSON.stringify({ version: 2, rules: [{ name: "mail", when, decision: "allow" }] });
  const text = page.getByRole("textbox");
  const warned = page.getByText("may be another address");
  await text.fill(source('args.to.endsWith("@our.org")'));
  await warned.waitFor();
  await text.fill(source('email(args.to).domain == "our.org"'));
  await warned.waitFor({ state: "detached" });
});

test("a dry run shows what would be loosened and what tightened, each apart", async () => {
  const source = { version: 1, rules: [{ name: "two", tools: ["pay"], quorum: 2 }] };
  await stage.operator.applyPolicy({ source });
  await stage.seek({ tool: "pay" });
  await stage.seek({ tool: "mail" });
  const { page } = await stage.open({ key: stage.server.operator, path: "/policy" });
  await page.getByRole("tab", { name: "Edit" }).click();
  const other = [
    { name: "one", tools: ["pay"] },
    { name: "no", decision: "deny" },
  ];
  await page.getByRole("textbox").fill(JSON.stringify({ version: 1, rules: other }));
  await page.getByRole("button", { name: "Dry run" }).click();
  await page.getByText("1 would have been loosened and 1 tightened").waitFor();
  await page
    .getByRole("table", { name: /^Loosened: .* 1$/ })
    .getByText("pay")
    .waitFor();
  await page
    .getByRole("table", { name: /^Tightened, .* 1$/ })
    .getByText("mail")
    .waitFor();
});
