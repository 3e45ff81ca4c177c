import { expect, test } from "vitest";
import { screenshot } from "../support/browser.ts";
import { violations } from "./looks.ts";
import { useStage } from "./stage.ts";

const stage = useStage();

const SOURCE = {
  version: 2,
  rules: [
    {
      name: "small",
      tools: ["pay"],
      when: "args.amount < 100",
      decision: "allow",
      other_args: "any",
    },
    { name: "to friends", tools: ["pay"], when: 'args.paye == "ACME"', level: "LOW" },
    { name: "no mails", tools: ["mail"], decision: "deny", why: "Mails go through marketing." },
  ],
};

test("an open request says rule by rule why it was asked, once somebody opens it", async () => {
  await stage.operator.applyPolicy({ source: SOURCE });
  const { id } = await stage.seek({ tool: "pay", args: { amount: 120, payee: "ACME" } });
  const { page } = await stage.open({ path: `/${id}` });
  const why = page.getByRole("region", { name: "Why this was asked" });
  await why.getByRole("heading").click();
  await why.getByText("args.amount < 100 is false (args.amount is 120)").waitFor();
  await why.getByText("args.paye cannot be judged").waitFor();
  await why.getByText("Did you mean args.payee?").waitFor();
  await screenshot(page, "why-asked");
  expect(await violations(page)).toEqual([]);
});

test("what a rule refused says why, on a phone too", async () => {
  await stage.operator.applyPolicy({ source: SOURCE });
  const { id } = await stage.seek({ tool: "mail", args: { text: "Hello" } });
  const { page } = await stage.open({ path: `/done/${id}`, width: 390, height: 844 });
  const why = page.getByRole("region", { name: "Why this was refused" });
  await why.getByRole("heading").click();
  await why.getByText("It is about other tools or agents.").first().waitFor();
  await why.getByText("It has no conditions.").waitFor();
  await screenshot(page, "why-refused-phone");
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wide).toBe(0);
});

test("a call that is tried says why, rule by rule", async () => {
  await stage.operator.applyPolicy({ source: SOURCE });
  const { page } = await stage.open({ path: "/policy" });
  await page.getByRole("tab", { name: "Try one call" }).click();
  await page.getByLabel("Tool").fill("pay");
  await page.getByLabel("Arguments").fill('{"amount": 5}');
  await page.getByRole("button", { name: "Ask the policy" }).click();
  await page.getByText("args.amount < 100 is true (args.amount is 5)").waitFor();
  await screenshot(page, "why-tried");
  expect(await violations(page)).toEqual([]);
});

const TRAFFIC = {
  version: 1,
  rules: [
    { name: "reads", tools: ["get_*"], decision: "allow" },
    { name: "payments", tools: ["wire"] },
    { name: "never", tools: ["nothing"], decision: "deny" },
  ],
  tests: [{ name: "reads pass", tool: "get_user", decision: "allow" }],
};

test("the rules show how much each decided and how many tests it has, and the tests their outcome", async () => {
  await stage.operator.applyPolicy({ source: TRAFFIC });
  const sought: string[] = [];
  for (const tool of ["get_user", "get_order", "get_mail", "wire"]) {
    sought.push((await stage.seek({ tool })).id);
  }
  const { page } = await stage.open({ path: "/policy" });
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  const cells = async (name: string) => {
    const all = row(name).first().getByRole("cell");
    return await Promise.all([all.nth(3), all.nth(4)].map((cell) => cell.innerText()));
  };
  await row("payments").getByRole("meter").waitFor();
  expect((await cells("reads"))[0]).toMatch(/^3\b/);
  expect((await cells("reads"))[1]).toBe("1");
  expect((await cells("payments"))[0]).toMatch(/^1\b/);
  expect(await cells("never")).toEqual(["none", "none"]);
  const latest = row("reads").first().getByRole("link");
  expect(await latest.getAttribute("href")).toBe(`/${sought[2]}`);
  await screenshot(page, "policy-traffic");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("tab", { name: "Tests" }).click();
  await page.getByText("1 test, 0 failed. Tests decide 1 of 3 rules.").waitFor();
  await screenshot(page, "policy-tests");
  expect(await violations(page)).toEqual([]);
});

test("a test that changes together with its rule is shown before the policy is put in force", async () => {
  await stage.operator.applyPolicy({ source: TRAFFIC });
  const { page } = await stage.open({ key: stage.server.operator, path: "/policy" });
  await page.getByRole("tab", { name: "Edit" }).click();
  const [reads, ...others] = TRAFFIC.rules;
  const tests = TRAFFIC.tests.map((one) => ({ ...one, decision: "deny" }));
  const source = { ...TRAFFIC, rules: [{ ...reads, decision: "deny" }, ...others], tests };
  await page.getByRole("textbox").fill(JSON.stringify(source));
  const apply = async () => {
    const armed = page.getByRole("button", { name: "Press again to apply" });
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
  await apply();
  await page.getByText("Nothing was applied yet.").waitFor();
  const told = page.getByRole("table", { name: /^Tests that change together/ });
  expect(await told.innerText()).toMatch(/reads pass\s+changes\s+reads\s+changes/);
  await screenshot(page, "policy-changed-tests");
  expect((await stage.operator.policy()).source).toEqual(TRAFFIC);
  await apply();
  await expect.poll(async () => (await stage.operator.policy()).source).toEqual(source);
});
