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
    { name: "to friends", tools: ["pay"], when: 'args.too == "ACME"', level: "LOW" },
    { name: "no mails", tools: ["mail"], decision: "deny", why: "Mails go through marketing." },
  ],
};

test("an open request says rule by rule why it was asked, once somebody opens it", async () => {
  await stage.operator.applyPolicy({ source: SOURCE });
  const { id } = await stage.seek({ tool: "pay", args: { amount: 120, to: "ACME" } });
  const { page } = await stage.open({ path: `/${id}` });
  const why = page.getByRole("region", { name: "Why this was asked" });
  await why.getByRole("heading").click();
  await why.getByText("args.amount < 100 is false (args.amount is 120)").waitFor();
  await why.getByText("args.too cannot be judged").waitFor();
  await why.getByText("Did you mean args.to?").waitFor();
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
