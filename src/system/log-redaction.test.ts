import pino from "pino";
import { expect, test } from "vitest";
import { createRedactedLines } from "./log-redaction.ts";

function openLog() {
  const written: string[] = [];
  const lines = createRedactedLines({ write: (line) => written.push(line) });
  return { lines, log: pino({}, lines), output: () => written.join("") };
}

const SHAPES: readonly ((secret: string, log: pino.Logger) => void)[] = [
  (secret, log) => log.info(`called with ${secret}`),
  (secret, log) => log.info({ deep: { list: [{ value: secret }] } }, "a call"),
  (secret, log) => log.error({ err: new Error(`refused ${secret}`) }, "failed"),
  (secret, log) => log.warn({ err: new Error("outer", { cause: new Error(secret) }) }),
  (secret, log) => log.info({ [secret]: 1 }),
  (secret, log) => log.child({ bound: secret }).info("a child"),
  (secret, log) => log.info("%s and %j", secret, { secret }),
  (secret, log) => log.info({ url: `/x?q=${encodeURIComponent(secret)}` }),
  (secret, log) => log.info({ text: JSON.stringify({ nested: secret }) }),
];

test("of 50 secrets, none is in the log by whatever way it came there", () => {
  const { lines, log, output } = openLog();
  const secrets = Array.from(
    { length: 50 },
    (_, index) => `canary ${index}: "q"\n\\ü§${index * 7919}`,
  );
  for (const secret of secrets) lines.addKnown(secret);
  for (const [index, secret] of secrets.entries()) SHAPES[index % SHAPES.length]?.(secret, log);
  expect(output()).not.toContain("canary");
  expect(output()).not.toContain("q=canary");
});

test("what looks like a secret is hidden without being known", () => {
  const { log, output } = openLog();
  const key = `ear_live_${"k".repeat(43)}`;
  for (const write of SHAPES) write(key, log);
  log.info({ headers: { authorization: "Basic abc" }, password: "hunter2" });
  expect(output()).not.toMatch(/kkkk|Basic abc|hunter2/);
});

test("a line stays one line of JSON with all else that it said", () => {
  const { lines, log, output } = openLog();
  lines.addKnown("sesame");
  log.info({ call: { id: 7, door: "sesame" } }, "done");
  const [line = "", ...more] = output().trimEnd().split("\n");
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({
    level: 30,
    call: { id: 7, door: "[secret]" },
    msg: "done",
  });
});

test("what is no JSON is hidden too", () => {
  const { lines, output } = openLog();
  lines.addKnown("sesame");
  lines.write("open sesame\n");
  expect(output()).toBe("open [secret]\n");
});
