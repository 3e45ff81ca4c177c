import { expect, test } from "vitest";
import { screenshot } from "../support/browser.ts";
import { useStage } from "./stage.ts";

const stage = useStage();

test("what was only shown is one line of the audit page, opened by choice, and nothing is cut at 1280 px", async () => {
  const asked = ["eu", "us", "asia"].map((place) => stage.ask({ text: `Deploy to ${place}?` }));
  const ids = (await Promise.all(asked)).map(({ id }) => id);
  await stage.ana.noteSent({ ids });
  await stage.operator.noteSent({ ids });
  const name = "somebody-whose-name-is-about-as-long-as-names-become";
  await stage.operator.createKey({ kind: "agent", name });
  const key = stage.server.operator;
  const { page } = await stage.open({ key, path: "/audit", width: 1280, height: 800 });
  const run = page.getByRole("button", { name: "Shown to ana, operator 6 times" });
  await run.waitFor();
  const table = page.getByRole("region", { name: "Events, table" });
  const codes = table.getByText("EAR4004");
  expect(await codes.count()).toBe(1);
  const isCut = await table.evaluate((box) => box.scrollWidth > box.clientWidth);
  await screenshot(page, "audit-run");
  expect(isCut).toBe(false);
  await run.click();
  expect(await codes.count()).toBe(7);
});
