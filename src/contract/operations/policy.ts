import { z } from "zod";
import { inDigits, inTime } from "../../domain/in-words.ts";
import {
  MAX_PASSPHRASE_LENGTH,
  MAX_PERMISSION_TRIALS,
  MAX_REACHING,
  MIN_PASSPHRASE_LENGTH,
  POLICY_TRIED_ON_MS,
  TRIED_ON_MS,
} from "../../domain/limits.ts";
import * as authority from "../schemas/authority.ts";
import type { OperationText } from "../schemas/operation.ts";
import { nothing, page, pageOf } from "../schemas/parameters.ts";
import * as history from "../schemas/policy-history.ts";
import * as reasons from "../schemas/policy-reasons.ts";
import { PersonsReach } from "../schemas/reach.ts";
import * as wire from "../schemas/requests.ts";
import { JsonObject, Timestamp } from "../schemas/values.ts";

export const POLICY = {
  policy: {
    summary: "The policy in force, for people and services",
    input: nothing,
    output: authority.PolicyInForce,
  },
  applyPolicy: {
    summary: "Put a policy in force",
    input: z.strictObject({
      source: JsonObject.meta({ description: "The policy in the form of earshot.yaml." }),
      replaces: history.Revision.optional().meta({
        description:
          "The policy that it was written from. Where another one is in force by now, nothing is changed (POLICY_CHANGED); not checked if absent.",
      }),
      passphrase: z.string().optional().meta({ description: "Your own, if you have one." }),
    }),
    output: authority.PolicyInForce,
  },
  testPolicy: {
    summary: "What the policy in force says about an action, and why; changes nothing",
    input: z.strictObject({
      tool: z.string(),
      args: JsonObject,
      agent: z.string().optional().meta({ description: "The name of an agent." }),
    }),
    output: reasons.TestedPolicy,
  },
  dryRunPolicy: {
    summary: `What another policy would have said to the last ${inTime(POLICY_TRIED_ON_MS)}; applies nothing`,
    input: z.strictObject({
      source: JsonObject.meta({ description: "The policy in the form of earshot.yaml." }),
      cursor: page.cursor,
    }),
    output: authority.PolicyDryRun,
  },
  policyCoverage: {
    summary: `How much each rule in force decided in the last ${inTime(POLICY_TRIED_ON_MS)}, and of the tests`,
    input: z.strictObject({ cursor: page.cursor }),
    output: reasons.PolicyCoverage,
  },
  policyLog: {
    summary: "Every policy that was put in force, newest first: who, when and what changed",
    input: z.strictObject(page),
    output: pageOf(history.LoggedPolicy),
  },
  policyRevision: {
    summary: "A policy that is or was in force, as it was applied",
    input: z.strictObject({ revision: history.Revision }),
    output: history.PolicyRevision,
  },
  diffPolicies: {
    summary: "In what two policies differ",
    input: z.strictObject({
      from: history.Revision.optional().meta({
        description: "The one that `to` replaced, if absent.",
      }),
      to: history.Revision.optional().meta({ description: "The one in force, if absent." }),
    }),
    output: history.PolicyDiff,
  },
  blamePolicy: {
    summary: "For each rule and key of a policy who put it there, and when",
    input: z.strictObject({
      revision: history.Revision.optional().meta({ description: "The one in force, if absent." }),
    }),
    output: history.PolicyBlame,
  },
  reachAlone: {
    summary: "What each person could bring about alone, and how; does nothing",
    input: z.strictObject({
      person: z.string().optional().meta({ description: "A name; everybody where absent." }),
      source: JsonObject.optional().meta({
        description: "Another policy, in the form of earshot.yaml; the one in force where absent.",
      }),
    }),
    output: z.strictObject({
      items: z.array(PersonsReach).meta({
        description: `At most ${inDigits(MAX_REACHING)} people.`,
      }),
    }),
  },
  permit: {
    summary: "Give a standing permission",
    input: authority.PermissionInput,
    output: authority.Permission,
  },
  previewPermission: {
    summary: `What a permission would have covered in the last ${inTime(TRIED_ON_MS)}; gives none`,
    input: authority.PermissionInput,
    output: z.strictObject({
      matched: z.int(),
      sought: z.int().meta({
        description: `Authorizations of the agent, up to ${inDigits(MAX_PERMISSION_TRIALS)}.`,
      }),
      examples: z.array(wire.Request),
      never: z.string().optional().meta({ description: "Why it would cover nothing." }),
    }),
  },
  listPermissions: {
    summary: "Standing permissions, newest first, ended ones included; an agent's own",
    input: nothing,
    output: z.strictObject({ items: z.array(authority.Permission) }),
  },
  revokePermission: {
    summary: "Take back a standing permission",
    input: z.strictObject({ id: wire.PermissionId }),
    output: authority.Permission,
  },
  setPassphrase: {
    summary: "Set or change the passphrase with which you prove your identity again",
    input: z.strictObject({
      passphrase: z
        .string()
        .meta({ description: `${MIN_PASSPHRASE_LENGTH} to ${MAX_PASSPHRASE_LENGTH} characters.` }),
      former: z.string().optional().meta({ description: "The previous one, if there is one." }),
      proof: JsonObject.optional().meta({
        description:
          "Proof by a passkey of yours, if you have one; needed for the first passphrase.",
      }),
    }),
    output: z.strictObject({ setAt: Timestamp }),
  },
} as const satisfies Record<string, OperationText>;
