import { PHASES, type Phase } from "../../domain/liaison/liaison.ts";
import { present } from "../../domain/present.ts";

/** Which conversations are shown; it is in the address, so that it can be linked. */
export interface Filter {
  readonly mine?: true;
  readonly phase?: Phase;
}

/** Unknown values are left out. */
export function readFilter(query: URLSearchParams): Filter {
  const phase = PHASES.find((one) => one === query.get("phase"));
  return { ...present({ mine: query.get("mine") === "true" ? true : undefined, phase }) };
}

/** The address of the screen with this filter. */
export function filterPath({ mine, phase }: Filter): string {
  const query = new URLSearchParams({
    ...present({ mine: mine === true ? "true" : undefined, phase }),
  }).toString();
  return query === "" ? "/liaison" : `/liaison?${query}`;
}
