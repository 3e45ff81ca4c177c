import { expect } from "vitest";
import { authorizationBlocks } from "../../src/render/blocks.ts";
import { wordsIn } from "../../src/render/messages/messages.ts";
import { terminalLines } from "../../src/render/terminal-blocks.ts";
import type { Disguise } from "./attack.ts";
import { ACTION, type Scene } from "./scene.ts";

const words = wordsIn("en");

const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]/u;

/** Begins what is an agent's, and what is an argument. */
const THEIRS = /^(?:┊ |│ {3}|│ ↪ )/;

/** What the server has stored is shown whole, and nothing in it passes for what Earshot says. */
export async function expectUndisguised(scene: Scene, disguise: Disguise): Promise<void> {
  const { tool = ACTION.tool } = disguise.asked;
  const request = await scene.seek(disguise.asked);
  const plain = await scene.seek({ tool, joinKey: "plain" });
  for (const width of [undefined, 80, 40]) {
    const lines = terminalLines(authorizationBlocks(request, { words }), words, { width });
    const usual = terminalLines(authorizationBlocks(plain, { words }), words, { width });
    expect(lines.filter((line) => HIDDEN.test(line))).toEqual([]);
    expect(partsOf(lines)).toEqual(partsOf(usual));
  }
  const lines = terminalLines(authorizationBlocks(request, { words }), words, {});
  const { digest, action } = request.authorization;
  const ours = lines.filter((line) => !THEIRS.test(line));
  expect(ours.filter((line) => line.includes("digest"))).toEqual([`│ digest sha256:${digest}`]);
  expect(ours.filter((line) => /^│ level /.test(line))).toHaveLength(1);
  expect(ours.filter((line) => /^│ tool /.test(line))).toEqual([`│ tool        ${action.tool}`]);
  const text = lines.join("\n");
  for (const shown of disguise.shows) expect(text).toContain(shown);
}

/** Arguments that look like secrets are named: by plain names, or by names in quotation marks. */
const SECRETS =
  /^! Looks like a secret(?:[^:/]*$|[^:/]*: (?:(?:\/(?:[a-z_$][\w$-]*|"(?:[^"\\]|\\.)*(?:"|$)))+(?:, )?)+$)/i;

/** What an action would do, in words of Earshot's alone. */
const STANDS_OUT = /^! Stands out: [^:]+$/;

/** The lines that begin a part, which only Earshot writes. */
function partsOf(lines: readonly string[]): readonly string[] {
  return lines
    .filter((line) => /^[^│┊↪]/.test(line))
    .map((line) => line.replace(/req_\w+/, "req").replace(/└ \d+ more/, "└ n more"))
    .filter((line) => !line.startsWith("└ n more") && !SECRETS.test(line))
    .filter((line) => !STANDS_OUT.test(line));
}
