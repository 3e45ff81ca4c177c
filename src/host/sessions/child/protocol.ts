import { z } from "zod";
import type { Json } from "../../../domain/json.ts";
import type { ShownRequest } from "../../../domain/requests/request.ts";
import type { Session, SessionEntry } from "../../../domain/sessions/session.ts";

/*
 * What a host and a program that is an agent say to each other: one JSON object a line. The host
 * writes to the program's standard input, the program to its standard output.
 */

/** Identifies the reply to a line; absent if nobody needs one. */
const id = z.union([z.string().max(128), z.number()]).optional();
/** The same when the same step is repeated in a session that was taken up again. */
const call = z
  .string()
  .regex(/^[\x21-\x7e]{1,64}$/, "has 1 to 64 printable ASCII characters without spaces")
  .optional();
const callId = z.string().min(1).max(128);
const tool = z.string().min(1).max(128);

const Entry = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("reply"),
    text: z.string(),
    calls: z
      .array(z.strictObject({ id: callId, name: tool, args: z.json() }))
      .max(100)
      .default([]),
  }),
  z.strictObject({ kind: z.literal("begun"), call: callId, tool }),
  z.strictObject({
    kind: z.literal("done"),
    call: callId,
    tool,
    text: z.string(),
    isError: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal("note"), text: z.string() }),
]);

export const CHILD_LINE = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("say"), id, call, text: z.string().min(1) }),
  z.strictObject({
    type: z.literal("ask"),
    id,
    call,
    question: z.string().min(1),
    context: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal("authorize"),
    id,
    call,
    tool,
    args: z.record(z.string(), z.json()),
    reason: z.string().min(1),
  }),
  z.strictObject({ type: z.literal("redeem"), id }),
  z.strictObject({ type: z.literal("record"), id, entry: Entry }),
  z.strictObject({ type: z.literal("end"), id, text: z.string().default("") }),
  z.strictObject({ type: z.literal("fail"), id, text: z.string().min(1) }),
]);
export type ChildLine = z.output<typeof CHILD_LINE>;

/** Version of the protocol; it changes when programs would have to. */
export const HOST_VERSION = 1;

export type HostLine =
  | {
      readonly type: "start";
      readonly v: typeof HOST_VERSION;
      readonly session: Session;
      /** What to do, in words. */
      readonly prompt: string;
      /** What was recorded before, if the session was taken up again. */
      readonly entries: readonly SessionEntry[];
      readonly former?: {
        readonly session: Session;
        readonly entries: readonly SessionEntry[];
        readonly request?: ShownRequest;
      };
    }
  | { readonly type: "result"; readonly id: string | number; readonly value: Json }
  | {
      readonly type: "error";
      /** Of the line it is about; absent if that could not be read. */
      readonly id?: string | number;
      readonly code: string;
      readonly message: string;
    }
  /** A person wants the session to end. */
  | { readonly type: "cancel" }
  /** The host stops: record what matters and end. The session is taken up again later. */
  | { readonly type: "stop" };
