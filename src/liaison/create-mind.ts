import { EarshotError } from "../domain/errors.ts";
import { present } from "../domain/present.ts";
import type { Encoder } from "../ports/model/encoder.ts";
import type { LiaisonMind, LiaisonTurns } from "../ports/model/liaison-turns.ts";
import type { Model } from "../ports/model/model.ts";
import type {
  ReadingService,
  Understanding,
  UnderstandingPlugIn,
} from "../ports/model/understanding.ts";
import type { NearnessFinder } from "./cases/nearness.ts";
import type { Policy } from "./turns/talk.ts";

export interface MindOptions {
  /** Reads people's words. Without it, and wherever it fails, the embedded engine does. */
  readonly model?: (() => Promise<Model>) | undefined;
  /** Reads them before the model does, as far as it can. */
  readonly plugIn?: (() => Promise<UnderstandingPlugIn>) | undefined;
  readonly service?: (() => Promise<ReadingService>) | undefined;
  /** Tells the embedded engine which texts mean the like. The words alone do without it, or where it fails. */
  readonly encoder?: (() => Promise<Encoder>) | undefined;
  readonly policy?: Partial<Policy> | undefined;
  /** The embedded engine replies if all that is read for one turn takes longer; 20,000 if absent. */
  readonly totalMs?: number | undefined;
  /** Hears when the embedded engine stands in. */
  readonly onFault?: ((error: unknown) => void) | undefined;
  /** Hears once when the encoder fails, and again only after it has worked. */
  readonly onEncoderFault?: ((error: unknown) => void) | undefined;
}

/** A person waits for the reply. */
const TOTAL_MS = 20_000;

/** The liaison as the core sees it. Its engine is loaded once, with the first conversation. */
export function createMind(options: MindOptions = {}): LiaisonMind {
  let loading: Promise<LiaisonTurns> | undefined;
  return {
    turns() {
      loading ??= loadTurns(options).catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    async termsOf(text) {
      const { caseTerms } = await import("./case-terms.ts");
      return caseTerms(text);
    },
    async asking() {
      const [{ isWeighty }, { toldOption }] = await Promise.all([
        import("./asking/weighty-words.ts"),
        import("./asking/told-option.ts"),
      ]);
      return { isWeighty, toldOption };
    },
  };
}

async function loadTurns(options: MindOptions): Promise<LiaisonTurns> {
  const { policy, totalMs = TOTAL_MS, onFault } = options;
  const { createLiaisonTurns } = await import("./turns/create-liaison-turns.ts");
  const { createEmbeddedUnderstanding } = await import("./embedded-understanding.ts");
  const embedded = createEmbeddedUnderstanding(await nearnessOf(options));
  const reader = await readerOver(embedded, options);
  if (reader === embedded) return createLiaisonTurns(embedded, policy);
  const onLate = () => onFault?.(late(totalMs));
  return createLiaisonTurns(reader, policy, { fallback: embedded, totalMs, onLate });
}

/** By the encoder, if there is one, which is told the examples at once. */
async function nearnessOf({
  encoder,
  onEncoderFault = () => {},
}: MindOptions): Promise<NearnessFinder | undefined> {
  if (encoder === undefined) return undefined;
  const { createNearness } = await import("./cases/nearness.ts");
  try {
    const nearness = createNearness(await encoder(), onEncoderFault);
    void nearness.ready();
    return nearness;
  } catch (error) {
    onEncoderFault(error);
    return undefined;
  }
}

/** The plug-in over the model over the embedded engine, as far as there are any. */
async function readerOver(
  embedded: Understanding,
  { model, plugIn, service, onFault }: MindOptions,
): Promise<Understanding> {
  const faults = present({ onFault });
  let reader = embedded;
  if (model !== undefined) {
    const { createModelUnderstanding } = await import("./model/create-model-understanding.ts");
    reader = createModelUnderstanding({ model: await model(), fallback: reader, ...faults });
  }
  if (plugIn === undefined && service === undefined) return reader;
  const plugged = await import("./model/plugged-understanding.ts");
  const parts = { fallback: reader, ...faults };
  return plugIn === undefined
    ? service === undefined
      ? reader
      : plugged.createServiceUnderstanding(await service(), parts)
    : plugged.createPluggedUnderstanding(await plugIn(), parts);
}

function late(totalMs: number): EarshotError {
  return new EarshotError(
    "TIMED_OUT",
    `What reads people's words took longer than ${totalMs / 1_000} s for one turn, and the embedded engine replied. Its later reading may still correct that. Choose a faster model, or give it longer: --liaison-timeout.`,
    { details: { totalMs } },
  );
}
