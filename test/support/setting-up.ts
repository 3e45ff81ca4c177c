import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, type Variables } from "./cli.ts";
import { ENTER, earshotOnPty, type Pty } from "./pty.ts";

/* A person who sets a channel up at a terminal, and what they have to do for it. */

export interface SettingUp {
  readonly terminal: Pty;
  /** What the person did, in the words of the guide's table. */
  readonly steps: readonly string[];
  /** Does one thing. */
  does(step: string): void;
  /** What is typed or pasted is sent with Enter. */
  pastes(step: string, text: string): void;
  /** The address that was printed with this beginning, whole. */
  address(beginning: string): Promise<string>;
}

export function setUp(kind: string, data: string, env: Variables = {}): SettingUp {
  const steps = [`Run npx earshot channels add ${kind}`];
  const terminal = earshotOnPty(["channels", "add", kind, "--data", data], { columns: 120, env });
  return {
    terminal,
    steps,
    does: (step) => void steps.push(step),
    pastes(step, text) {
      steps.push(step);
      terminal.type(`${text}${ENTER}`);
    },
    async address(beginning) {
      const found = await terminal.see(new RegExp(`\\u001b\\]8;;${escaped(beginning)}[^\\u001b]*`));
      return found.slice(found.lastIndexOf(beginning));
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The steps of a guide's table, without its marks of code. */
export function stepsInGuide(guide: string): readonly string[] {
  const text = readFileSync(join(ROOT, "docs", "guides", `${guide}.md`), "utf8");
  return [...text.matchAll(/^\| +\d+ +\| (.+?) +\|/gm)].map(([, step = ""]) =>
    step.replaceAll("`", "").replaceAll("<", "").replaceAll(">", "").trim(),
  );
}
