import { expect, test } from "vitest";
import { sendCallback, signedCallback } from "../support/webhook/callbacks.ts";
import { SECRET, useHubStage } from "./hub-stage.ts";

const stage = useHubStage();

async function openSettings() {
  const { page } = await stage.open({ path: "/settings" });
  const section = page.getByRole("region", { name: "Where you are reached" });
  await section.locator("tbody > tr").first().waitFor();
  return { page, rows: section.locator("tbody > tr") };
}

test("another link is tried first, and one is removed in two presses", async () => {
  const { page, rows } = await openSettings();
  expect(await rows.first().innerText()).toContain("pager");
  await page.getByRole("button", { name: "Try first @ana on Telegram" }).click();
  await expect.poll(() => rows.first().innerText()).toContain("@ana");
  const ranked = (await stage.owner.listLinks()).items.map(({ name }) => name);
  expect(ranked).toEqual(["@ana", "pager"]);
  await page.getByRole("button", { name: "Remove @ana on Telegram" }).click();
  await page.getByRole("button", { name: /^Press again to remove @ana/ }).click();
  await expect.poll(() => rows.count()).toBe(1);
  expect((await stage.owner.listLinks()).items.map(({ name }) => name)).toEqual(["pager"]);
});

test("a code links whoever says it on the channel, and the page hears of it", async () => {
  const { page, rows } = await openSettings();
  await page.getByRole("button", { name: "Link an account" }).click();
  const dialog = page.getByRole("dialog", { name: "Link an account" });
  await dialog.getByRole("button", { name: "Make a code" }).click();
  const code = await dialog.locator(".copy-text code").innerText();
  expect(await dialog.innerText()).toMatch(/call back with a reply[\s\S]*in 10 min/);
  const said = signedCallback(SECRET, {
    type: "reply",
    address: `${stage.receiver.url}/bo`,
    text: `link ${code}`,
    from: { id: "bo", name: "Bo" },
  });
  const reply = await sendCallback(`${stage.url}/hooks/webhook/callback`, said);
  expect(reply).toMatchObject({ status: 200, say: expect.stringMatching(/^Linked/) });
  await dialog.getByText("Linked: you are reached on Webhook now.").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => rows.allInnerTexts()).toContainEqual(expect.stringContaining("Bo"));
});

test("when one is interrupted is saved, and what is wrong about it is said", async () => {
  const { page } = await openSettings();
  await page.getByLabel("Quiet hours from").fill("22:00");
  await page.getByText("Give both, or neither.").waitFor();
  await page.getByLabel("Quiet hours to").fill("07:00");
  await page.getByLabel("Time zone").selectOption("Europe/Berlin");
  await page.getByLabel("Digest").fill("23:00");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(/All times of the digest lie in the quiet hours/).waitFor();
  await page.getByLabel("Digest").fill("09:00, 17:30");
  await page.getByLabel("At most in an hour").fill("6");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("That is when you are interrupted now.").waitFor();
  expect(await stage.owner.attention()).toMatchObject({
    timeZone: "Europe/Berlin",
    quiet: { from: "22:00", to: "07:00" },
    digest: ["09:00", "17:30"],
    perHour: 6,
  });
  await page.reload();
  await expect.poll(() => page.getByLabel("Digest").inputValue()).toBe("09:00, 17:30");
});
