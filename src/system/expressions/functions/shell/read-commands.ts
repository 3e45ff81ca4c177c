import { isDeepStrictEqual } from "node:util";
import { scan, type Token } from "./scan.ts";

/** One program with what it is given. */
export class Command {
  /** As it is written, without quotes: `/bin/ls` is not `ls`. */
  readonly name: string;
  readonly args: readonly string[];
  readonly redirects: readonly Redirect[];
  /** How it is joined to the command before it: `&&`, `||`, `;` or `|`; `""` for the first. */
  readonly joined: string;

  constructor(joined: string, words: readonly string[], redirects: readonly Redirect[]) {
    [this.name = "", ...this.args] = words;
    this.redirects = redirects;
    this.joined = joined;
  }
}

/** Where output goes to or input comes from. */
export class Redirect {
  /** `<`, `>`, `>>`, or `>&` to another descriptor. */
  readonly op: string;
  readonly fd: bigint;
  readonly to: string;

  constructor(op: string, fd: string, to: string) {
    this.op = op;
    this.fd = BigInt(fd);
    this.to = to;
  }
}

/** What a parser of shells found, by the offsets of words. */
export interface Structure {
  /** The words of each command. */
  readonly commands: readonly (readonly number[])[];
  /** The words that redirects name. */
  readonly targets: readonly number[];
  /** All that is no word. */
  readonly operators: readonly number[];
}

/** Throws on what is not made of plain commands alone. */
export type ParseShell = (line: string) => Structure;

/** A command while it is read. */
interface Begun {
  readonly joined: string;
  readonly words: Token[];
  readonly redirects: Redirect[];
}

const JOINTS: ReadonlySet<string> = new Set(["&&", "||", ";", "|"]);
/** Words that begin something else than a command where one could stand, in one shell or another. */
const RESERVED: ReadonlySet<string> = new Set(
  "if then elif else fi for in do done case esac while until repeat foreach end select function coproc always".split(
    " ",
  ),
);
/** To a shell these are no files but connections. */
const NETWORK = /^\/dev\/(?:tcp|udp)(?:\/|$)/;

/**
 * The commands of a line, read twice: by its words and by a parser. Where the two differ, one of them
 * reads what no shell does.
 */
export function readCommands(line: string, parse: ParseShell): readonly Command[] {
  const tokens = scan(line);
  const begun: Begun[] = [{ joined: "", words: [], redirects: [] }];
  const targets: number[] = [];
  const open = [...tokens];
  for (let token = open.shift(); token !== undefined; token = open.shift()) {
    const { kind, text } = token;
    if (kind === "word") begun.at(-1)?.words.push(token);
    else if (JOINTS.has(text)) begun.push({ joined: text, words: [], redirects: [] });
    else {
      const { redirect, target } = redirectFrom(token, open);
      begun.at(-1)?.redirects.push(redirect);
      targets.push(target);
    }
  }
  const mine: Structure = {
    commands: begun.map(({ words }) => words.map(({ from }) => from)),
    targets,
    operators: tokens.filter(({ kind }) => kind !== "word").map(({ from }) => from),
  };
  if (!isDeepStrictEqual(mine, parse(line))) {
    throw new Error("the commands can be read in two ways");
  }
  return begun.map(commandOf);
}

function commandOf({ joined, words, redirects }: Begun): Command {
  const [name] = words;
  if (name === undefined) throw new Error("a command is missing");
  if (RESERVED.has(name.text) || name.text.includes("=") || name.text === "") {
    throw new Error("there is more than plain commands");
  }
  return new Command(
    joined,
    words.map(({ text }) => text),
    redirects,
  );
}

function redirectFrom(first: Token, open: Token[]) {
  const op = first.kind === "descriptor" ? open.shift() : first;
  const to = open.shift();
  if (op?.kind !== "operator" || to?.kind !== "word" || to.text === "") {
    throw new Error("a redirect names no file");
  }
  const isCopy = op.text === ">&";
  const fd = first === op ? (op.text === "<" ? "0" : "1") : first.text;
  if (!/^[012]$/.test(fd) || (isCopy && !/^[12]$/.test(to.text)) || NETWORK.test(to.text)) {
    throw new Error("a redirect is of a kind that is not read here");
  }
  return { redirect: new Redirect(op.text, fd, to.text), target: to.from };
}
