import { randomUUID } from "node:crypto";

/** The name of a host: no other has it, also not the same one when it is started again. */
export function hostName(): string {
  return `host-${process.pid}-${randomUUID()}`;
}
