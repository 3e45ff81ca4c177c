import { existsSync } from "node:fs";
import { join } from "node:path";
import { EarshotError } from "../domain/errors.ts";
import { present } from "../domain/present.ts";
import type { Encoder } from "../ports/model/encoder.ts";

/**
 * What `encoder` of the liaison names: the address of a server, or a folder. It is opened with the first
 * conversation. Throws INVALID_INPUT if an address does not name the model, or a folder holds none.
 */
export function encoderAt(named: string, apiKey: string | undefined): () => Promise<Encoder> {
  if (!/^https?:\/\//i.test(named)) {
    if (!existsSync(join(named, "config.json"))) {
      throw new EarshotError(
        "INVALID_INPUT",
        `The liaison's encoder is an address such as http://127.0.0.1:11434/v1#bge-m3 or a folder with a model, and ${JSON.stringify(named)} has no config.json.`,
      );
    }
    return async () => {
      const { openLocalEncoder } = await import("../model/local-encoder.ts");
      return await openLocalEncoder(named);
    };
  }
  const url = URL.parse(named);
  const model = decodeURIComponent(url?.hash.slice(1) ?? "");
  if (url === null || model === "") {
    throw new EarshotError(
      "INVALID_INPUT",
      `The address of the liaison's encoder names its model behind a #, as in http://127.0.0.1:11434/v1#bge-m3, and ${JSON.stringify(named)} does not.`,
    );
  }
  url.hash = "";
  return async () => {
    const { createEmbeddingsService } = await import("../model/embeddings-service.ts");
    return createEmbeddingsService({ baseUrl: url.href, model, ...present({ apiKey }) });
  };
}
