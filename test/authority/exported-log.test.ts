import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Event, eventBody } from "../../src/domain/log/event.ts";
import { readExportedLine } from "../../src/domain/log/exported-line.ts";
import { runInProcess } from "../operations/in-process.ts";
import { testFolder } from "../support/cli.ts";
import {
  chained,
  type ExportedLog,
  exportedLog,
  lineOf,
  writeExport,
  writeKeys,
} from "../support/exported-log.ts";
import { listenAt } from "../support/listen.ts";

/* An auditor with nothing but files: an exported log, an anchor, public keys. */

type Files = ReturnType<typeof writeExport>;

const verify = ({ log, anchor, keys }: Files, ...more: readonly string[]) =>
  runInProcess("audit verify", ["--log", log, "--anchor", anchor, "--keys", keys, ...more]);

/** A log of ten events, sealed at five and ten. */
const tenEvents = () => exportedLog({ events: 10, sealed: [5, 10] });

async function checkedAs(change: (log: ExportedLog) => string, given?: ExportedLog) {
  const log = given ?? (await tenEvents());
  const files = writeExport(testFolder(), log);
  writeFileSync(files.log, change(log));
  return await verify(files);
}

const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
const eventsIn = (lines: readonly string[]): readonly Event[] =>
  lines.map((line) => JSON.parse(line).event);

test("an exported log is checked with an anchor and keys, and nothing else", async () => {
  const log = await tenEvents();
  const files = writeExport(testFolder(), log);
  const whole = await verify(files);
  expect(whole).toMatchObject({ code: 0, stderr: "" });
  expect(whole.stdout).toMatch(
    new RegExp(
      `^intact: 10 events, head 10:[0-9a-f]{64}\nof: default, ${log.deployment}\ncovered: 10 events by the checkpoints of the anchor, none is after the last\n$`,
    ),
  );
  const bare = await runInProcess("audit verify", ["--log", files.log, "--json"]);
  expect(JSON.parse(bare.stdout)).toMatchObject({
    intact: true,
    events: 10,
    workspace: "default",
    deployment: log.deployment,
  });
});

test("what is wrong with an export is told with the line or the event where it begins", async () => {
  const ten = await tenEvents();
  const { lines } = ten;
  const longer = await exportedLog({ events: 12, sealed: [5, 12] });
  const forged = eventsIn(lines).with(2, { ...eventsIn(lines)[2], actor: "prn_eve" } as Event);
  const twice = (line = "") => line.replace('"actor":', '"actor":"prn_eve","actor":');
  const cases: readonly (readonly [string, () => string, ExportedLog?])[] = [
    [
      "event 4 does not match its hash",
      () => text(lines.with(3, lines[3]?.replace("req_4", "req_5") ?? "")),
    ],
    ["event 5 is not the one whose hash was noted", () => text(chained(forged).map(lineOf))],
    ["event 4 is missing: line 4 is event 5", () => text(lines.toSpliced(3, 1))],
    ["it begins with event 4: events 1 to 3 are missing", () => text(lines.slice(3))],
    [
      "events 8 to 10 are missing at its end, which the anchor has sealed",
      () => text(lines.slice(0, 7)),
    ],
    ["events 11 to 12 are missing at its end", () => text(longer.lines.slice(0, 10)), longer],
    ["line 11 is event 1 again: a second export begins there", () => text([...lines, ...lines])],
    ["line 11 is event 10 again, behind event 10", () => text([...lines, ...lines.slice(9)])],
    ["line 10, the last, breaks off", () => text(lines).slice(0, -40)],
    ["line 3 is garbled", () => text(lines.with(2, "{"))],
    ["line 2 is garbled", () => text(lines.toSpliced(1, 0, ""))],
    ["line 6 is not written as an export writes it", () => text(lines.with(5, twice(lines[5])))],
    [
      "line 6 says more than its hash covers",
      () => text(lines.with(5, lines[5]?.replace("{", '{"note":"fine",') ?? "")),
    ],
    [
      "line 6 holds no event",
      () => text(lines.with(5, lines[5]?.replace('"seq"', '"by":"eve","seq"') ?? "")),
    ],
    [
      "line 6 has another code than EAR",
      () => text(lines.with(5, lines[5]?.replace(/"EAR\d+"/, '"EAR1001"') ?? "")),
    ],
    [
      "line 1 is the proof of one event",
      () => text([lines[0]?.replace("{", '{"proof":{},') ?? ""]),
    ],
    ["it holds no event", () => ""],
  ];
  for (const [fault, change, log = ten] of cases) {
    const { code, stdout } = await checkedAs(change, log);
    expect({ fault, code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`BROKEN: ${fault}`),
    });
    expect(stdout).toMatch(/; intact up to event \d+\n/);
  }
});

test("a log and an anchor of other deployments are told apart from forged ones", async () => {
  const folder = testFolder();
  const [mine, theirs] = [
    await tenEvents(),
    await exportedLog({ events: 10, sealed: [10], owner: "prn_bo" }),
  ];
  const files = writeExport(folder, mine);
  const theirKeys = writeKeys(join(folder, "theirs.json"), theirs);
  const other = await verify({ ...files, keys: theirKeys });
  expect(other.code).toBe(1);
  expect(other.stdout).toContain(
    `BROKEN: it is the log of another deployment, ${mine.deployment}, and not of ${theirs.deployment}, whose keys were given`,
  );
  expect(other.stdout).toContain("BROKEN: line 1 of the anchor is signed by none of the keys");

  const copied = await exportedLog({
    events: 10,
    sealed: [10],
    owner: "prn_bo",
    signer: mine.signer,
  });
  writeFileSync(files.anchor, text(copied.anchor));
  const mixed = await verify(files);
  expect(mixed.stdout).toContain("BROKEN: event 10 is not the one whose hash was noted");
  expect(mixed.stdout).toContain(`is signed by another deployment, ${copied.deployment}`);

  const shop = await exportedLog({
    events: 10,
    sealed: [10],
    workspace: "shop",
    signer: mine.signer,
  });
  writeFileSync(files.anchor, text(shop.anchor));
  expect((await verify(files)).stdout).toContain(
    "BROKEN: the anchor holds no checkpoint of the workspace default",
  );
});

test("a root that a checkpoint has signed over other events is told though the chain holds", async () => {
  const log = await tenEvents();
  const folder = testFolder();
  const files = writeExport(folder, log);
  const sealed = JSON.parse(log.anchor[1] ?? "");
  const claims = await log.signer.verify("checkpoint", sealed.token);
  const token = await log.signer.sign("checkpoint", { ...claims, root: "0".repeat(64) });
  const line = { ...sealed, token };
  writeFileSync(files.anchor, text([log.anchor[0] ?? "", JSON.stringify(line)]));
  const { code, stdout } = await verify(files);
  expect(code).toBe(1);
  expect(stdout).toContain(
    "BROKEN: events 6 to 10 are not those whose root the checkpoint over event 10",
  );
});

test("lines that end as on Windows are the same events, and that is said", async () => {
  const { code, stdout } = await checkedAs(({ lines }) =>
    lines.map((line) => `${line}\r\n`).join(""),
  );
  expect(code).toBe(0);
  expect(stdout).toContain("note: its lines end in CR LF, so a program has written it anew");
  const unended = await checkedAs(({ lines }) => text(lines).trimEnd());
  expect(unended).toMatchObject({ code: 0 });
});

test("what is no text of an export is refused before it is read to its end", async () => {
  const files = writeExport(testFolder(), await tenEvents());
  writeFileSync(files.log, Buffer.from("\ufeff{}", "utf16le"));
  expect((await verify(files)).stderr).toContain(
    "is UTF-16 text, as > writes it in Windows PowerShell",
  );
  writeFileSync(files.log, "x".repeat(3 * 1024 * 1024));
  expect((await verify(files)).stderr).toContain("is longer than any line that Earshot writes");
  expect(await verify({ ...files, log: join(testFolder(), "none.jsonl") })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("cannot be read: there is no such file or folder"),
  });
});

test("of an anchor that none of the keys has signed, the first lines are named and the others counted", async () => {
  const sealed = Array.from({ length: 50 }, (_, index) => index + 2);
  const log = await exportedLog({ events: 51, sealed });
  const other = await exportedLog({ events: 51 });
  const folder = testFolder();
  const files = writeExport(folder, log);
  const keys = writeKeys(join(folder, "other.json"), { ...other, deployment: log.deployment });
  const { stdout } = await verify({ ...files, keys });
  expect(stdout.match(/is signed by none of the keys/g)).toHaveLength(20);
  expect(stdout).toContain("BROKEN: 30 further lines of the anchor are not good either");
});

test("an anchor is read at an address, and not where that address leads", async () => {
  const files = writeExport(testFolder(), await tenEvents());
  const there = await listenAt((_, response) => response.end(readFileSync(files.anchor)));
  expect(await verify({ ...files, anchor: there })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("covered: 10 events"),
  });
  const away = await listenAt((_, response) => response.writeHead(302, { location: there }).end());
  expect(await verify({ ...files, anchor: away })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`it answers 302, and leads to ${there}`),
  });
});

test("options that do not go with an exported log are refused", async () => {
  const files = writeExport(testFolder(), await tenEvents());
  for (const args of [
    ["--log", files.log, "--anchor"],
    ["--log", files.log, "--anchor", files.anchor],
    ["--log", files.log, "--postgres", "postgres://db.example.com/x"],
  ]) {
    expect(await runInProcess("audit verify", args)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^error: error: --log/),
    });
  }
});

test("each line that the server prints reads as its event, with the body that was hashed", async () => {
  const { lines } = await tenEvents();
  for (const line of lines) {
    const read = readExportedLine(line);
    expect(typeof read === "string" ? read : eventBody(read.event)).toBe(
      eventBody(JSON.parse(line).event),
    );
  }
});
