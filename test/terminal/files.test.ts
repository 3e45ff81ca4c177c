import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { eventually, testFolder, testServer } from "../support/cli.ts";
import { openConsole } from "./console-here.ts";

test("the console asks for a file by its path, says what is wrong, and uploads it", async () => {
  const { agent, operator } = await testServer();
  const path = join(testFolder(), "may.pdf");
  writeFileSync(path, "%PDF-1.7 an invoice");
  const invoice = { format: "file", title: "Invoice", mediaTypes: ["application/pdf"] };
  const schema = { type: "object", properties: { invoice }, required: ["invoice"] };
  const { request } = await agent.ask({ text: "Which one?", form: { kind: "fields", schema } });
  const { shows, type, end } = openConsole(operator);
  onTestFinished(async () => void (await end()));
  await shows("Invoice (A file, application/pdf, at most 4 MiB; type its path; required)");
  await shows("[OPERATOR] invoice: ");
  type("nowhere.pdf\n");
  await shows("The file nowhere.pdf cannot be read");
  type(`'${path}'\n`);
  const answered = await eventually(async () => {
    const now = (await operator.show({ id: request.id })).request;
    return now.status === "open" ? undefined : now;
  });
  expect(answered).toMatchObject({ answer: { fields: { invoice: { name: "may.pdf" } } } });
});
