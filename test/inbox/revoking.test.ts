import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { screenshot } from "../support/browser.ts";
import { ownKey } from "../support/own-key.ts";
import { pressUntilGone, useStage } from "./stage.ts";

const stage = useStage();

async function approved() {
  const sought = await stage.seek({ tool: "write_file" });
  await stage.ana.approve({ id: sought.id, digest: sought.authorization.digest });
  return sought.id;
}

test("an approval that is not used says so, and is taken back after a look and with a reason", async () => {
  const id = await approved();
  const { page } = await stage.open({ path: `/${id}` });
  const outcome = page.getByRole("region", { name: "Outcome" });
  await outcome.getByText(/not used, .* left/).waitFor();
  await outcome.getByRole("button", { name: "Take back the approval" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Leave it approved" }).click();
  expect((await stage.ana.show({ id })).request.status).toBe("approved");
  await outcome.getByRole("button", { name: "Take back the approval" }).click();
  await dialog.getByLabel("Reason").fill("Wrong file.");
  await pressUntilGone(dialog.getByRole("button", { name: "Take it back" }));
  await outcome.getByText("Approval taken back by ana via inbox").waitFor();
  await outcome.getByText("Wrong file.").waitFor();
  expect((await stage.agent.wait({ id })).request).toMatchObject({
    status: "rejected",
    reason: "Wrong file.",
    revoked: {},
  });
});

test("an approval that is used says so, and offers nothing to take back", async () => {
  const id = await approved();
  const { page } = await stage.open({ path: `/${id}` });
  await page.getByRole("button", { name: "Take back the approval" }).waitFor();
  const { grant, tool, args } = await stage.agent.collect({ id });
  await stage.agent.redeem({ grant, tool, args });
  await page.getByRole("region", { name: "Outcome" }).getByText("used", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Take back the approval" }).waitFor({ state: "detached" });
});

test("a vote on what is open is taken back by who gave it", async () => {
  const { id, authorization } = await stage.seek({ tool: "deploy" });
  await stage.ana.approve({ id, digest: authorization.digest });
  const { page } = await stage.open({ path: `/${id}` });
  await page.getByRole("button", { name: "Take back my approval" }).click();
  await pressUntilGone(page.getByRole("dialog").getByRole("button", { name: "Take it back" }));
  await expect
    .poll(async () => (await stage.ana.show({ id })).request)
    .toMatchObject({ status: "open", authorization: { votes: [] } });
});

test("whoever revokes the last key of an agent is told of what it leaves open, where that is closed", async () => {
  const { secret } = await stage.operator.createKey({ kind: "agent", name: "leaver" });
  const leaver = createClient({ url: stage.server.url, key: secret });
  const { request } = await leaver.ask({ text: "Who hears the answer?" });
  const { page, origin } = await stage.open({ key: stage.server.operator, path: "/agents" });
  const keys = page.getByRole("table", { name: "Keys" });
  const revoke = keys.getByRole("button", { name: /key of leaver/ });
  await revoke.click();
  expect(await page.locator(".toast").count()).toBe(0);
  await keys.getByRole("button", { name: "Press again to revoke key of leaver" }).click();
  const toast = page.locator(".toast", {
    hasText: "1 request stays open of leaver. Reject all, above, closes them.",
  });
  await toast.waitFor();
  await screenshot(page, "key-revoked");
  await expect(leaver.whoami()).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  await toast.getByRole("button", { name: "Put away" }).click();
  await toast.waitFor({ state: "detached" });
  await page.goto(`${origin}/${request.id}`);
  await page.locator("article header").getByText("leaver (its key was revoked)").waitFor();
  await page
    .locator(`a[href*="${request.id}"]`)
    .getByText("leaver (its key was revoked)")
    .waitFor();
});

test("of a key that leaves nothing open, or is not the last, nothing more is said", async () => {
  const idle = { kind: "agent", name: "idler" } as const;
  const first = await stage.operator.createKey(idle);
  const idler = createClient({ url: stage.server.url, key: first.secret });
  await idler.ask({ text: "Is anybody there?" });
  await stage.operator.createKey(idle);
  await stage.operator.createKey({ kind: "agent", name: "silent" });
  const { page } = await stage.open({ key: stage.server.operator, path: "/agents" });
  for (const name of ["silent", "idler"]) {
    const revoke = page.getByRole("button", { name: new RegExp(`^Revoke key of ${name}`) }).first();
    await revoke.waitFor();
    const left = async () => {
      const { items } = await stage.operator.listKeys();
      const good = items.filter(({ key }) => key.revokedAt === undefined);
      return good.filter(({ principal }) => principal.name === name).length;
    };
    const had = await left();
    const agents = page.waitForResponse((response) => response.url().endsWith("/v1/agents"));
    const again = page.getByRole("button", { name: `Press again to revoke key of ${name}` });
    await pressTwice(revoke, again);
    await expect.poll(left).toBe(had - 1);
    await agents;
  }
  expect(await page.locator(".toast", { hasText: "of idler" }).count()).toBe(0);
  expect(await page.locator(".toast", { hasText: "of silent" }).count()).toBe(0);
});

/** As a person does it: the button is asked again where the page moved it, or the time was over. */
async function pressTwice(once: Locator, again: Locator): Promise<void> {
  const isDone = async () => {
    await once.click();
    return await again.click({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  };
  while (!(await isDone()));
}

test("the history names who tried to decide and was refused, and a digest breaks between groups alone", async () => {
  const { id, authorization } = await stage.seek({ tool: "admin_reset_system" });
  const { digest } = authorization;
  const { secret } = await ownKey(stage.operator, { kind: "person", name: "hasty" });
  const hasty = createClient({ url: stage.server.url, key: secret });
  const refused = hasty.approve({ id, digest, typed: "000000" });
  await expect(refused).rejects.toMatchObject({ code: expect.any(String) });
  const { page } = await stage.open({ path: `/${id}` });
  await page.getByRole("region", { name: "History" }).getByText("History").click();
  await page.getByText(/^hasty tried to decide and was refused/).waitFor();
  const groups = page.locator(".digest-groups > span");
  await groups.first().waitFor();
  for (const width of [1200, 800, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = await groups.evaluateAll((all) =>
      all.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
      }),
    );
    expect(lines).toEqual(Array.from({ length: 8 }, () => 1));
  }
});
