import type { Attention } from "../../domain/hub/link.ts";
import { present } from "../../domain/present.ts";

/** What the form holds. */
export interface AttentionDraft {
  readonly quietFrom: string;
  readonly quietTo: string;
  readonly timeZone: string;
  readonly digest: string;
  readonly perHour: string;
  /** Empty for that of the deployment. */
  readonly language: string;
}

type Wanted = Omit<Attention, "operator">;

/** `zone` is the browser's: a person who has set nothing yet most likely means it. */
export function draftOf({ operator: _, ...set }: Attention, zone: string): AttentionDraft {
  const isUnset = Object.keys(set).length === 0;
  return {
    quietFrom: set.quiet?.from ?? "",
    quietTo: set.quiet?.to ?? "",
    timeZone: set.timeZone ?? (isUnset ? zone : "UTC"),
    digest: set.digest?.join(", ") ?? "",
    perHour: set.perHour === undefined ? "" : String(set.perHour),
    language: set.language ?? "",
  };
}

/** What the form says; an emptied field is removed. */
export function wantedOf(draft: AttentionDraft): Wanted {
  const { quietFrom, quietTo, timeZone, perHour, language } = draft;
  const digest = draft.digest.split(/[\s,;]+/).filter((time) => time !== "");
  return {
    timeZone,
    ...present({
      quiet: quietFrom === "" && quietTo === "" ? undefined : { from: quietFrom, to: quietTo },
      digest: digest.length === 0 ? undefined : digest,
      perHour: perHour.trim() === "" ? undefined : Number(perHour),
      language: language === "" ? undefined : language,
    }),
  };
}
