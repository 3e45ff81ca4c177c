import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createClient } from "../../../../src/client/client.ts";
import { systemClock } from "../../../../src/system/clock.ts";
import { dataPaths, readKeyFile } from "../../../../src/system/data-folder.ts";
import { runInProcess } from "../../../operations/in-process.ts";
import { openContext } from "../../../support/context.ts";
import { makeOld, shapeBefore, shapeOf } from "./old-record.ts";
import {
  bytesOf,
  countsOf,
  faultOf,
  filesBelow,
  letTimePass,
  liveIn,
  rowsOf,
  serve,
} from "./upkeep-place.ts";

/** What a killed command leaves: the old state, or the complete new one. */
export type Left = "nothing" | "all";

/** One run of a command that is killed. */
export interface Work {
  readonly args: readonly string[];
  /** Throws where it has left a half. */
  look(): Promise<Left>;
  /** Repeats it to its end. Throws if something is missing or left over. */
  again(left: Left): Promise<void>;
}

export interface Upkeep {
  readonly name: UpkeepName;
  begin(cycle: number): Promise<Work>;
  close?(): Promise<void>;
}

export const UPKEEPS = ["backup", "restore", "drill", "upgrade", "export"] as const;
export type UpkeepName = (typeof UPKEEPS)[number];

/** The first step that the earlier version does not know. */
const UPGRADED_FROM = "0010";
const KEEP = 2;
const PASSPHRASE = "five wet horses ran home";

/** All of them read one record and leave it unchanged. */
export async function openUpkeeps(folder: string): Promise<readonly Upkeep[]> {
  const data = join(folder, "data");
  await liveIn(data);
  const words = join(folder, "words.txt");
  writeFileSync(words, PASSPHRASE);
  const keys = ["--with-keys", "--passphrase-file", words];
  const file = join(folder, "one.backup");
  assert.equal((await runInProcess("backup", [file, "--data", data, ...keys])).code, 0);
  const source: Source = { folder, data, file, keys, rows: rowsOf(data), bytes: bytesOf(file) };
  return [backups(source), restores(source), drills(source), upgrades(source), exports(source)];
}

interface Source {
  readonly folder: string;
  readonly data: string;
  /** A backup of it, with its keys. */
  readonly file: string;
  readonly keys: readonly string[];
  readonly rows: string;
  readonly bytes: string;
}

function assertUntouched({ data, file, rows, bytes }: Source): void {
  assert.equal(rowsOf(data), rows, "the record has changed");
  assert.equal(bytesOf(file), bytes, "the backup has changed");
}

function backups(source: Source): Upkeep {
  const kept = join(source.folder, "kept");
  const args = ["--to", kept, "--keep", String(KEEP), "--data", source.data];
  const whole = () => filesBelow(kept).filter((name) => name.endsWith(".backup"));
  return {
    name: "backup",
    async begin() {
      mkdirSync(kept, { recursive: true });
      const before = whole().length;
      return {
        args: ["backup", ...args],
        async look() {
          assertUntouched(source);
          for (const one of whole()) {
            const { code, stderr } = await runInProcess("backup check", [one]);
            assert.equal(code, 0, `${one} is not whole: ${stderr}`);
          }
          return whole().length > before ? "all" : "nothing";
        },
        async again() {
          letTimePass(kept);
          assert.equal((await runInProcess("backup", args)).code, 0);
          const names = filesBelow(kept).map((one) => basename(one));
          assert.ok(names.length <= KEEP, `beside the newest there are ${names}`);
          assertUntouched(source);
        },
      };
    },
  };
}

function restores(source: Source): Upkeep {
  const { folder, file, keys } = source;
  let expected: unknown;
  async function assertWhole(data: string): Promise<void> {
    assert.equal(await faultOf(data), undefined);
    const found = {
      counts: countsOf(data),
      keys: [bytesOf(dataPaths(data).signingKeys), bytesOf(dataPaths(data).vaultKey)],
    };
    expected ??= found;
    assert.deepEqual(found, expected);
  }
  return {
    name: "restore",
    async begin(cycle) {
      const reference = join(folder, "restored");
      if (!existsSync(reference)) {
        assert.equal((await runInProcess("restore", [file, "--data", reference, ...keys])).code, 0);
        await assertWhole(reference);
      }
      const data = join(folder, `restored-${cycle}`);
      const args = [file, "--data", data, ...keys];
      return {
        args: ["restore", ...args],
        async look() {
          assertUntouched(source);
          if (!existsSync(dataPaths(data).database)) return "nothing";
          await assertWhole(data);
          return "all";
        },
        async again(left) {
          letTimePass(data);
          const { code, stderr } = await runInProcess("restore", args);
          // It never overwrites a record, not even one that the killed run had finished.
          assert.match(stderr, left === "all" ? /There is a record in/ : /^/);
          assert.equal(code === 0, left === "nothing", stderr);
          await assertWhole(data);
          const names = (of: string) => filesBelow(of).map((one) => basename(one));
          assert.deepEqual(names(data), names(reference));
          assertUntouched(source);
          rmSync(data, { recursive: true });
        },
      };
    },
  };
}

function drills(source: Source): Upkeep {
  const { data, file, keys } = source;
  const args = [file, "--data", data, ...keys];
  const names = () => filesBelow(data).filter((name) => !/(?:drill|backup)\.json$/.test(name));
  const before = names();
  return {
    name: "drill",
    async begin() {
      return {
        args: ["backup", "drill", ...args],
        async look() {
          assertUntouched(source);
          return "nothing";
        },
        async again() {
          letTimePass(data);
          assert.equal((await runInProcess("backup drill", args)).code, 0);
          assert.deepEqual(names(), before);
          assertUntouched(source);
        },
      };
    },
  };
}

function upgrades(source: Source): Upkeep {
  return {
    name: "upgrade",
    async begin(cycle) {
      const data = join(source.folder, `old-${cycle}`);
      cpSync(source.data, data, { recursive: true });
      const { database } = dataPaths(data);
      for (const end of ["", "-wal", "-shm"]) rmSync(`${database}${end}`, { force: true });
      // Of the version that noted none.
      rmSync(dataPaths(data).place, { force: true });
      const today = dataPaths(source.data).database;
      await makeOld(database, { today, before: UPGRADED_FROM });
      const { steps } = shapeOf(today);
      return {
        args: ["start", "--no-console", "--port", "0", "--data", data],
        async look() {
          const { steps: taken, shape } = shapeOf(database);
          const next = steps[taken.length];
          assert.deepEqual(taken, steps.slice(0, taken.length));
          const whole = next === undefined ? shapeOf(today).shape : await shapeBefore(next);
          assert.equal(shape, whole, `what ${taken.at(-1)} has left is a half`);
          return next === undefined ? "all" : "nothing";
        },
        async again() {
          const { close } = await openContext(systemClock, database);
          await close();
          assert.deepEqual(shapeOf(database), shapeOf(today));
          assert.equal(await faultOf(data), undefined);
          rmSync(data, { recursive: true });
          assertUntouched(source);
        },
      };
    },
  };
}

function exports(source: Source): Upkeep {
  const data = join(source.folder, "served");
  const out = join(source.folder, "exported");
  const args = ["sessions", "export", "--out", out, "--data", data];
  let server: Awaited<ReturnType<typeof serve>> | undefined;
  let expected: readonly string[] | undefined;
  const texts = () => filesBelow(out).map((file) => `${file}\n${readFileSync(file, "utf8")}`);
  return {
    name: "export",
    async begin() {
      if (server === undefined) {
        cpSync(source.data, data, { recursive: true });
        // A server refuses a copy.
        rmSync(dataPaths(data).place, { force: true });
        server = await serve(data);
        await exportTo(out, { url: server.url, data });
        expected = texts();
      }
      return {
        args,
        async look() {
          for (const text of texts()) {
            if (/\.(?:partial)\n/.test(text)) continue;
            assert.ok(expected?.includes(text), `a half was left: ${text}`);
          }
          return "all";
        },
        async again() {
          await exportTo(out, { url: server?.url ?? "", data });
          assert.deepEqual(texts(), expected);
        },
      };
    },
    close: async () => await server?.stop(),
  };
}

async function exportTo(
  folder: string,
  { url, data }: { readonly url: string; readonly data: string },
): Promise<void> {
  const { exportToFolder } = await import("../../../../src/cli/sessions/export-sessions.ts");
  await exportToFolder(createClient({ url, key: readKeyFile(data, "operator") ?? "" }), { folder });
}
