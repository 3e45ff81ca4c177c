import { expect, test } from "vitest";
import { useHubStage } from "./hub-stage.ts";

const stage = useHubStage();

test("a request says who was reached where and when, and what waits for what", async () => {
  const { page } = await stage.open({ path: `/${stage.asked}` });
  const lines = page.getByRole("region", { name: "Who was reached" }).getByRole("listitem");
  const texts = async () => (await lines.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
  await expect
    .poll(texts)
    .toEqual([
      expect.stringMatching(/^seen operator: Telegram, @ana 12 h ago/),
      expect.stringMatching(/^sent operator: Webhook, pager 15 h ago/),
      expect.stringMatching(/^waits operator: Telegram, 4712 – until quiet hours are over in 7 h/),
    ]);
  expect(await page.getByText("Nobody could be reached").count()).toBe(0);
});

test("that nobody could be reached is said plainly, until one way is tried again", async () => {
  const { page, origin } = await stage.open({ path: `/${stage.lost}` });
  const notice = page.getByRole("article").getByText(/^Nobody could be reached about this/);
  await notice.waitFor();
  expect(await page.getByRole("textbox", { name: "Answer" }).isEnabled()).toBe(true);
  const reached = page.getByRole("region", { name: "Who was reached" });
  await reached.getByText("2 failed").waitFor();
  const telegram = await reached.getByRole("listitem").filter({ hasText: "@ana" }).innerText();
  expect(telegram.replace(/\s+/g, " ")).toBe(
    "failed operator: Telegram, @ana – Telegram could not be reached. 11 h ago",
  );
  await notice.getByRole("link", { name: "See why" }).click();
  await page.getByRole("button", { name: /^Resend to Webhook/ }).click();
  await expect.poll(() => stage.receiver.events.length).toBe(1);
  await page.goto(`${origin}/${stage.lost}`);
  await reached.getByText("1 reached").waitFor();
  expect(await notice.count()).toBe(0);
});
