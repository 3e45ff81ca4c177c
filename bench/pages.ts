import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { dataPaths } from "../src/system/data-folder.ts";
import type { Figure } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { askMany } from "./load.ts";
import { answerText, questionText } from "./question-text.ts";
import { median } from "./statistics.ts";
import { startTarget } from "./target.ts";

export const pages: Figure = {
  name: "pages.cycle",
  what: "pages written to the write-ahead log by one question and its answer, alone; median",
  unit: "pages",
  judged: "value",
  better: "less",
  atLeast: 16,
  aim: 12,

  async measure({ isQuick, note }) {
    const cycles = isQuick ? 3 : 101;
    return await inFolder(async (folder) => {
      const data = join(folder, "data");
      const product = await startTarget("product", data);
      try {
        await askMany(product, isQuick ? 50 : 300);
        const { database } = dataPaths(data);
        const counts: number[] = [];
        for (let index = 0; index < cycles; index++) {
          emptyLog(database);
          const id = await product.ask(questionText(index));
          const asked = pagesIn(`${database}-wal`);
          emptyLog(database);
          await product.answer(id, answerText(index));
          const answered = pagesIn(`${database}-wal`);
          counts.push(asked.length + answered.length);
          if (index < cycles - 1) continue;
          const names = namesIn(database, join(folder, "copy.db"));
          const say = (what: string, written: readonly number[]) =>
            note(`${what}: ${written.map((page) => names.get(page) ?? "new").join(", ")}`);
          say("ask", asked);
          say("answer", answered);
        }
        return { value: median(counts) };
      } finally {
        await product.kill();
      }
    });
  },
};

/** What is in the log counts, so it is emptied first: beside the server, which goes on with a new one. */
function emptyLog(database: string): void {
  const db = new DatabaseSync(database);
  db.exec("pragma busy_timeout = 10000; pragma wal_checkpoint(truncate)");
  db.close();
}

const HEADER = 32;
const FRAME_HEADER = 24;

/** The numbers of the pages in the first commit of a write-ahead log; others are of upkeep. */
function pagesIn(log: string): readonly number[] {
  const bytes = readFileSync(log);
  if (bytes.length < HEADER) return [];
  const size = bytes.readUInt32BE(8);
  const salt = bytes.subarray(16, 24);
  const found: number[] = [];
  for (let at = HEADER; at + FRAME_HEADER + size <= bytes.length; at += FRAME_HEADER + size) {
    // Behind it lies what an earlier log left.
    if (!bytes.subarray(at + 8, at + 16).equals(salt)) break;
    found.push(bytes.readUInt32BE(at));
    const pagesAfterCommit = bytes.readUInt32BE(at + 4);
    if (pagesAfterCommit > 0) break;
  }
  return found;
}

/** The table or index that each page belongs to, read in a copy: nothing here may touch the log. */
function namesIn(database: string, copy: string): ReadonlyMap<number, string> {
  copyFileSync(database, copy);
  copyFileSync(`${database}-wal`, `${copy}-wal`);
  const db = new DatabaseSync(copy);
  const rows = db.prepare("select pageno, name from dbstat").all();
  db.close();
  return new Map(rows.map(({ pageno, name }) => [Number(pageno), String(name)]));
}
