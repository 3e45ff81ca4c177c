import { TOOL_ERRORS } from "../registry/error-types.ts";

/** How calls fail, and which may be repeated, as Markdown. */
export function errorLines(): readonly string[] {
  const errors = Object.entries(TOOL_ERRORS);
  const again = errors.filter(([, { recoverable }]) => recoverable);
  return [
    ...errors.map(([type, { meaning }]) => `- \`${type}\`: ${meaning}.`),
    "",
    `Only after ${again.map(([type]) => `\`${type}\``).join(" and ")} can the same call succeed later.`,
  ];
}
