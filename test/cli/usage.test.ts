import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { COMMAND_GROUPS, COMMANDS } from "../../src/cli/commands.ts";
import { VERSION } from "../../src/compose/version.ts";
import { earshot } from "../support/cli.ts";

/* What a person sees who does not know the commands yet. */

const run = (...args: string[]) => earshot(args);

test("every command stands in one group of the help, and those to begin with come first", () => {
  const [first] = Object.entries(COMMAND_GROUPS);
  expect(first).toEqual(["Begin with", ["start", "open", "init", "demo", "doctor"]]);
  expect(Object.values(COMMAND_GROUPS).flat().toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
});

test("help shows how a command is used", async () => {
  const [asked, flagged] = await Promise.all([run("help", "ask"), run("ask", "--help")]);
  expect(asked).toEqual(flagged);
  expect((await run("help")).stdout).toBe((await run("--help")).stdout);
});

test("--help lists the commands and a command's help has examples", async () => {
  const whole = await run("--help");
  expect(whole).toMatchObject({ code: 0, stderr: "" });
  for (const name of ["start", "ask", "wait", "answer", "audit", "demo"]) {
    expect(whole.stdout).toMatch(new RegExp(`^ +${name}\\b`, "m"));
  }
  const one = await run("ask", "--help");
  expect(one).toMatchObject({ code: 0, stderr: "" });
  expect(one.stdout).toContain("Examples:\n  $ npx earshot ask");
});

test("--version prints the version alone", async () => {
  for (const asked of ["--version", "version"]) {
    expect(await run(asked)).toMatchObject({ code: 0, stdout: `${VERSION}\n`, stderr: "" });
  }
});

test.for([
  [["aks", "Go on?"], "Did you mean ask?"],
  [["ask", "Go on?", "--hodl", "1s"], "Did you mean --hold?"],
  [["--data", "/srv", "list"], "options stand behind the command"],
  [["keys", "--data", "/srv", "list"], "options stand behind the command"],
  [["ask"], "missing required argument"],
  [["ask", "Go on?", "--hold", "soon"], "45s, 10m, 8h or 3d"],
  [["wait", "42"], "26 letters and digits"],
] as const)("%j is wrong usage and says what was meant", async ([args, said]) => {
  const refused = await run(...args);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain(said);
});

test("completions are scripts that know every command", async () => {
  const { stdout, code } = await run("completions", "bash");
  expect(code).toBe(0);
  const completed = (words: string, at: number) => {
    const script = `${stdout}
      COMP_WORDS=(${words}); COMP_CWORD=${at}; ${/complete .*-F (\S+)/.exec(stdout)?.[1]}
      echo "\${COMPREPLY[@]}"`;
    return spawnSync("bash", ["-c", script], { encoding: "utf8" }).stdout.trim();
  };
  expect(completed("earshot ke", 1)).toBe("keys");
  expect(completed("earshot list --status ans", 3)).toBe("answered");
  for (const shell of ["zsh", "fish"]) {
    expect((await run("completions", shell)).stdout).toContain("demo");
  }
});

test("demo shows the whole loop by itself", async () => {
  const shown = await run("demo", "--no-input");
  expect(shown).toMatchObject({ code: 0 });
  const all = shown.stdout + shown.stderr;
  expect(all).toContain("kill -9");
  expect(all).toContain('→ ask printed "B" and ended with exit code 0');
  expect(all).toContain("intact: ");
});
