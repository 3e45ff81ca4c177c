import { expect, test } from "vitest";
import { pressUntilGone, useStage } from "./stage.ts";

const stage = useStage();

async function approved() {
  const sought = await stage.seek({ tool: "write_file" });
  await stage.ana.approve({ id: sought.id, digest: sought.authorization.digest });
  return sought.id;
}

test("an approval that is not used says so, and is taken back after a look and with a reason", async () => {
  const id = await approved();
  const { page, origin } = await stage.open();
  await page.goto(`${origin}/${id}`);
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
    ...{ status: "rejected", reason: "Wrong file.", revoked: {} },
  });
});

test("an approval that is used says so, and offers nothing to take back", async () => {
  const id = await approved();
  const { page, origin } = await stage.open();
  await page.goto(`${origin}/${id}`);
  await page.getByRole("button", { name: "Take back the approval" }).waitFor();
  const { grant, tool, args } = await stage.agent.collect({ id });
  await stage.agent.redeem({ grant, tool, args });
  await page.getByRole("region", { name: "Outcome" }).getByText("used", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Take back the approval" }).waitFor({ state: "detached" });
});

test("a vote on what is open is taken back by who gave it", async () => {
  const { id, authorization } = await stage.seek({ tool: "deploy" });
  await stage.ana.approve({ id, digest: authorization.digest });
  const { page, origin } = await stage.open();
  await page.goto(`${origin}/${id}`);
  await page.getByRole("button", { name: "Take back my approval" }).click();
  await pressUntilGone(page.getByRole("dialog").getByRole("button", { name: "Take it back" }));
  await expect
    .poll(async () => (await stage.ana.show({ id })).request)
    .toMatchObject({ status: "open", authorization: { votes: [] } });
});
