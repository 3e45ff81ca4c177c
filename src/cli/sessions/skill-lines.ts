import type { SkillUse } from "../../ports/earshot/sessions.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { Style } from "../terminal/output.ts";

const NAME_WIDTH = 32;
const NUMBER_WIDTH = 6;
const INDENT = "  ";

export interface AgentSkills {
  readonly agent: string;
  readonly skills: readonly SkillUse[];
}

/** How often an agent's skills were read, and what to do about unread ones. */
export function skillLines({ agent, skills }: AgentSkills, style: Style): readonly string[] {
  const heads = ["day", "week", "month"].map((text) => text.padStart(NUMBER_WIDTH)).join("");
  const name = oneLine(agent, NAME_WIDTH);
  if (skills.length === 0) return [`${style.bold(name)}  no skills`];
  const width = NAME_WIDTH + INDENT.length;
  return [
    `${style.bold(name)}${" ".repeat(width - name.length)}${style.dim(`${heads}  last read`)}`,
    ...skills.flatMap((skill) => linesOf(skill, style)),
  ];
}

function linesOf({ name, reads, lastReadAt, recommendation }: SkillUse, style: Style): string[] {
  const counts = [reads.day, reads.week, reads.month]
    .map((count) => String(count).padStart(NUMBER_WIDTH))
    .join("");
  const line = `${INDENT}${oneLine(name, NAME_WIDTH).padEnd(NAME_WIDTH)}${counts}  ${lastReadAt ?? "never"}`;
  return recommendation === undefined
    ? [line]
    : [line, style.bold(`${INDENT}${INDENT}${oneLine(recommendation, 200)}`)];
}
