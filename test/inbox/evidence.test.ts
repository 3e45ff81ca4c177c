import { expect, test } from "vitest";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import type { EvidenceInput } from "../../src/ports/earshot/evidence.ts";
import { looked, useStage } from "./stage.ts";

const stage = useStage();

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const CHANGE: EvidenceInput = {
  kind: "file",
  name: "src/limits.ts",
  before: { text: "const limit = 10;\nexport default limit;\n" },
  after: { text: "const limit = 1000;\nexport default limit;\n" },
};
const SQL: EvidenceInput = {
  kind: "sql",
  name: "clean-up",
  content: { text: "DELETE FROM sessions -- WHERE age > $1\n" },
  params: [30],
};

test("what stands beside an action is drawn before its end, and only then it is approved", async () => {
  const image: EvidenceInput = { kind: "image", name: "after.png", content: { base64: PNG } };
  const evidence = [CHANGE, SQL, image];
  const sought = asAuthorization(
    (
      await stage.agent.authorize({
        tool: "write_file",
        args: { path: "src/limits.ts" },
        reason: "The limit is too low.",
        evidence,
      })
    ).request,
  );
  const { page } = await stage.open({ path: `/${sought.id}` });
  const part = page.getByRole("region", { name: "Evidence" });
  await part.getByText("Change src/limits.ts · +1 −1").waitFor();
  const lines = await part.locator(".evidence-line").allInnerTexts();
  expect(lines.map((line) => line.replaceAll("\n", ""))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^-.*const limit = 10;$/)]),
  );
  await part.getByText("DELETE without WHERE").waitFor();
  const picture = part.getByRole("img", { name: "after.png" });
  await expect
    .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBe(1);
  const save = part.getByRole("link", { name: "Save the new file" });
  const address = await save.getAttribute("href");
  const got = await page.evaluate(async (path) => {
    const reply = await fetch(path, { method: "GET" });
    return [reply.status, reply.headers.get("content-disposition"), await reply.text()];
  }, address ?? "");
  expect(got).toEqual([200, expect.stringContaining("limits.ts"), expect.stringContaining("1000")]);
  await looked(page);
  await expect
    .poll(async () => {
      await page.keyboard.press("a");
      return (await stage.ana.show({ id: sought.id })).request.status;
    })
    .toBe("approved");
});

test("nothing is approved while what stands beside it could not be drawn", async () => {
  const { request } = await stage.agent.authorize({
    tool: "write_file",
    args: { path: "src/other.ts" },
    reason: "Another one.",
    evidence: [CHANGE],
  });
  const { page } = await stage.open({ path: "/" });
  await page.route("**/evidence?*", (route) => route.abort());
  await page.goto(`${new URL(page.url()).origin}/${request.id}`);
  await page.getByText("This could not be drawn.").waitFor();
  await looked(page);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("a");
  expect((await stage.ana.show({ id: request.id })).request.status).toBe("open");
  await page.unroute("**/evidence?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Change src/limits.ts").waitFor();
});

test("a question shows what stands beside it, in its own form", async () => {
  const { request } = await stage.agent.ask({ text: "Does it look right?", evidence: [CHANGE] });
  const { page } = await stage.open({ path: `/${request.id}` });
  await page.getByText("Change src/limits.ts · +1 −1").waitFor();
});

test("an edit is reviewed with the evidence that follows it", async () => {
  const edits = { narrow: { "/amount": "lower" } };
  const rules = [{ name: "pays", tools: ["pay"], level: "MEDIUM", edits }];
  await stage.operator.applyPolicy({ source: { version: 1, rules } });
  const args = { amount: 120, payee: "Acme" };
  const { request } = await stage.agent.authorize({
    tool: "pay",
    args,
    reason: "It is due.",
    evidence: [{ kind: "payment", name: "invoice 7", ...args }],
  });
  const { page } = await stage.open({ path: `/${request.id}` });
  await page.getByRole("region", { name: "Evidence" }).getByText("Pay 120 to Acme").waitFor();
  await page.getByRole("button", { name: "Edit arguments" }).click();
  const edit = page.getByRole("region", { name: "Edit arguments" });
  await edit.getByRole("textbox", { name: "amount" }).fill("90");
  await edit.getByRole("button", { name: "Review changes" }).click();
  await edit.getByRole("region", { name: "Evidence" }).getByText("Pay 90 to Acme").waitFor();
});
