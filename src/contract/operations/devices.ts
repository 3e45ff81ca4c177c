import { z } from "zod";
import { NOTICE_DETAILS } from "../../domain/hub/device.ts";
import { MAX_NAME_LENGTH, MAX_NOTIFY_URL_LENGTH } from "../../domain/limits.ts";
import type { OperationText } from "../schemas/operation.ts";
import { nothing } from "../schemas/parameters.ts";
import { DeliveryId, LinkId, RequestId, Timestamp } from "../schemas/values.ts";

/* What crosses the wire about the browsers that are notified while no page is open. */

const NoticeDetail = z.enum(NOTICE_DETAILS).meta({
  id: "NoticeDetail",
  description: "What a notification says: that somebody is needed, or also who asks for what.",
});
/** Base64url of the few bytes that a browser makes. */
const BrowserKey = z.string().max(128);

const Device = z
  .strictObject({
    id: LinkId.meta({ description: "Its link; `removeLink` ends it." }),
    name: z.string(),
    shows: NoticeDetail,
    createdAt: Timestamp,
    isCurrent: z.literal(true).optional().meta({ description: "It is the browser that calls." }),
  })
  .meta({ id: "Device", description: "A browser that is notified; never where it is reached." });

const DeviceTested = z
  .strictObject({
    isTaken: z.boolean().meta({ description: "Its push service has taken the message." }),
    why: z.string().optional().meta({ description: "Why it was not taken." }),
  })
  .meta({ id: "DeviceTested" });

const ShownNotice = z
  .strictObject({
    request: RequestId.optional().meta({ description: "Absent where nobody is asked any more." }),
    title: z.string(),
    text: z.string(),
    buttons: z.array(z.strictObject({ token: z.string(), label: z.string() })).meta({
      description: "Each decides once, in this web session, on what it was made for.",
    }),
    waiting: z.int().meta({ description: "How many requests wait for the caller." }),
  })
  .meta({ id: "ShownNotice", description: "What a notification shows; never an argument." });

const PressedNotice = z
  .strictObject({
    isDone: z.boolean(),
    say: z.string().meta({ description: "What became of it, or why nothing did." }),
  })
  .meta({ id: "PressedNotice" });

export const DEVICES = {
  listDevices: {
    summary: "Your browsers that are notified, and the key that one subscribes with",
    input: nothing,
    output: z.strictObject({
      items: z.array(Device),
      key: z.string().meta({ description: "The public key of RFC 8292, base64url." }),
    }),
  },
  addDevice: {
    summary: "Notify the browser of this web session, until that ends",
    input: z.strictObject({
      name: z.string().min(1).max(MAX_NAME_LENGTH),
      endpoint: z.string().max(MAX_NOTIFY_URL_LENGTH).meta({
        description: "`https` on the public internet, or a host that an operator has named.",
      }),
      p256dh: BrowserKey,
      auth: BrowserKey,
      key: BrowserKey.meta({ description: "The key that the browser subscribed with." }),
      shows: NoticeDetail.optional().meta({ description: "`nothing` if absent." }),
    }),
    output: Device,
  },
  testDevice: {
    summary: "Send a device of yours a notification that says only that",
    input: z.strictObject({ id: LinkId }),
    output: DeviceTested,
  },
  readNotice: {
    summary: "What a notification of this device shows of a delivery",
    input: z.strictObject({ id: DeliveryId }),
    output: ShownNotice,
  },
  pressNotice: {
    summary: "Do what a button of a notification says",
    input: z.strictObject({ token: z.string().max(128) }),
    output: PressedNotice,
  },
} as const satisfies Record<string, OperationText>;
