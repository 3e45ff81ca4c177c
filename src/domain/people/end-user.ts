import { namesRole } from "./role-names.ts";

/** Of the names that a policy gives its approvers: the user of a service whom a request asks. */
export const END_USER_ROLE = "end_user";

/** What services call their users: the last part of `SERVICE:USER`. */
export const END_USER_ID = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u;
export const MAX_END_USER_ID = 128;

/** Users of a service as requests and the record name them. */
export interface NamedEndUser {
  readonly service: string;
  readonly userId: string;
}

/** `SERVICE:USER`: no operator has such a name, since theirs hold no colon. */
export function endUserName({ service, userId }: NamedEndUser): string {
  return `${service}:${userId}`;
}

/** Undefined for the name of an operator, and for a role. */
export function endUserNamed(name: string): NamedEndUser | undefined {
  const at = name.indexOf(":");
  if (at <= 0 || namesRole(name)) return undefined;
  const [service, userId] = [name.slice(0, at), name.slice(at + 1)];
  const isWhole = userId.length <= MAX_END_USER_ID && END_USER_ID.test(userId);
  return isWhole ? { service, userId } : undefined;
}

/** Whom a policy names by this role, in words. */
export function roleInWords(role: string): string {
  return role === END_USER_ROLE ? "the end user whom it asks" : `any ${role}`;
}
