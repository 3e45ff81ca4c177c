import type { PrincipalId } from "./id.ts";

/** Where something was said or decided: a channel to people, or a door that programs use. */
export const SURFACES = [
  "console",
  "inbox",
  "slack",
  "telegram",
  "email",
  "webhook",
  "cli",
  "http",
  "mcp",
  "library",
] as const;
export type Surface = (typeof SURFACES)[number];

/** Who did it, by the name they had then, and where. */
export interface Actor {
  readonly principal: PrincipalId;
  readonly name: string;
  readonly via: Surface;
}

export function isSurface(text: string): text is Surface {
  return (SURFACES as readonly string[]).includes(text);
}
