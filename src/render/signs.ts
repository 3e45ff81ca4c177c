/** How the heading of a zone begins, in each language; a fact holds them to the messages. */
export const ZONES = [
  "ACTION",
  "AKTION",
  "ACCIÓN",
  "操作",
  "EVIDENCE",
  "BELEGE",
  "EVIDENCIAS",
  "PIÈCES",
  "資料",
  "THE AGENT SAYS",
  "DER AGENT SAGT",
  "EL AGENTE DICE",
  "L'AGENT DIT",
  "エージェントの発言",
] as const;

/** The same of the line above all zones. */
export const TITLES = [
  "AUTHORIZATION",
  "GENEHMIGUNGSANFRAGE",
  "AUTORIZACIÓN",
  "AUTORISATION",
  "承認依頼",
] as const;

/** Begins a line of a dialogue, and the heading of a zone: see `terminal-blocks.ts`. */
const SIGNS = new RegExp(
  `\\[(?=AGENT|OPERATOR)|[┌┍┎┏╒╓╔╭](?=[\\s\\u2500-\\u259f]*(?:${[...ZONES, ...TITLES].join("|")}))`,
  "giu",
);

/**
 * In a quoted text, `[AGENT`, `[OPERATOR` and the corner of a zone are escaped, since only Earshot
 * writes them at the beginning of a line: a terminal could wrap the line right before them.
 */
export function withoutSigns(text: string): string {
  return text.replace(SIGNS, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`);
}
