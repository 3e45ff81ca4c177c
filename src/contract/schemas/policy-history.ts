import { z } from "zod";
import { Json, JsonObject, PrincipalId, Timestamp } from "./values.ts";

/* What crosses the wire about what policies said before. */

export const Revision = z.string().meta({
  description: "The digest of a policy, or six or more of its first characters.",
});

const put = {
  seq: z.int().meta({ description: "The number of its event in the log." }),
  revision: z.string(),
  at: Timestamp,
  until: Timestamp.optional().meta({ description: "Absent while it is in force." }),
  by: z.strictObject({ id: PrincipalId, name: z.string() }).optional().meta({
    description: "Absent if a server loaded it from its file at the start.",
  }),
  via: z.string().optional(),
};

const PolicyPut = z
  .strictObject(put)
  .meta({ id: "PolicyPut", description: "One time that a policy was put in force." });

const named = { kind: z.enum(["rule", "order", "key"]), name: z.string() };
const isOther = z.literal(true).optional();

export const LoggedPolicy = z
  .strictObject({
    ...put,
    former: z.string().optional().meta({ description: "The revision that it replaced." }),
    changes: z
      .strictObject({
        added: z.array(z.string()),
        removed: z.array(z.string()),
        changed: z.array(z.string()),
        isReordered: z.boolean(),
        owners: isOther,
        retention: isOther,
        routing: isOther,
        messages: isOther,
        tests: isOther,
      })
      .optional()
      .meta({
        description:
          "Against the one that it replaced; absent if the text of either does not make its digest.",
      }),
  })
  .meta({ id: "LoggedPolicy" });

export const PolicyRevision = z
  .strictObject({
    revision: z.string(),
    source: JsonObject,
    puts: z.array(PolicyPut).meta({ description: "Newest first." }),
  })
  .meta({ id: "PolicyRevision" });

export const PolicyDiff = z
  .strictObject({
    from: z.string().optional().meta({ description: "Absent where there was none before." }),
    to: z.string(),
    differences: z.array(
      z
        .strictObject({ ...named, from: Json, to: Json })
        .meta({ description: "`null` where one of the two lacks it." }),
    ),
    allowsMore: z.array(z.string()).meta({
      description: "Why the later one may let more pass; empty if it does not.",
    }),
  })
  .meta({ id: "PolicyDiff" });

export const PolicyBlame = z
  .strictObject({
    revision: z.string(),
    parts: z.array(
      z
        .strictObject({ ...named, put: PolicyPut })
        .meta({ description: "A part, and the change that gave it its present form." }),
    ),
  })
  .meta({ id: "PolicyBlame" });
