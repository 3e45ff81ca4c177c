import { resolve } from "node:path";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { readEnvironment } from "../../compose/config.ts";
import { homeFolder } from "../../system/find-folder.ts";
import { createProgram } from "../program.ts";
import { withFolder } from "./with-folder.ts";

const DATA = "/srv/ear shot";

/** Every command with the words that call it. */
function commandsOf(command: Command, words: readonly string[] = []): [string, Command][] {
  const inner = command.commands.flatMap((one) => commandsOf(one, [...words, one.name()]));
  return words.length === 0 ? inner : [[words.join(" "), command], ...inner];
}

test("each command of a text names the folder where it takes one, and is whole", async () => {
  const { signal } = new AbortController();
  const program = await createProgram({ finish: () => {}, signal });
  for (const [words, command] of commandsOf(program)) {
    const takes = command.options.some(({ long }) => long === "--data");
    // A group is called with one of its commands.
    if (!takes && command.commands.length > 0) continue;
    const told = withFolder(`Next: npx earshot ${words} makes it so.`, DATA);
    const option = takes ? " --data '/srv/ear shot'" : "";
    expect(told).toBe(`Next: npx earshot ${words}${option} makes it so.`);
  }
});

test("a folder that is named already is named once, and one that is found here never", () => {
  const named = "Go on: npx earshot liaise --id ID --data /srv/x";
  expect(withFolder(named, "/srv/x")).toBe(named);
  const both = "npx earshot stop, or npx earshot start --data /srv/x";
  expect(withFolder(both, "/srv/x")).toBe(`npx earshot stop --data /srv/x${both.slice(16)}`);
  const home = resolve(homeFolder(readEnvironment()));
  expect(withFolder("npx earshot list", home)).toBe("npx earshot list");
  expect(withFolder("See npx earshot help.", "/srv/x")).toBe("See npx earshot help.");
});
