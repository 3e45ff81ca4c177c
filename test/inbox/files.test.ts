import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { pressUntilGone, useStage } from "./stage.ts";

/* Files that somebody gives with an answer on the page. */

const stage = useStage();
const PDF = Buffer.from("%PDF-1.7 an invoice");
const NOTES = Buffer.from("what to say");

test("files are chosen and dropped, told while wrong, sent with the answer, and saved from it", async () => {
  const { id } = await stage.ask({
    text: "Which invoice?",
    form: {
      kind: "fields",
      schema: {
        type: "object",
        required: ["invoice"],
        properties: {
          invoice: { format: "file", title: "Invoice", mediaTypes: ["application/pdf"] },
          more: { type: "array", title: "More", items: { format: "file", maxBytes: 1_024 } },
        },
      },
    },
  });
  const { page } = await stage.open({ path: `/${id}` });
  const decide = page.getByRole("region", { name: "Decide" });
  await decide.getByText("A file, application/pdf, at most 4 MiB.").waitFor();
  const send = decide.getByRole("button", { name: /^Send answer/ });
  expect(await send.isDisabled()).toBe(true);
  const invoice = decide.getByLabel(/^Invoice/);
  await invoice.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: NOTES });
  await decide
    .getByText("a.txt is text/plain, and one of these is wanted: application/pdf.")
    .waitFor();
  await invoice.setInputFiles({ name: "in.pdf", mimeType: "application/pdf", buffer: PDF });
  await decide.getByText(`${PDF.length} bytes`).waitFor();
  const large = { name: "large.txt", mimeType: "text/plain", buffer: Buffer.alloc(1_025) };
  await decide.getByLabel(/^More/).setInputFiles(large);
  await decide.getByText("large.txt is too large: at most 1 KiB.").waitFor();
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "notes.txt", { type: "text/plain" }));
    return data;
  }, NOTES.toString());
  await decide.locator(".files").nth(1).dispatchEvent("drop", { dataTransfer: dropped });
  await decide.getByText(`${NOTES.length} bytes`).waitFor();
  await pressUntilGone(send);
  const { request } = await stage.agent.show({ id });
  expect(request).toMatchObject({
    status: "answered",
    answer: { fields: { invoice: { name: "in.pdf" }, more: [{ name: "notes.txt" }] } },
  });
  const done = await stage.open({ path: `/done/${id}` });
  const link = done.page.getByRole("list", { name: "Files of the answer" }).getByText("in.pdf");
  const [saved] = await Promise.all([done.page.waitForEvent("download"), link.click()]);
  expect(saved.suggestedFilename()).toBe("in.pdf");
  expect(await readFile(await saved.path())).toEqual(PDF);
});

test("each row of a list takes a file, and keeps it when another row is removed", async () => {
  const photo = { format: "file", title: "Photo", mediaTypes: ["image/png"] };
  const place = { type: "string", title: "Place" };
  const items = { type: "object", required: ["photo"], properties: { place, photo } };
  const stops = { type: "array", title: "Stops", items };
  const schema = { type: "object", properties: { stops } };
  const { id } = await stage.ask({ text: "Which stops?", form: { kind: "fields", schema } });
  const { page } = await stage.open({ path: `/${id}` });
  const decide = page.getByRole("region", { name: "Decide" });
  const add = decide.getByRole("button", { name: "Add to Stops" });
  const row = (number: number) => decide.getByRole("group", { name: `Stops ${number}` });
  const png = (name: string) => ({ name, mimeType: "image/png", buffer: NOTES });
  await add.click();
  await row(1).getByLabel("Photo").setInputFiles(png("one.png"));
  await add.click();
  await row(2).getByLabel("Place").fill("Bern");
  await row(2).getByLabel("Photo").setInputFiles(png("two.png"));
  await row(2).getByText(`${NOTES.length} bytes`).waitFor();
  await row(1).getByRole("button", { name: "Remove Stops 1" }).click();
  await row(1).getByText("two.png").waitFor();
  await pressUntilGone(decide.getByRole("button", { name: /^Send answer/ }));
  expect((await stage.agent.show({ id })).request).toMatchObject({
    status: "answered",
    answer: { fields: { stops: [{ place: "Bern", photo: { name: "two.png" } }] } },
  });
});

test("a picture goes beside words where no field asks for one, and is saved from the answer", async () => {
  const { id } = await stage.ask({ text: "What does it look like?" });
  const { page } = await stage.open({ path: `/${id}` });
  const decide = page.getByRole("region", { name: "Decide" });
  const send = decide.getByRole("button", { name: /^Send answer/ });
  await decide.getByRole("button", { name: "Attach a file" }).click();
  const buffer = Buffer.from("89504e470d0a1a0a0000", "hex");
  const picture = { name: "shot.png", mimeType: "image/png", buffer };
  await decide.getByLabel("Attach a file").setInputFiles(picture);
  await decide.getByText("10 bytes").waitFor();
  await decide.getByLabel("Answer", { exact: true }).fill("Like this.");
  await pressUntilGone(send);
  const { request } = await stage.agent.show({ id });
  expect(request).toMatchObject({
    answer: { text: "Like this.", attachments: [{ name: "shot.png", size: 10 }] },
  });
  const done = await stage.open({ path: `/done/${id}` });
  const link = done.page.getByRole("list", { name: "Files of the answer" }).getByText("shot.png");
  const [saved] = await Promise.all([done.page.waitForEvent("download"), link.click()]);
  expect(await readFile(await saved.path())).toEqual(buffer);
});
