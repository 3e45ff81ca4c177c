import { expect, test } from "vitest";
import { ownKey } from "../support/own-key.ts";
import { useStage } from "./stage.ts";

const stage = useStage();

test("an owner takes a request back in two presses; an approver has no such button", async () => {
  const asked = await stage.ask({ text: "Is this needed still?" });
  const approver = await stage.open({ path: `/${asked.id}` });
  await approver.page.getByRole("textbox", { name: "Answer" }).waitFor();
  expect(await approver.page.getByRole("button", { name: /cancel/i }).count()).toBe(0);
  const { page } = await stage.open({ key: stage.server.operator, path: `/${asked.id}` });
  await page.getByRole("button", { name: "Cancel request" }).click();
  await page.getByRole("button", { name: /again to cancel/ }).click();
  const { request } = await stage.agent.wait({ id: asked.id, holdMs: 20_000 });
  expect(request.status).toBe("cancelled");
});

test("CRITICAL wants the passphrase too, and a wrong one loses nothing", async () => {
  const passphrase = "correct horse battery";
  const { secret } = await ownKey(stage.operator, { kind: "person", name: "carl" });
  const { page, origin } = await stage.open({ key: secret, path: "/settings" });
  await page.getByLabel("New passphrase").fill(passphrase);
  await page.getByLabel("Once more").fill(passphrase);
  await page.getByRole("button", { name: "Set the passphrase" }).click();
  await page.getByText("The passphrase is set.").waitFor();
  const sought = await stage.seek({ tool: "admin_reset_system", args: { environment: "test" } });
  const { id, authorization } = sought;
  await page.goto(`${origin}/${id}`);
  const digits = page.getByRole("textbox", { name: "First digits of the digest" });
  await digits.fill(authorization.digest.slice(0, 6));
  await page.getByLabel("Passphrase").fill("something else entirely");
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await page
    .getByText(/not your passphrase/)
    .first()
    .waitFor();
  expect((await stage.ana.show({ id })).request.status).toBe("open");
  expect(await digits.inputValue()).toBe(authorization.digest.slice(0, 6));
  await page.getByLabel("Passphrase").fill(passphrase);
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  const { request } = await stage.agent.wait({ id, holdMs: 20_000 });
  expect(request).toMatchObject({
    status: "approved",
    authorization: { votes: [{ steppedUp: true, by: { name: "carl", via: "inbox" } }] },
  });
});

test("a viewer looks, and has nothing to decide with", async () => {
  const { secret } = await ownKey(stage.operator, {
    kind: "person",
    name: "vera",
    role: "viewer",
  });
  const { page, origin } = await stage.open({ key: secret });
  const sought = await stage.seek({ tool: "write_file" });
  const asked = await stage.ask({
    text: "Red or green?",
    form: { kind: "choice", options: [{ label: "red" }, { label: "green" }] },
  });
  for (const { id } of [sought, asked]) {
    await page.goto(`${origin}/${id}`);
    await page.getByRole("region", { name: "History" }).waitFor();
    const deciding = /^(Approve|Press again|Reject|Edit arguments|Claim|red|green|Send answer)/;
    expect(await page.getByRole("article").getByRole("button", { name: deciding }).count()).toBe(0);
    for (const key of ["a", "a", "d", "e", "1", "c"]) await page.keyboard.press(key);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect((await stage.ana.show({ id })).request.status).toBe("open");
  }
});
