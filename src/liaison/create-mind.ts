import type { LiaisonMind, LiaisonTurns } from "../ports/model/liaison-turns.ts";
import type { Model } from "../ports/model/model.ts";
import type { Policy } from "./turns/talk.ts";

export interface MindOptions {
  /** Reads people's words. Without it, and wherever it fails, the embedded engine does. */
  readonly model?: (() => Promise<Model>) | undefined;
  readonly policy?: Partial<Policy> | undefined;
  /** Hears when the embedded engine stands in for the model. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

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
  };
}

async function loadTurns({ model, policy, onFault }: MindOptions): Promise<LiaisonTurns> {
  const { createLiaisonTurns } = await import("./turns/create-liaison-turns.ts");
  const { createEmbeddedUnderstanding } = await import("./embedded-understanding.ts");
  const embedded = createEmbeddedUnderstanding();
  if (model === undefined) return createLiaisonTurns(embedded, policy);
  const { createModelUnderstanding } = await import("./model/create-model-understanding.ts");
  const faults = onFault === undefined ? {} : { onFault };
  return createLiaisonTurns(
    createModelUnderstanding({ model: await model(), fallback: embedded, ...faults }),
    policy,
  );
}
