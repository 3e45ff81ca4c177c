import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { DEFAULT_PAGE_ITEMS } from "../../src/domain/limits.ts";
import { PAY, useStage } from "./stage.ts";

/* One request at a time, on a phone. */

const stage = useStage();
const PHONE = { width: 390, height: 844, isPhone: true };

test("all that needs its person comes as a card, also what stands beyond the first page or arrives meanwhile", async () => {
  const count = DEFAULT_PAGE_ITEMS + 5;
  const asked: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const text = `What of ${createHash("sha256").update(`${at}`).digest("base64url")}?`;
    asked.push((await stage.ask({ text })).id);
  }
  const { page } = await stage.open({ ...PHONE, path: "/deck" });
  const head = page.locator(".deck-head");
  await head.getByText(`${count} need you`).waitFor();
  const seen = await page.evaluate(passAll, count);
  expect(seen.toSorted()).toEqual(asked.toSorted());
  const { id: urgent } = await stage.seek(PAY);
  await head.getByText(`${count + 1} need you`).waitFor();
  // Even what stands above all others in the list lies below the card that is looked at.
  const shown = page.locator("article.request");
  expect(await shown.getAttribute("id")).toBe(seen.at(-1));
  await page.getByRole("button", { name: "Later" }).tap();
  await expect.poll(() => shown.getAttribute("id")).toBe(urgent);
});

/** In the page: presses Later on each card but the last as soon as it is there, and tells which there were. */
async function passAll(count: number): Promise<readonly string[]> {
  const seen: string[] = [];
  const later = document.querySelector<HTMLElement>(".deck-foot button:last-child");
  while (seen.length < count) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const id = document.querySelector("article.request")?.id;
    if (id === undefined || id === seen.at(-1)) continue;
    seen.push(id);
    if (seen.length < count) later?.click();
  }
  return seen;
}
