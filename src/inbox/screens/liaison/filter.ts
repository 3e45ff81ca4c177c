import { PHASES, type Phase } from "../../../domain/liaison.ts";

/** Which conversations are shown; it stands in the address, so that it can be linked. */
export interface Filter {
  readonly mine?: true;
  readonly phase?: Phase;
}

/** What is not known is left out. */
export function readFilter(query: URLSearchParams): Filter {
  const phase = PHASES.find((one) => one === query.get("phase"));
  return {
    ...(query.get("mine") === "true" ? { mine: true } : {}),
    ...(phase === undefined ? {} : { phase }),
  };
}

/** The address of the screen with this filter. */
export function filterPath({ mine, phase }: Filter): string {
  const query = new URLSearchParams({
    ...(mine === true ? { mine: "true" } : {}),
    ...(phase === undefined ? {} : { phase }),
  }).toString();
  return query === "" ? "/liaison" : `/liaison?${query}`;
}
