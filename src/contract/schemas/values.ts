import { z } from "zod";
import { SURFACE_PATTERN } from "../../domain/channel-kind.ts";
import type { ContentDigest as ContentDigestText } from "../../domain/content/content.ts";
import type { IdPrefix, IdsByPrefix } from "../../domain/id.ts";
import type { Json as JsonValue } from "../../domain/json.ts";
import { SURFACES } from "../../domain/surface.ts";

/* The small values that others are made of. */

function id<P extends IdPrefix>(prefix: P, what: string) {
  const schema = z.string().regex(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`), {
    error: `expected the id of a ${what}: ${prefix}_ and 26 letters and digits`,
  });
  return schema as unknown as z.ZodType<IdsByPrefix[P]>;
}

export const RequestId = id("req", "request").meta({ description: "Id of a request." });
export const MessageId = id("msg", "message").meta({ description: "Id of a message." });
export const ConversationId = id("cnv", "conversation").meta({
  description: "Id of a conversation.",
});
export const PermissionId = id("per", "permission").meta({
  description: "Id of a standing permission.",
});
export const GrantId = id("grt", "grant").meta({ description: "Id of a grant." });
export const KeyId = id("key", "key").meta({ description: "Id of a key." });
export const PasskeyId = id("psk", "passkey").meta({ description: "Id of a passkey." });
export const RunId = id("run", "run").meta({ description: "Id of a run." });
export const DeliveryId = id("dlv", "delivery").meta({ description: "Id of a delivery." });
export const LinkId = id("lnk", "link").meta({ description: "Id of a link." });
export const SessionId = id("ses", "session").meta({ description: "Id of a session." });
export const PrincipalId = id("prn", "principal").meta({ description: "Id of a principal." });

/** Of bytes. */
export const ContentDigest = z.string().regex(/^sha256:[0-9a-f]{64}$/, {
  error: "expected the digest of bytes: sha256: and 64 hexadecimal digits",
}) as unknown as z.ZodType<ContentDigestText>;

export const Timestamp = z
  .string()
  .meta({ description: "ISO 8601 in UTC with milliseconds.", format: "date-time" });
export const Workspace = z.string().meta({ description: "Id of the workspace." });
export const Json = (z.unknown() as z.ZodType<JsonValue>).meta({
  id: "Json",
  description: "Any JSON value.",
});
export const JsonObject = z.record(z.string(), Json);

export const Surface = z
  .string()
  .regex(new RegExp(SURFACE_PATTERN))
  .meta({
    id: "Surface",
    description: `${SURFACES.join(", ")}, or the kind of a channel from outside.`,
  });

export const Actor = z
  .strictObject({ principal: PrincipalId, name: z.string(), via: Surface })
  .meta({ id: "Actor", description: "Who did it, by their name at that time, and where." });
