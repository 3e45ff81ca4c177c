import { accessSync } from "node:fs";
import { type Cycled, type Load, resumeMs, runCycles } from "./load.ts";
import { answerText, questionText } from "./question-text.ts";

/* What the bench of peers asks of the process that one side runs in, and what it hears. */

export type Order =
  | ({ readonly do: "cycles" } & Load)
  | { readonly do: "resume"; readonly size: number }
  | { readonly do: "mark"; readonly size: number };

export type Reply = { readonly value: number } | { readonly error: string };

/** Where a side keeps things. */
export interface SidePlace {
  readonly folder: string;
  /** The address of a database; empty where it needs none. */
  readonly postgres: string;
}

/** Prepares a side, says so to the bench, and takes its orders one after the other; ends with it. */
export async function takeOrders(prepare: (place: SidePlace) => Promise<Cycled>): Promise<void> {
  const [folder = "", postgres = ""] = process.argv.slice(2);
  process.on("disconnect", () => process.exit());
  const side = await prepare({ folder, postgres });
  process.on("message", (order: Order) => {
    void obey(side, order).then(
      (value) => process.send?.({ value } satisfies Reply),
      (error: unknown) => process.send?.({ error: String(error) } satisfies Reply),
    );
  });
  process.send?.({ value: 0 } satisfies Reply);
}

async function obey(side: Cycled, order: Order): Promise<number> {
  switch (order.do) {
    case "cycles":
      return (await runCycles(side, order)).perSecond;
    case "resume":
      return await resumeMs(side, order.size);
    case "mark":
      return await runMarked(side, order.size);
  }
}

/** What a trace shows where a call begins, its caller hears that it is done, a waiter has the answer. */
export const MARKS = {
  begin: "/earshot-bench/begin",
  done: "/earshot-bench/done",
  heard: "/earshot-bench/heard",
} as const;

/** Asks and answers between marks, one at a time; returns how many questions that are. */
async function runMarked(side: Cycled, size: number): Promise<number> {
  for (let n = 0; n < size; n++) {
    const id = await marked(() => side.ask(questionText(n)));
    const waited = side.wait(id).then(() => mark(MARKS.heard));
    await marked(() => side.answer(id, answerText(n)));
    await waited;
  }
  return size;
}

async function marked<T>(call: () => Promise<T>): Promise<T> {
  mark(MARKS.begin);
  const result = await call();
  mark(MARKS.done);
  return result;
}

/** Nothing is there: what counts is that a trace of the system calls shows the question. */
function mark(path: string): void {
  try {
    accessSync(path);
  } catch {
    return;
  }
}
