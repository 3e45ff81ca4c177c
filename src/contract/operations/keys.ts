import { z } from "zod";
import { inDigits } from "../../domain/in-words.ts";
import { MAX_KEY_HOLD_MS } from "../../domain/limits.ts";
import type { OperationText } from "../schemas/operation.ts";
import { nothing } from "../schemas/parameters.ts";
import * as wire from "../schemas/requests.ts";

export const KEYS = {
  whoami: {
    summary: "Who owns the key, and what it may do",
    input: nothing,
    output: z.strictObject({
      principal: wire.Principal,
      rights: z.array(wire.Right),
      holdMs: z.int().optional().meta({ description: "The key's hold; see `Key`." }),
      unattended: z.literal(true).optional(),
    }),
  },
  createKey: {
    summary: "Make a key, and its principal if none has that name",
    input: z.strictObject({
      kind: z.enum(["agent", "person", "service"]),
      name: z.string(),
      role: z.enum(["owner", "approver", "viewer"]).optional(),
      scopes: z.array(wire.Right).optional(),
      holdMs: z
        .number()
        .optional()
        .meta({
          description: `For an agent's key: how long its tools wait for a person, 0 to ${inDigits(MAX_KEY_HOLD_MS)}.`,
        }),
      unattended: z.boolean().optional().meta({
        description: "For a person's key: it is for scripts that decide in that person's name.",
      }),
      passphrase: z.string().optional().meta({
        description: "For a key of a person or service: your own passphrase, if you have one.",
      }),
    }),
    output: z.strictObject({ key: wire.Key, principal: wire.Principal, secret: z.string() }),
  },
  listKeys: {
    summary: "All keys of the workspace, without their secrets",
    input: nothing,
    output: z.strictObject({
      items: z.array(z.strictObject({ key: wire.Key, principal: wire.Principal })),
    }),
  },
  revokeKey: {
    summary: "Revoke a key at once and for good",
    input: z.strictObject({ id: wire.KeyId }),
    output: wire.Key,
  },
} as const satisfies Record<string, OperationText>;
