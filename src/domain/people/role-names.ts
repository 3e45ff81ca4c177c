import type { PersonPrincipal } from "./principal.ts";

/** The roles that can be asked in the place of names: those that decide. */
const ROLE_NAMES = ["role:owner", "role:approver"] as const;
type RoleName = (typeof ROLE_NAMES)[number];

/** Whether it is meant as a role, known or not. */
export function namesRole(name: string): boolean {
  return name.startsWith("role:");
}

export function isRoleName(name: string): name is RoleName {
  return ROLE_NAMES.some((one) => one === name);
}

/** `role:owner` for an owner. */
export function roleNameOf({ role }: Pick<PersonPrincipal, "role">): string {
  return `role:${role}`;
}
