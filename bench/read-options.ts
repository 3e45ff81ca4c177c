import { parseArgs } from "node:util";

const USAGE = 2;

/** What can be named on the command line, and the command that has it. */
export interface Nameable {
  /** One of them, as in "There is no figure …". */
  readonly what: string;
  readonly names: readonly string[];
  readonly command: string;
}

/** The options that all benches share, and the names that are given. Wrong ones end the process. */
export function readOptions({ what, names, command }: Nameable) {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        help: { type: "boolean" },
        list: { type: "boolean" },
        quick: { type: "boolean", default: false },
        "json-file": { type: "string" },
      },
    });
    const unknown = positionals.filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new Error(`There is no ${what} ${unknown.join(", ")}.`);
    return { ...values, names: positionals };
  } catch (error) {
    process.stderr.write(`${(error as Error).message} See ${command} -- --help.\n`);
    return process.exit(USAGE);
  }
}
