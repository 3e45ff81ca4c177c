import { randomUUID } from "node:crypto";

/** The name of a host. No other host has it, nor does the same host after a restart. */
export function hostName(): string {
  return `host-${process.pid}-${randomUUID()}`;
}
