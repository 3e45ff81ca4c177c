import { basename, dirname, resolve } from "node:path";
import { EarshotError } from "../domain/errors.ts";
import type { Encoder } from "../ports/model/encoder.ts";
import { unitVectors } from "./unit-vectors.ts";

const PEER = "@huggingface/transformers";

/** What is used of the package, which is there only where somebody has installed it. */
export interface Transformers {
  readonly env: { allowRemoteModels: boolean; localModelPath: string };
  pipeline(
    task: "feature-extraction",
    model: string,
    options: { readonly dtype: string },
  ): Promise<
    (
      texts: readonly string[],
      options: { readonly pooling: "mean"; readonly normalize: boolean },
    ) => Promise<{ tolist(): readonly unknown[] }>
  >;
}

/** Models of this family were taught with it. */
const QUERY = "query: ";

/**
 * An encoder in this process, out of a folder with `config.json`, `tokenizer.json` and
 * `onnx/model_quantized.onnx`. Nothing is downloaded. Throws INVALID_INPUT where the package is missing or
 * the folder holds no such model.
 */
export async function openLocalEncoder(
  folder: string,
  load: () => Promise<Transformers> = loadPeer,
): Promise<Encoder> {
  const path = resolve(folder);
  const { env, pipeline } = await load();
  env.allowRemoteModels = false;
  env.localModelPath = dirname(path);
  const name = basename(path);
  const extract = await pipeline("feature-extraction", name, { dtype: "q8" }).catch((cause) => {
    throw new EarshotError("INVALID_INPUT", `The encoder in ${path} cannot be opened: ${cause}`, {
      cause,
    });
  });
  const prefix = /(?<![a-z\d])e5(?![a-z\d])/i.test(name) ? QUERY : "";
  const called = `The encoder in ${path}`;
  return {
    name: called,
    async encode(texts) {
      const prefixed = texts.map((text) => prefix + text);
      const given = await extract(prefixed, { pooling: "mean", normalize: true });
      return unitVectors(called, given.tolist(), texts.length);
    },
  };
}

async function loadPeer(): Promise<Transformers> {
  try {
    return await import(PEER);
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `An encoder in a folder needs the package ${PEER}, which is not installed: npm install ${PEER}`,
      { cause },
    );
  }
}
