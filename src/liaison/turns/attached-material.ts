import type { Json } from "../../domain/json.ts";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import type { Specified } from "./improvements.ts";

const KIND = "attachment";

/** The specification with what was attached among its material: whoever works on it reads it by its digest. */
export function withAttached(specification: Specified, exchanges: readonly Exchange[]): Specified {
  const attached = exchanges.flatMap(({ id, attachments = [] }) =>
    attachments.map((one): Json => {
      const text = `${one.name}, ${Math.ceil(one.size / 1024)} KiB`;
      return { exchange: id, kind: KIND, text, ...one };
    }),
  );
  if (attached.length === 0) return specification;
  const { context } = specification;
  const known = Array.isArray(context["material"]) ? context["material"].filter(isOther) : [];
  return { ...specification, context: { ...context, material: [...known, ...attached] } };
}

function isOther(one: Json): boolean {
  return typeof one !== "object" || one === null || !("kind" in one) || one["kind"] !== KIND;
}
