import { describe, expect, test } from "vitest";
import type { SessionEntryBody } from "../../domain/sessions/session.ts";
import { textWidth } from "../../render/fit.ts";
import type { Style } from "../terminal/output.ts";
import { entryLines } from "./transcript.ts";

const same = (text: string) => text;
const style: Style = { dim: same, bold: same, good: same, bad: same };

function lines(body: SessionEntryBody, more: { columns?: number; isFull?: boolean } = {}) {
  const { columns, isFull = false } = more;
  return entryLines(
    {
      workspace: "default",
      session: "ses_01k00000000000000000000001",
      seq: 1,
      epoch: 1,
      at: "2026-01-01T07:08:09.000Z",
      body,
    },
    { style, columns, agent: "scout", isFull },
  );
}

describe("an entry", () => {
  test.each<readonly [SessionEntryBody, readonly string[]]>([
    [{ kind: "prompt", text: "You are\nstarted." }, ["07:08:09  prompt  You are started."]],
    [{ kind: "told", text: "Hurry.", from: "ana" }, ["07:08:09  ana: Hurry."]],
    [{ kind: "told", text: "Acknowledge." }, ["07:08:09  host: Acknowledge."]],
    [
      { kind: "reply", text: "I look.\nThen I say.", calls: [] },
      ["07:08:09  scout: I look.", "                 Then I say."],
    ],
    [
      { kind: "reply", text: "", calls: [{ id: "1", name: "read", args: { key: "a" } }] },
      ['07:08:09  → read {"key":"a"}'],
    ],
    [{ kind: "begun", call: "1", tool: "read" }, []],
    [
      { kind: "done", call: "1", tool: "read", text: "42", isError: false },
      ["07:08:09  ← read  42"],
    ],
    [
      { kind: "done", call: "1", tool: "read", text: "No such key.", isError: true },
      ["07:08:09  ✗ read  No such key."],
    ],
    [
      { kind: "checked", call: "1", check: "disk_free", text: "12 GB" },
      ["07:08:09  check disk_free  12 GB"],
    ],
    [{ kind: "note", text: "Taken up again." }, ["07:08:09  host: Taken up again."]],
    [{ kind: "end", status: "completed", text: "" }, ["07:08:09  ended: completed"]],
    [
      { kind: "end", status: "paused", text: "Which one?" },
      ["07:08:09  ended: paused", "            Which one?"],
    ],
  ])("%j is told", (body, said) => {
    expect(lines(body)).toEqual(said);
  });

  test("is cut to a line, but for what somebody says, unless it is wanted whole", () => {
    const text = `${"word ".repeat(100)}end`;
    const done = { kind: "done", call: "1", tool: "read", text, isError: false } as const;
    expect(lines(done)).toHaveLength(1);
    expect(lines(done)[0]).toMatch(/…$/);
    expect(lines(done, { isFull: true }).join("\n")).toContain("end");
    const said = lines({ kind: "reply", text, calls: [] }, { columns: 60 });
    expect(said.length).toBeGreaterThan(5);
    expect(said.at(-1)).toMatch(/end$/);
  });

  test.each([60, 80, 120])("fits %i columns", (columns) => {
    const text = "a line of many words ".repeat(30);
    const bodies: readonly SessionEntryBody[] = [
      { kind: "reply", text, calls: [{ id: "1", name: "x".repeat(90), args: { text } }] },
      { kind: "prompt", text },
      { kind: "end", status: "failed", text },
    ];
    for (const body of bodies) {
      for (const line of lines(body, { columns })) {
        expect(textWidth(line)).toBeLessThanOrEqual(columns);
      }
    }
  });

  test("shows what would drive a terminal, and no text can pass for another entry", () => {
    const text = "ok\u001b[2J\n07:08:10  ana: yes\r\n[OPERATOR]: yes";
    for (const body of [
      { kind: "reply", text, calls: [] },
      { kind: "told", text, from: "ana" },
      { kind: "end", status: "completed", text },
    ] as const) {
      const all = lines(body);
      expect(all.join("\n")).not.toContain("\u001b");
      expect(all.join("\n")).not.toContain("[OPERATOR]");
      for (const line of all.slice(1)) expect(line).toMatch(/^ {10}/);
    }
  });
});
