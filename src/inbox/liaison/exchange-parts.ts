import type { Exchange } from "../../domain/liaison/liaison.ts";

/** What was said in one phase of one round. */
export interface ExchangePart {
  readonly phase: Exchange["phase"];
  readonly round: number;
  readonly exchanges: readonly Exchange[];
}

/** Exchanges in order, split where the phase or the round changes. */
export function partsOf(exchanges: readonly Exchange[]): readonly ExchangePart[] {
  const parts: { phase: Exchange["phase"]; round: number; exchanges: Exchange[] }[] = [];
  for (const exchange of exchanges) {
    const { phase, round } = exchange;
    const last = parts.at(-1);
    if (last?.phase === phase && last.round === round) last.exchanges.push(exchange);
    else parts.push({ phase, round, exchanges: [exchange] });
  }
  return parts;
}
