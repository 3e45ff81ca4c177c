import { parseArgs } from "node:util";
import { createMind } from "../../src/liaison/create-mind.ts";
import { measurePeople } from "../../src/testing/simulated-person/measure-people.ts";
import { readPeople } from "./in3-people.ts";
import { openMemoryDoors } from "./memory-doors.ts";

/*
 * What people go through before a task is published: every persona over the vague tasks of IN3, whose
 * missing details they know and tell when asked.
 *
 *   node bench/liaison/simulated-people.ts --data DIR [--tasks 200] [--seed 1]
 *
 * The engine has learned from these tasks, so the recall is that of tasks like those it knows.
 */

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    tasks: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
  },
});
if (values.data === undefined) throw new Error("Name the folder of the data with --data.");

const all = readPeople(values.data);
const step = Math.max(1, Math.floor(all.length / Number(values.tasks)));
const tasks = all.filter((_, index) => index % step === 0).slice(0, Number(values.tasks));
const doors = openMemoryDoors(await createMind().turns());
const figures = await measurePeople({ tasks, doors, seed: Number(values.seed) });

const TURNS = 3;
const columns = ["persona", "tasks", "recall@1", "recall@2", "recall@3", "told"];
const others = ["turns", "q/turn", "gate", "completed", "faults", "asked twice"];
console.log([...columns, ...others].map(padded).join(" "));
for (const one of figures) {
  const recalls = Array.from({ length: TURNS }, (_, turn) =>
    (one.recallByTurn[turn] ?? one.recall).toFixed(3),
  );
  const cells = [
    one.persona,
    String(one.tasks),
    ...recalls,
    one.told.toFixed(3),
    ...[one.turns, one.questionsPerTurn, one.reachedGate, one.completed, one.faults].map((n) =>
      n.toFixed(2),
    ),
    String(one.askedTwice),
  ];
  console.log(cells.map(padded).join(" "));
}

function padded(text: string): string {
  return text.padEnd(13);
}
