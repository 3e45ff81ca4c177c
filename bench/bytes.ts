import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { dataPaths } from "../src/system/data-folder.ts";
import type { Figure } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { askMany } from "./load.ts";
import { QUESTION_LENGTH } from "./question-text.ts";
import { startTarget } from "./target.ts";

/** Bytes on disk by table and index; all of them together are the file. */
type Sizes = ReadonlyMap<string, number>;

export const bytes: Figure = {
  name: "bytes.pending",
  what: `bytes on disk of an open question of ${QUESTION_LENGTH} characters, all rows and indexes`,
  unit: "B",
  judged: "value",
  better: "less",
  atLeast: 1_536,
  aim: 1_318,

  async measure({ isQuick, note }) {
    const count = isQuick ? 500 : 10_000;
    return await inFolder(async (folder) => {
      const data = join(folder, "data");
      // A server that was never asked anything also has pages.
      await (await startTarget("product", data)).stop();
      const before = sizesIn(data);
      const product = await startTarget("product", data);
      await askMany(product, count);
      await product.stop();
      const after = sizesIn(data);
      const growth = [...after]
        .map(([name, size]) => [name, (size - (before.get(name) ?? 0)) / count] as const)
        .filter(([, perQuestion]) => perQuestion > 0)
        .sort(([, a], [, b]) => b - a);
      for (const [name, size] of growth) note(`${size.toFixed(0).padStart(6)} B  ${name}`);
      return { value: growth.reduce((sum, [, size]) => sum + size, 0) };
    });
  },
};

/**
 * The size of a closed database on disk. The write-ahead log must be empty; it is folded in first.
 */
function sizesIn(dataFolder: string): Sizes {
  const db = new DatabaseSync(dataPaths(dataFolder).database);
  db.exec("pragma wal_checkpoint(truncate)");
  const sizes = new Map<string, number>();
  for (const row of db.prepare("select name, sum(pgsize) as size from dbstat group by 1").all()) {
    sizes.set(String(row["name"]), Number(row["size"]));
  }
  const { free, page, pages } = db
    .prepare(
      `select freelist_count as free, page_size as page, page_count as pages
       from pragma_freelist_count, pragma_page_size, pragma_page_count`,
    )
    .get() as { free: number; page: number; pages: number };
  db.close();
  sizes.set("free pages", free * page);
  const sum = [...sizes.values()].reduce((a, b) => a + b, 0);
  if (sum !== pages * page) throw new Error(`Tables have ${sum} bytes, the file ${pages * page}.`);
  return sizes;
}
