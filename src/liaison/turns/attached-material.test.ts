import { expect, test } from "vitest";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import { withAttached } from "./attached-material.ts";
import type { Specified } from "./improvements.ts";

const BARE = { context: { audience: "board" } } as unknown as Specified;
const attachment = {
  name: "server.log",
  media_type: "text/plain",
  size: 2_049,
  digest: `sha256:${"0".repeat(64)}`,
} as const;
const said = { id: "msg_1", content: "Here.", attachments: [attachment] } as unknown as Exchange;

test("what is attached is material of the task, beside what was pasted", () => {
  const quoted = { exchange: "msg_0", kind: "mail", text: "Hello" };
  const pasted = { ...BARE, context: { ...BARE.context, material: [quoted] } } as Specified;
  const own = { exchange: "msg_1", kind: "attachment", text: "server.log, 3 KiB", ...attachment };
  const specified = withAttached(pasted, [said]);
  expect(specified.context).toEqual({ audience: "board", material: [quoted, own] });
  expect(withAttached(specified, [said])).toEqual(specified);
});

test("without attachments the specification stays as it is", () => {
  expect(withAttached(BARE, [{ ...said, attachments: [] }])).toBe(BARE);
});
