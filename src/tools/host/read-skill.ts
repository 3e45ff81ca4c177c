import { z } from "zod";
import { EarshotError } from "../../domain/errors.ts";
import { defineTool } from "../registry/define-tool.ts";
import { didYouMean } from "../registry/nearest.ts";
import type { ToolSkill } from "../registry/tool.ts";
import { sessionOf } from "./session-of.ts";

const NAME = "read_skill";

export const readSkill = defineTool({
  name: NAME,
  title: "Read a skill",
  description:
    "Returns the text of one of your skills: how something is done here, written by people who know. Read a skill before you begin on what its description names, and follow it. A skill may name files beside it; give their path to read them.",
  topics: "instructions how-to guide procedure catalogue",
  input: z.object({
    name: z.string().min(1).describe("The skill, as the catalogue names it."),
    file: z
      .string()
      .min(1)
      .optional()
      .describe("A file of the skill, by its path within the skill's folder."),
  }),
  output: z.string(),
  annotations: { readOnly: true, repeatable: true },
  async execute({ name, file }, context) {
    const { skills } = sessionOf(NAME, context);
    const skill = skills.find((one) => one.name === name);
    if (skill === undefined) throw unknown(name, skills);
    const text = await skill.read(file);
    // A failed count is no reason to withhold the text.
    await context.earshot
      .recordSkillRead({ skill: name }, { idempotencyKey: context.call })
      .catch(() => {});
    return text;
  },
});

function unknown(name: string, skills: readonly ToolSkill[]): EarshotError {
  const names = skills.map((skill) => skill.name);
  const known = names.length === 0 ? " You have none." : ` You have ${names.join(", ")}.`;
  return new EarshotError(
    "NOT_FOUND",
    `There is no skill named ${JSON.stringify(name)}.${didYouMean(name, names) || known}`,
    { details: { skill: name } },
  );
}
