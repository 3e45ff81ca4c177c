import { describe, expect, test } from "vitest";
import { longestHoldMs, readClaudeSettings } from "../../src/cli/init/claude-settings.ts";
import { newPerson, type Person } from "../support/init.ts";

/* What the settings of Claude Code say of the hook: how long it may run, and whether it runs at all. */

const OURS = "'/opt/my node' /opt/earshot.js hook claude-code --data x";

const hooked = (timeout?: unknown, command: string = OURS) => ({
  hooks: { PermissionRequest: [{ matcher: "*", hooks: [{ type: "command", command, timeout }] }] },
});

/** How long a hook may wait with these settings of a person, of a project, and of both. */
function holdMs(settings: { own?: unknown; shared?: unknown; local?: unknown }, moved = false) {
  const person = newPerson();
  const { home, project } = person;
  const own = moved ? "moved/settings.json" : ".claude/settings.json";
  const files = { own, shared: "project/.claude/settings.json" };
  const places = { ...files, local: "project/.claude/settings.local.json" };
  for (const [of, path] of Object.entries(places)) {
    const said = settings[of as keyof typeof settings];
    if (said !== undefined)
      person.write(path, typeof said === "string" ? said : JSON.stringify(said));
  }
  const claudeFolder = person.path(moved ? "moved" : ".claude");
  const claude = moved ? claudeFolder : undefined;
  const others = { applications: home, config: home, codex: home, isWindows: false };
  return longestHoldMs(readClaudeSettings({ home, project, claude, claudeFolder, ...others }));
}

describe("a hook waits", () => {
  test("5 seconds less than it may run", () => {
    expect(holdMs({ local: hooked(600) })).toBe(595_000);
    expect(holdMs({ own: hooked(30) })).toBe(25_000);
  });

  test("by the settings in the folder that CLAUDE_CONFIG_DIR names", () => {
    expect(holdMs({ own: hooked(300) }, true)).toBe(295_000);
  });

  test("by the shortest where several of ours may be the one that runs", () => {
    expect(holdMs({ own: hooked(600), shared: hooked(90), local: hooked(120) })).toBe(85_000);
  });

  test("as if it had a minute where nothing says how long, the least that any version lets it", () => {
    expect(holdMs({})).toBe(55_000);
    expect(holdMs({ local: hooked() })).toBe(55_000);
    expect(holdMs({ local: hooked("long") })).toBe(55_000);
    expect(holdMs({ local: hooked(5, "notify-send") })).toBe(55_000);
  });

  test("a day at most", () => {
    expect(holdMs({ local: hooked(600_000_000) })).toBe(24 * 60 * 60_000 - 5_000);
  });

  test("for nobody where there is no time", () => {
    expect(holdMs({ local: hooked(3) })).toBe(0);
  });

  test.each([
    ["that cannot be read", "{'hooks': 1}"],
    ["that is a list", "[]"],
    ["whose hooks are of another form", { hooks: { PermissionRequest: "x" } }],
    ["whose groups are empty", { hooks: { PermissionRequest: [null, {}, { hooks: [null] }] } }],
  ])("by the other files where there is one %s", (_, local) => {
    expect(holdMs({ local, own: hooked(200) })).toBe(195_000);
  });
});

describe("doctor", () => {
  async function found(person: Person): Promise<string[]> {
    const { stdout } = await person.run("doctor", "--json");
    const { findings } = JSON.parse(stdout) as {
      findings: { check: string; state: string; detail: string }[];
    };
    return findings
      .filter(({ check }) => check === "Claude Code")
      .map(({ state, detail }) => `${state}: ${detail}`);
  }
  const BYPASS = { permissions: { defaultMode: "bypassPermissions" } };

  test("says nothing of Claude Code where the hook is not set up", async () => {
    const person = newPerson();
    person.write(".claude/settings.json", JSON.stringify(BYPASS));
    expect(await found(person)).toEqual([]);
  });

  test("names the hook, how long it waits, and bypass mode", async () => {
    const person = newPerson();
    const file = "project/.claude/settings.local.json";
    person.write(file, JSON.stringify(hooked(120)));
    expect(await found(person)).toEqual([
      `ok: The hook in ${person.path(file)} waits 115 s for a decision. In bypass mode Claude Code runs no such hook: neither the policy nor people see its calls.`,
    ]);
  });

  test("warns where sessions begin in bypass mode, also in the folder of CLAUDE_CONFIG_DIR", async () => {
    const home = newPerson();
    const person = home.with({ CLAUDE_CONFIG_DIR: home.path("moved") });
    person.write("moved/settings.json", JSON.stringify({ ...hooked(60), ...BYPASS }));
    person.write(".claude/settings.json", JSON.stringify(hooked(10)));
    expect(await found(person)).toEqual([
      expect.stringContaining(`${person.path("moved/settings.json")} waits 55 s`),
      expect.stringMatching(
        `^warning: ${person.path("moved/settings.json")} begins sessions in bypass mode`,
      ),
    ]);
  });
});
