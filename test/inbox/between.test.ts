import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { ownKey } from "../support/own-key.ts";
import { sendCallback, signedCallback } from "../support/webhook/callbacks.ts";
import { SECRET, useHubStage } from "./hub-stage.ts";
import { useStage } from "./stage.ts";

/* What happens between the loading of a screen and the stream of events, which may begin late. */

const hub = useHubStage();
const stage = useStage();

/** The list of requests as it was when it was asked for; it arrives once it is let go. */
async function holdInbox(page: Page): Promise<() => void> {
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(
    ({ pathname }) => pathname === "/v1/inbox",
    async (route) => {
      const response = await route.fetch();
      await gone;
      await route.fulfill({ response });
    },
  );
  onTestFinished(() => letGo());
  return letGo;
}

async function openWhileInboxLoads(
  { open }: Pick<typeof hub, "open">,
  path: string,
  options: Parameters<typeof hub.open>[0] = {},
) {
  const { page, origin } = await open(options);
  const letGo = await holdInbox(page);
  const asked = page.waitForRequest((it) => new URL(it.url()).pathname === "/v1/inbox");
  await page.goto(`${origin}${path}`);
  await asked;
  return { page, letGo };
}

test("an account that is linked while the inbox loads is shown, by its code and in the list", async () => {
  const { page } = await openWhileInboxLoads(hub, "/settings");
  await page.getByRole("button", { name: "Link an account" }).click();
  const dialog = page.getByRole("dialog", { name: "Link an account" });
  await dialog.getByRole("button", { name: "Make a code" }).click();
  const code = await dialog.locator(".copy-text code").innerText();
  const said = signedCallback(SECRET, {
    type: "reply",
    address: `${hub.receiver.url}/cy`,
    text: `link ${code}`,
    from: { id: "cy", name: "Cy" },
  });
  await sendCallback(`${hub.url}/hooks/webhook/callback`, said);
  await dialog.getByText("Linked: you are reached on Webhook now.").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  const section = page.getByRole("region", { name: "Where you are reached" });
  await section.getByText("Cy", { exact: true }).waitFor();
});

test("what a screen of one's own lists is followed while the inbox loads", async () => {
  const key = stage.server.operator;
  const { page } = await openWhileInboxLoads(stage, "/settings", { key });
  await page.getByRole("table", { name: "Operators" }).waitFor();
  await ownKey(stage.operator, { kind: "person", name: "dora", role: "viewer" });
  await page.getByRole("table", { name: "Operators" }).getByText("dora").waitFor();
  const sessions = page.getByRole("table", { name: "Web sessions of everybody" });
  const before = await sessions.getByRole("row").count();
  await stage.open();
  await expect.poll(() => sessions.getByRole("row").count()).toBe(before + 1);
});

test("keys and standing permissions are followed while the inbox loads", async () => {
  const key = stage.server.operator;
  const { page } = await openWhileInboxLoads(stage, "/agents", { key });
  await page.getByText("None is in force.").waitFor();
  await stage.operator.createKey({ kind: "agent", name: "ranger" });
  await page.getByRole("table", { name: "Keys" }).getByText("ranger").waitFor();
  const { id } = await stage.seek({ tool: "read_file" });
  await stage.ana.permit({ scope: "target", like: id }, { via: "console" });
  await page.getByRole("table", { name: "Standing permissions" }).waitFor();
});

test("a request that closes while the list of it is on its way arrives closed, and a new one waits to be let in", async () => {
  const { id } = await stage.ask({ text: "Is this the newest list?" });
  const { page, letGo } = await openWhileInboxLoads(stage, `/${id}`);
  const list = page.getByRole("list", { name: "Requests" });
  await page.getByRole("article").getByRole("button", { name: "Send" }).waitFor();
  await stage.ask({ text: "And is this on it?" });
  await stage.operator.answer({ id, answer: { text: "no" } }, { via: "console" });
  await page.getByRole("article").getByText("Answered by operator").first().waitFor();
  letGo();
  await expect
    .poll(() => list.getByRole("link", { name: /newest list/ }).innerText())
    .toMatch(/answered/i);
  await page.getByRole("button", { name: "1 new" }).click();
  await list.getByRole("link", { name: /this on it/ }).waitFor();
});
