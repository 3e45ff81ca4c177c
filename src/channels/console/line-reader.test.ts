import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLineReader, type LineReader, type Typed, type WhileIdle } from "./line-reader.ts";
import type { Terminal } from "./terminal.ts";

/* Keys as a terminal sends them, with the time between them. */

const PASTE = "\u001b[200~";
const END = "\u001b[201~";

interface Hands {
  readonly reader: LineReader;
  /** Presses keys, and lets so much time pass. */
  press(keys: string, thenMs?: number): Promise<void>;
  readonly screen: () => string;
  readonly input: PassThrough;
  readonly isRaw: () => boolean;
}

const open: LineReader[] = [];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const reader of open.splice(0)) reader.close();
  vi.useRealTimers();
});

function sitDown(whileIdle?: WhileIdle): Hands {
  let isRaw = false;
  const input = Object.assign(new PassThrough(), { setRawMode: (raw: boolean) => (isRaw = raw) });
  const output = new PassThrough();
  let screen = "";
  output.on("data", (text) => (screen += text));
  const reader = createLineReader({ input, output } as unknown as Terminal, whileIdle);
  open.push(reader);
  return {
    reader,
    async press(keys, thenMs = 0) {
      // A prompt that was just asked for stands by then.
      await vi.advanceTimersByTimeAsync(0);
      input.write(keys);
      await vi.advanceTimersByTimeAsync(thenMs);
    },
    screen: () => screen,
    input,
    isRaw: () => isRaw,
  };
}

const idle: WhileIdle = () => {};
const line = (text: string): Typed => ({ kind: "line", text });
/** Whether a prompt has ended by now. */
const isOver = async (typed: Promise<Typed>) =>
  (await Promise.race([typed, vi.advanceTimersByTimeAsync(0).then(() => "open")])) !== "open";

describe("a prompt", () => {
  test("after a rest takes keys at once", async () => {
    const { reader, press } = sitDown(idle);
    reader.turn();
    const typed = reader.read("> ");
    await press("yes\r");
    expect(await typed).toEqual(line("yes"));
  });

  test.each(["with a line", "with an empty line"])(
    "in another's place takes no Enter for half a second: %s",
    async (_) => {
      const text = _ === "with a line" ? "no" : "";
      const { reader, press } = sitDown(idle);
      const first = reader.read("1> ");
      await press("yes\r");
      await first;
      reader.turn();
      const second = reader.read("2> ");
      await vi.advanceTimersByTimeAsync(150);
      await press(`${text}\r`, 499);
      expect(await isOver(second)).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await press("\r");
      expect(await second).toEqual(line(text));
    },
  );

  test("in another's place takes no Enter of hands that have not paused since", async () => {
    const { reader, press } = sitDown(idle);
    const gone = new AbortController();
    const first = reader.read("1> ", gone.signal);
    await press("It ");
    gone.abort();
    expect(await first).toEqual({ kind: "released", draft: "It " });
    reader.turn();
    const second = reader.read("2> ");
    for (const key of "was meant for the first") await press(key, 120);
    await press("\r", 500);
    expect(await isOver(second)).toBe(false);
    await press("\r");
    expect(await second).toEqual(line("was meant for the first"));
  });

  test("in the place of one that somebody else closed holds Enter, though no key was touched", async () => {
    const { reader, press } = sitDown(idle);
    const gone = new AbortController();
    const first = reader.read("1> ", gone.signal);
    await vi.advanceTimersByTimeAsync(5_000);
    gone.abort();
    await first;
    reader.turn();
    const second = reader.read("2> ");
    await press("yes\r", 100);
    expect(await isOver(second)).toBe(false);
  });

  test("that comes more than a second after the last key takes keys at once", async () => {
    const { reader, press } = sitDown(idle);
    const first = reader.read("1> ");
    await press("yes\r", 1_001);
    await first;
    reader.turn();
    const second = reader.read("2> ");
    await press("\r");
    expect(await second).toEqual(line(""));
  });

  test("keeps two lines apart that were typed while it held Enter", async () => {
    const { reader, press } = sitDown(idle);
    const first = reader.read("1> ");
    await press("1\r");
    await first;
    reader.turn();
    const second = reader.read("2> ");
    await press("one\rtwo\r", 500);
    await press("\r");
    expect(await second).toEqual(line("one\ntwo"));
  });

  test("of the same dialogue takes a line at once, and holds only an Enter that was pressed twice", async () => {
    const { reader, press } = sitDown(idle);
    const first = reader.read("region: ");
    await press("eu\r");
    await first;
    const second = reader.read("nodes: ");
    await press("\r", 100);
    expect(await isOver(second)).toBe(false);
    await press("3\r");
    expect(await second).toEqual(line("3"));
  });

  test("of a program that asks in turn takes what was typed ahead", async () => {
    const { reader, press } = sitDown();
    const first = reader.read("1> ");
    await press("one\rtwo\r\r");
    expect(await first).toEqual(line("one"));
    expect(await reader.read("2> ")).toEqual(line("two"));
    expect(await reader.read("3> ")).toEqual(line(""));
  });

  test("of a program that was released holds the Enter of the next one", async () => {
    const { reader, press } = sitDown();
    const gone = new AbortController();
    const first = reader.read("1> ", gone.signal);
    await press("ye");
    gone.abort();
    await first;
    const second = reader.read("2> ");
    await press("s\r", 500);
    expect(await isOver(second)).toBe(false);
    await press("\r");
    expect(await second).toEqual(line("s"));
  });

  test("sends no half of a line when its terminal goes away", async () => {
    const { reader, press, input } = sitDown(idle);
    const typed = reader.read("> ");
    await press("approve");
    input.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(await typed).toEqual({ kind: "end" });
  });

  test("whose secret is given up shows none of the keys that still come", async () => {
    const { reader, press, screen } = sitDown(idle);
    const gone = new AbortController();
    const first = reader.readHidden("passphrase: ", gone.signal);
    await press("correct ", 3_000);
    gone.abort();
    expect(await first).toEqual({ kind: "released", draft: "" });
    reader.turn();
    const second = reader.read("2> ");
    await press("horse ", 400);
    await press("battery\r", 2_000);
    expect(screen()).toContain("2> ");
    expect(screen()).not.toMatch(/correct|horse|battery/);
    await press("\u0019yes\r");
    expect(await second).toEqual(line("yes"));
  });
});

describe("a paste", () => {
  test("is one line with its line breaks, sent by Enter", async () => {
    const { reader, press } = sitDown(idle);
    const typed = reader.read("> ");
    await press(`${PASTE}one\r\ntwo\rthree\nfour\t4${END}`);
    expect(await isOver(typed)).toBe(false);
    await press("!\r");
    expect(await typed).toEqual(line("one\ntwo\nthree\nfour\t4!"));
  });

  test("of many pieces goes in where the cursor stands", async () => {
    const { reader, press } = sitDown(idle);
    const typed = reader.read("> ");
    await press("ad\u001b[D");
    for (const piece of [PASTE.slice(0, 3), `${PASTE.slice(3)}b`, "\r", `c${END.slice(0, 4)}`]) {
      await press(piece, 10);
    }
    await press(END.slice(4));
    await press("\r");
    expect(await typed).toEqual(line("ab\ncd"));
  });

  test("presses no key: what drives a terminal or ends a prompt is left out of it", async () => {
    const { reader, press, screen } = sitDown(idle);
    const typed = reader.read("> ");
    await press(`${PASTE}a\u0003b\u0004c\u001ad\u001b[2J\u0007e\u009b${END}\r`);
    expect(await typed).toEqual(line("abcde"));
    expect(screen()).not.toContain("\u001b[2J");
  });

  test("into a secret is what was copied, without the line end that nobody saw", async () => {
    const { reader, press, screen } = sitDown(idle);
    const typed = reader.readHidden("passphrase: ");
    await press(`${PASTE}correct horse\r${END}\r`);
    expect(await typed).toEqual(line("correct horse"));
    expect(screen()).not.toContain("horse");
  });

  test("whose end is lost leaves Ctrl-C to the person", async () => {
    const { reader, press } = sitDown(idle);
    const typed = reader.read("> ");
    await press(`${PASTE}lost`, 2_000);
    await press("\u0003");
    expect(await typed).toEqual({ kind: "interrupt" });
  });

  test("of several lines is moved in by the arrows without a fault", async () => {
    const { reader, press } = sitDown(idle);
    const typed = reader.read("> ");
    await press(`${PASTE}${"long ".repeat(60)}\rb${END}`);
    await press("\u001b[A\u001b[A\u001b[B\r");
    expect(await typed).toEqual(line(`${"long ".repeat(60)}\nb`));
  });
});

describe("the terminal", () => {
  test("is held while a program asks, and as it was before and behind it", async () => {
    const { reader, press, screen, isRaw } = sitDown();
    expect([isRaw(), screen()]).toEqual([false, ""]);
    const typed = reader.read("> ");
    await press("");
    expect(isRaw()).toBe(true);
    expect(screen().startsWith("\u001b[?2004h")).toBe(true);
    await press("x\r");
    await typed;
    await press("");
    expect(isRaw()).toBe(false);
    expect(screen().endsWith("\u001b[?2004l")).toBe(true);
  });

  test("is given back by whoever keeps it once they close", async () => {
    const { reader, press, screen, isRaw } = sitDown(idle);
    await press("half");
    expect(isRaw()).toBe(true);
    reader.close();
    await press("");
    expect(isRaw()).toBe(false);
    expect(screen().endsWith("\u001b[?2004l")).toBe(true);
  });
});
