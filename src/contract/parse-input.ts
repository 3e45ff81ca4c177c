import type { z } from "zod";
import { EarshotError } from "../domain/errors.ts";

const MAX_ISSUES = 5;
/** An issue quotes what it found, which can be half a megabyte from the sender. */
const MAX_MESSAGE_LENGTH = 300;

/** Checks input against its schema. Throws INVALID_INPUT with each faulty place and what it needs. */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, MAX_ISSUES).map((issue) => ({
    path: issue.path.map(String).join(".").slice(0, MAX_MESSAGE_LENGTH),
    message: issue.message.slice(0, MAX_MESSAGE_LENGTH),
  }));
  const said = issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  throw new EarshotError("INVALID_INPUT", `The input is not valid. ${said.join("; ")}.`, {
    details: { issues },
  });
}
