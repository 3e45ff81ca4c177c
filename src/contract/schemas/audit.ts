import { z } from "zod";
import { ROW_KINDS } from "../../domain/log/log-says.ts";
import { Event } from "./requests.ts";

export const AuditReport = z
  .strictObject({
    intact: z.boolean(),
    events: z.int(),
    head: z.strictObject({ seq: z.int(), hash: z.string() }),
    fault: z.string().optional(),
    record: z
      .strictObject({
        rows: z.int(),
        erased: z.int().meta({ description: "Rows whose content is erased, as the log says." }),
        faults: z.array(
          z.strictObject({
            kind: z.enum(ROW_KINDS),
            id: z.string(),
            fact: z.string().optional(),
            seq: z.int().optional().meta({ description: "The event that says otherwise." }),
          }),
        ),
        more: z.int().meta({ description: "Faults beyond those that are listed." }),
      })
      .optional()
      .meta({
        description:
          "Whether the record is what the log says of it. Absent where the log itself does not hold.",
      }),
  })
  .meta({ id: "AuditReport" });

export const ExportedEvent = z
  .strictObject({ event: Event, hash: z.string(), code: z.string() })
  .meta({ id: "ExportedEvent" });
