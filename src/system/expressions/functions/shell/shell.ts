import type { Environment } from "@marcbachmann/cel-js";
import { onceADecision } from "../meter.ts";
import { quoted } from "../quoted.ts";
import { Command, type ParseShell, Redirect, readCommands } from "./read-commands.ts";
import { isStarter, startsBy } from "./starters.ts";

const FILE_REDIRECTS: ReadonlySet<string> = new Set(["<", ">", ">>"]);

/** `parser` gives none where its packages are not installed: then nothing can be said. */
export function withShell(made: Environment, parser: () => ParseShell | undefined): void {
  made.registerType("Redirect", {
    ctor: Redirect,
    fields: { op: "string", fd: "int", to: "string" },
  });
  made.registerType("Command", {
    ctor: Command,
    fields: {
      name: "string",
      args: "list<string>",
      redirects: "list<Redirect>",
      joined: "string",
    },
  });
  made.registerFunction("shell(string): list<Command>", (line: string) =>
    commandsOf(line, [], parser()),
  );
  made.registerFunction(
    "shell(string, list<string>): list<Command>",
    (line: string, named: readonly string[]) => commandsOf(line, named, parser()),
  );
}

/** What the second argument of `shell` may name: what starts other programs, and redirects. */
export function isNamable(text: string): boolean {
  return FILE_REDIRECTS.has(text) || isStarter(text);
}

/** Throws where the line has what `named` does not name. */
function commandsOf(
  line: string,
  named: readonly string[],
  parse: ParseShell | undefined,
): readonly Command[] {
  if (parse === undefined) throw new Error("what reads commands of a shell is not installed");
  const commands = onceADecision(`shell ${line}`, () => readCommands(line, parse));
  for (const { name, args, redirects } of commands) {
    const files = redirects.filter(({ op, to }) => FILE_REDIRECTS.has(op) && to !== "/dev/null");
    const wanted = [...startsBy(name, args), ...files.map(({ op }) => op)];
    const missing = wanted.find((one) => !named.includes(one));
    if (missing !== undefined) throw new Error(`the rule does not name ${quoted(missing)}`);
  }
  return commands;
}
