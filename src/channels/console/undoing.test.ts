import { expect, test } from "vitest";
import { EarshotError } from "../../domain/errors.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { createUndoing } from "./undoing.ts";
import { ENGLISH } from "./voice.ts";

const HELD = { id: "req_1", status: "open", held: {} } as unknown as ShownRequest;

function world(undo: () => Promise<ShownRequest>, holds = true) {
  const said: string[] = [];
  const earshot = { undo } as unknown as Pick<Earshot, "show" | "undo">;
  return {
    said,
    undoing: createUndoing({ earshot, holds, voice: ENGLISH, say: (text) => void said.push(text) }),
  };
}

test("the word is for the prompt where nothing was just decided", async () => {
  const { undoing, said } = world(async () => HELD);
  expect(undoing.isMeant("z")).toBe(false);
  expect(undoing.note([{ ...HELD, status: "answered" } as ShownRequest])).toBe(false);
  expect(undoing.isMeant("z")).toBe(false);
  expect(undoing.note([HELD])).toBe(true);
  expect(undoing.isMeant("zebra")).toBe(false);
  expect(undoing.isMeant(" Z ")).toBe(true);
  expect(await undoing.takeBack()).toBe(true);
  expect(undoing.isMeant("z")).toBe(false);
  expect(said).toEqual([
    "Sent in 4 seconds: z takes it back.",
    "Taken back: req_1 is asked again.",
  ]);
});

test("a word that comes too late takes nothing back and answers nothing, once", async () => {
  const { undoing, said } = world(async () => {
    throw new EarshotError("REQUEST_CLOSED", "Request req_1 was answered.");
  });
  undoing.note([HELD]);
  expect(undoing.isMeant("z")).toBe(true);
  expect(await undoing.takeBack()).toBe(false);
  expect(said.at(-1)).toBe("Not taken back: Request req_1 was answered.");
  expect(undoing.isMeant("z")).toBe(false);
});

test("each word takes back one decision, the last first", async () => {
  const { said, undoing } = world(async () => HELD);
  undoing.note([HELD, { ...HELD, id: "req_2" } as ShownRequest]);
  undoing.note([{ ...HELD, id: "req_3" } as ShownRequest]);
  await undoing.takeBack();
  expect(said.splice(0).at(-1)).toBe("Taken back: req_3 is asked again.");
  await undoing.takeBack();
  expect(said).toEqual(["Taken back: req_1 is asked again.", "Taken back: req_2 is asked again."]);
});

test("nothing is held where each decision is to count at once", () => {
  expect(world(async () => HELD, false).undoing.held).toEqual({});
  expect(world(async () => HELD).undoing.held).toEqual({ undoMs: 4_000 });
});
