import {
  cpSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dataPaths, makeDataFolder, readKeyFile, takeDataFolder } from "./data-folder.ts";
import { type FolderHints, findFolder, homeFolder } from "./find-folder.ts";
import { notePlace } from "./folder-place.ts";

const UNTRUSTED = { code: "NOT_ALLOWED", details: { reason: "untrusted_folder" } };
const ANOTHER = 4711;
const former = process.cwd();

let above: string;
let below: string;
let project: string;
let home: string;

beforeEach(() => {
  above = realpathSync(mkdtempSync(join(tmpdir(), "earshot-find-")));
  below = join(above, "src", "deep");
  project = join(above, ".earshot");
  home = join(above, "state", "earshot");
  mkdirSync(below, { recursive: true });
  process.chdir(below);
});
afterEach(() => {
  vi.restoreAllMocks();
  process.chdir(former);
  rmSync(above, { recursive: true, force: true });
});

const find = (hints: FolderHints = {}) => findFolder({ stateHome: join(above, "state"), ...hints });
/** Gives it to another user; where that is not allowed, this process is another's from now on. */
function giveAway(path: string): void {
  const own = process.geteuid?.() ?? 0;
  if (own === 0) lchownSync(path, ANOTHER, ANOTHER);
  else vi.spyOn(process as { geteuid(): number }, "geteuid").mockReturnValue(own + 1);
}
const refusal = (hints?: FolderHints) => {
  try {
    return find(hints);
  } catch (error) {
    return error;
  }
};

describe("the data folder", () => {
  test("may be named from the home folder, where no shell has put it in", () => {
    const folder = join(homedir(), "earshot");
    expect(find({ option: "~/earshot" })).toEqual({ folder, source: "option" });
    expect(find({ variable: "~/earshot" })).toEqual({ folder, source: "variable" });
    expect(find({ variable: "~" })).toMatchObject({ folder: homedir() });
    expect(find({ variable: "./~" })).toMatchObject({ folder: join(below, "~") });
  });

  test("is refused in the home folder of another user, whom only a shell knows", () => {
    for (const hints of [{ option: "~ada/earshot" }, { variable: "~ada" }]) {
      expect(refusal(hints)).toMatchObject({
        code: "INVALID_INPUT",
        message: expect.stringContaining("Write the whole path, or ./~ada"),
      });
    }
  });

  test("is the one that is named, then that of the variable, then the nearest above, then the home server's", () => {
    expect(find()).toEqual({ folder: home, source: "home" });
    makeDataFolder(project);
    expect(find()).toEqual({ folder: project, source: "project" });
    makeDataFolder(join(below, ".earshot"));
    expect(find()).toEqual({ folder: join(below, ".earshot"), source: "project" });
    expect(find({ variable: "../other" })).toEqual({
      folder: join(above, "src", "other"),
      source: "variable",
    });
    const both = { option: "named", variable: "other" };
    expect(find(both)).toEqual({ folder: "named", source: "option" });
  });

  test("is not a file of that name", () => {
    writeFileSync(join(below, ".earshot"), "");
    expect(find().source).toBe("home");
  });
});

describe("the home server's folder", () => {
  const on = (platform: NodeJS.Platform) =>
    vi.spyOn(process, "platform", "get").mockReturnValue(platform);

  test.each([
    ["linux", join(homedir(), ".local", "state", "earshot")],
    ["darwin", join(homedir(), "Library", "Application Support", "earshot")],
    ["win32", join("local", "earshot")],
  ] as const)("is in the state folder of a person on %s", (platform, folder) => {
    on(platform);
    expect(homeFolder({ localAppData: "local" })).toBe(folder);
    expect(homeFolder({ localAppData: "local", stateHome: "relative" })).toBe(folder);
    expect(homeFolder({ stateHome: "/state" })).toBe(join("/state", "earshot"));
  });

  test("needs no note of Earshot: nobody else can put something there", () => {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "operator.key"), "key");
    expect(find()).toEqual({ folder: home, source: "home" });
  });
});

describe.skipIf(process.geteuid === undefined)("what belongs to another user", () => {
  test("is found and not used, and the refusal says what to do", () => {
    makeDataFolder(project);
    giveAway(project);
    expect(refusal()).toMatchObject({ ...UNTRUSTED, message: /belongs to another user/ });
    expect(refusal()).toHaveProperty("message", expect.stringContaining("--data or EARSHOT_DATA"));
    expect(find({ option: project }).source).toBe("option");
    expect(find({ variable: project }).source).toBe("variable");
  });

  test("is not used as a home server either", () => {
    makeDataFolder(home);
    giveAway(home);
    expect(refusal()).toMatchObject({ ...UNTRUSTED, message: /your home server, belongs to/ });
  });

  test("leads nowhere by a link, though the folder behind it is one's own", () => {
    makeDataFolder(home);
    symlinkSync(home, project);
    expect(refusal()).not.toMatchObject(UNTRUSTED);
    giveAway(project);
    expect(refusal()).toMatchObject(UNTRUSTED);
  });

  test("lends no key by a link", () => {
    makeDataFolder(project);
    const secret = join(above, "secret");
    writeFileSync(secret, "mine alone");
    const { key } = dataPaths(project);
    symlinkSync(secret, key("agent"));
    expect(readKeyFile(project, "agent")).toBe("mine alone");
    giveAway(key("agent"));
    expect(() => readKeyFile(project, "agent")).toThrow(/is a link that another user/);
    rmSync(key("agent"));
    writeFileSync(key("agent"), "a key itself");
    expect(readKeyFile(project, "agent")).toBe("a key itself");
  });
});

describe("a project's folder", () => {
  test("that came with a clone is found and not used until it is named once", () => {
    mkdirSync(project);
    writeFileSync(join(project, "channels.json"), "{}");
    expect(refusal()).toMatchObject({ ...UNTRUSTED, message: /it may have come with a clone/ });
    expect(refusal()).toHaveProperty(
      "message",
      expect.stringContaining(`npx earshot start --data ${project}`),
    );
    const taken = takeDataFolder(project);
    notePlace(taken.paths);
    taken.release();
    expect(find()).toEqual({ folder: project, source: "project" });
  });

  test("that was copied is not used, though it brings the note of its place", () => {
    makeDataFolder(project);
    cpSync(project, join(below, ".earshot"), { recursive: true });
    expect(refusal()).toMatchObject(UNTRUSTED);
  });

  test.each(["", "null", "{}", '{"path":"/x","file":"1"}', '{"path":"/x","folder":"1"}'])(
    "with %j as the note of its place is not used",
    (note) => {
      makeDataFolder(project);
      writeFileSync(dataPaths(project).place, note);
      expect(refusal()).toMatchObject(UNTRUSTED);
    },
  );

  test("that an earlier version served here is used: it noted the record alone", () => {
    makeDataFolder(project);
    const paths = dataPaths(project);
    writeFileSync(paths.database, "");
    notePlace(paths);
    const { file } = JSON.parse(readFileSync(paths.place, "utf8"));
    writeFileSync(paths.place, JSON.stringify({ path: "/earlier", file }));
    expect(find().source).toBe("project");
  });

  test("that is empty is used: there is nothing of anybody's in it", () => {
    mkdirSync(project);
    expect(find()).toEqual({ folder: project, source: "project" });
  });
});
