import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { earshot, type Finished, testFolder, type Variables } from "./cli.ts";

/* A person's home and project, as `earshot init` finds them. */

export interface Person {
  readonly home: string;
  readonly project: string;
  /** A file below the home folder, or with `project/` below that one. */
  read(path: string): string;
  write(path: string, text: string): void;
  has(path: string): boolean;
  path(path: string): string;
  /** Runs `earshot` in the project. */
  run(...args: readonly string[]): Promise<Finished>;
  /** The same person, with only these variables for the programs they run. */
  with(env: Variables): Person;
}

/** A person for this test, on Linux, with nothing set up. */
export function newPerson(env: Variables = {}): Person {
  const home = testFolder();
  mkdirSync(join(home, "project"));
  return personIn(home, env);
}

function personIn(home: string, env: Variables): Person {
  const project = join(home, "project");
  const path = (name: string) => join(home, name);
  return {
    home,
    project,
    path,
    read: (name) => readFileSync(path(name), "utf8"),
    has: (name) => existsSync(path(name)),
    write(name, text) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
    },
    run: (...args) =>
      earshot(args, {
        cwd: project,
        env: { EARSHOT_DATA: path("project/.earshot"), ...env, HOME: home },
      }),
    with: (others) => personIn(home, others),
  };
}
