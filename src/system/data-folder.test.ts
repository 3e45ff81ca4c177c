import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  assertReadable,
  dataPaths,
  makeDataFolder,
  readKeyFile,
  readServerInfo,
  type ServerInfo,
  takeDataFolder,
  writeKeyFile,
} from "./data-folder.ts";

const INFO: ServerInfo = {
  url: "http://127.0.0.1:4242",
  pid: process.pid,
  startedAt: "2026-11-21T09:30:00.000Z",
};

let parent: string;
let folder: string;
const umask = process.umask();

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "earshot-data-"));
  folder = join(parent, "data");
});
afterEach(() => {
  process.umask(umask);
  rmSync(parent, { recursive: true, force: true });
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("a data folder", () => {
  test.each([0o000, 0o022, 0o077, 0o100])("is made for its owner alone, under umask %o", (mask) => {
    process.umask(mask);
    const taken = takeDataFolder(folder);
    expect(modeOf(folder)).toBe("700");
    taken.release();
  });

  test("is made with the folders above it, which are its owner's too", () => {
    process.umask(0);
    const taken = takeDataFolder(join(folder, "deep", "down"));
    expect([folder, join(folder, "deep"), join(folder, "deep", "down")].map(modeOf)).toEqual([
      "700",
      "700",
      "700",
    ]);
    taken.release();
  });

  test("that is there already keeps its mode and what is in it", () => {
    mkdirSync(folder);
    chmodSync(folder, 0o750);
    writeKeyFile(folder, "agent", "secret");
    takeDataFolder(folder).release();
    expect(modeOf(folder)).toBe("750");
    expect(readKeyFile(folder, "agent")).toBe("secret");
  });

  test("has all its paths inside, as absolute ones", () => {
    const paths = dataPaths(`${folder}/../data/.`);
    expect(paths.root).toBe(resolve(folder));
    const inside = [paths.database, paths.lock, paths.server, paths.log, paths.key("agent")];
    expect(inside.filter((path) => !path.startsWith(`${paths.root}/`))).toEqual([]);
    expect(new Set(inside).size).toBe(inside.length);
  });
});

describe("a folder that is taken", () => {
  test("refuses a second server and says who has it and what to do", () => {
    const taken = takeDataFolder(folder);
    taken.announce({ ...INFO, pid: 4711 });
    expect(() => takeDataFolder(folder)).toThrow(
      expect.objectContaining({
        code: "ALREADY_RUNNING",
        message: `A server runs on ${folder} already: process 4711 at http://127.0.0.1:4242. Use it, stop it with npx earshot stop, or choose another folder with --data.`,
        details: { folder, ...INFO, pid: 4711 },
      }),
    );
    taken.release();
  });

  test("refuses also before its server has said where it listens", () => {
    const taken = takeDataFolder(folder);
    expect(() => takeDataFolder(folder)).toThrow(/already: another process\. Use it/);
    taken.release();
  });

  test("can be taken again once it is released", () => {
    takeDataFolder(folder).release();
    takeDataFolder(folder).release();
  });
});

describe("what a server announces", () => {
  test("can be read by its owner alone, and is gone after the release", () => {
    process.umask(0);
    const taken = takeDataFolder(folder);
    taken.announce(INFO);
    expect(readServerInfo(folder)).toEqual(INFO);
    expect(modeOf(taken.paths.server)).toBe("600");
    taken.release();
    expect(existsSync(taken.paths.server)).toBe(false);
  });

  test("stays after the release where it is another process's by now", () => {
    const taken = takeDataFolder(folder);
    taken.announce({ ...INFO, pid: 4711 });
    taken.release();
    expect(readServerInfo(folder)).toMatchObject({ pid: 4711 });
  });

  test("is nothing where there is no such file, or none that can be read", () => {
    expect(readServerInfo(folder)).toBeUndefined();
    mkdirSync(folder);
    writeFileSync(dataPaths(folder).server, '{"url":');
    expect(readServerInfo(folder)).toBeUndefined();
  });
});

describe("a key file", () => {
  beforeEach(() => mkdirSync(folder));

  test("gives back its secret, and can be read by its owner alone", () => {
    process.umask(0);
    writeKeyFile(folder, "operator", "ops_secret");
    expect(readKeyFile(folder, "operator")).toBe("ops_secret");
    expect(modeOf(dataPaths(folder).key("operator"))).toBe("600");
  });

  test("is not the other's", () => {
    writeKeyFile(folder, "operator", "one");
    writeKeyFile(folder, "agent", "two");
    expect([readKeyFile(folder, "operator"), readKeyFile(folder, "agent")]).toEqual(["one", "two"]);
  });

  test("that is not there is nothing", () => {
    expect(readKeyFile(folder, "agent")).toBeUndefined();
  });

  test("of another mode gets its own with the next writing", () => {
    const path = dataPaths(folder).key("agent");
    writeFileSync(path, "old");
    chmodSync(path, 0o644);
    writeKeyFile(folder, "agent", "new");
    expect(modeOf(path)).toBe("600");
  });

  test("is exchanged whole: who reads the old one reads it to its end", () => {
    writeKeyFile(folder, "agent", "old");
    const open = openSync(dataPaths(folder).key("agent"), "r");
    writeKeyFile(folder, "agent", "new");
    expect(readFileSync(open, "utf8")).toBe("old\n");
    closeSync(open);
    expect(readKeyFile(folder, "agent")).toBe("new");
    expect(readdirSync(folder)).toEqual(["agent.key"]);
  });
});

describe("a data folder that the system refuses is named, with why and what to do,", () => {
  const told = (act: () => unknown) => {
    try {
      act();
    } catch (error) {
      return String(error);
    }
    return "nothing was refused";
  };

  test("where a file stands in its place or above it", () => {
    const file = join(parent, "file");
    writeFileSync(file, "");
    const instead = "Name another with --data or EARSHOT_DATA.";
    expect(told(() => takeDataFolder(file))).toContain(
      `The data folder ${file} cannot be read: a file stands where a folder is needed (ENOTDIR).`,
    );
    expect(told(() => takeDataFolder(join(file, "in")))).toMatch(
      /cannot be made: .* \(E\w+\)\. Name another/,
    );
    expect(told(() => assertReadable(join(file, "in")))).toContain(instead);
    expect(told(() => assertReadable(join(parent, "none")))).toBe("nothing was refused");
  });

  test.skipIf(!existsSync("/proc/self"))("in a place that takes no folder, at once", () => {
    const place = join("/proc", "earshot", "data");
    expect(told(() => makeDataFolder(place))).toContain(
      `The data folder ${place} cannot be made: `,
    );
  });
});
