import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/index.ts";
import { useStage } from "./stage.ts";

/* The same question of several agents, on a page, where no channel is set up. */

const stage = useStage();
const list = (page: Page) => page.getByRole("list", { name: "Requests" });

async function anotherAgent(name: string): Promise<EarshotClient> {
  const { secret } = await stage.operator.createKey({ kind: "agent", name });
  return createClient({ url: stage.server.url, key: secret });
}

test("the same question of two agents is one row, which names both, and one answer", async () => {
  const text = "Which region first?";
  const asked = await stage.ask({ text });
  const { page } = await stage.open({ path: `/${asked.id}` });
  const row = list(page).getByRole("link", { name: text });
  await row.getByText("scout", { exact: true }).waitFor();
  const rival = await anotherAgent("rival");
  const { request } = await rival.ask({ text });
  // It comes to be named while one looks at it.
  await row.getByText("scout and rival").waitFor();
  await page.getByText("Also asked by rival: one answer goes to all.").waitFor();
  expect(await list(page).getByText(text).count()).toBe(1);
  await page.reload();
  await row.getByText("scout and rival").waitFor();
  expect(await list(page).getByText(text).count()).toBe(1);
  await page.getByRole("textbox", { name: /answer/i }).fill("North");
  await page.getByRole("button", { name: "Send answer" }).click();
  for (const [agent, { id }] of [
    [stage.agent, asked],
    [rival, request],
  ] as const) {
    const { request: closed } = await agent.wait({ id, holdMs: 20_000 });
    expect(closed).toMatchObject({
      status: "answered",
      answer: { text: "North" },
      closedBy: { name: "ana", via: "inbox" },
    });
  }
});

test("one agent is left out, and stands alone without the answer", async () => {
  const text = "Which zone last?";
  const asked = await stage.ask({ text });
  const third = await anotherAgent("third");
  const { request } = await third.ask({ text });
  const { page, origin } = await stage.open({ path: `/${asked.id}` });
  await page.getByRole("button", { name: "Leave out third" }).click();
  await page.getByText("Also asked by").waitFor({ state: "detached" });
  await stage.ana.answer({ id: asked.id, answer: { text: "South" } });
  await page.goto(`${origin}/${request.id}`);
  const own = list(page).getByRole("link", { name: text });
  await own.getByText("third", { exact: true }).waitFor();
  expect((await third.wait({ id: request.id })).outcome).toBe("pending");
});

test("the question that shares another's answer links to that one", async () => {
  const text = "Which node next?";
  const asked = await stage.ask({ text });
  const fourth = await anotherAgent("fourth");
  const { request } = await fourth.ask({ text });
  const { page } = await stage.open({ path: `/${request.id}` });
  const link = page.getByRole("link", { name: "that question" });
  expect(await link.getAttribute("href")).toBe(`/${asked.id}`);
  await page.getByRole("button", { name: "Ask it by itself" }).click();
  await link.waitFor({ state: "detached" });
});
