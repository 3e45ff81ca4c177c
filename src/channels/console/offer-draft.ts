import type { ShownRequest } from "../../domain/requests/request.ts";
import { oneLine } from "../../render/visible-text.ts";
import { notice } from "./agent-lines.ts";
import type { LineReader, Typed } from "./line-reader.ts";
import type { Voice } from "./voice.ts";
import { isYes } from "./yes-no.ts";

/** What becomes of a draft; `left` says how the person ended the dialogue instead. */
export type DraftEnd =
  | { readonly kind: "send" | "kept" }
  | { readonly kind: "left"; readonly end: "end" | "interrupt" };

/**
 * Somebody else was faster. Shows the whole draft and asks whether to send it anyway: the server
 * keeps a late answer as a message to the agent that asked.
 */
export async function offerDraft(
  { reader, voice }: { readonly reader: LineReader; readonly voice: Voice },
  { agentName }: ShownRequest,
  { draft, signal }: { readonly draft: string; readonly signal: AbortSignal },
): Promise<DraftEnd> {
  if (draft === "") return { kind: "kept" };
  const { own } = voice;
  notice(reader, own.say("unsent.draft", { draft }));
  const prompt = own.say("prompt.send_draft", { agent: oneLine(agentName, 40) });
  const typed: Typed = await reader.read(`[OPERATOR] ${prompt}: `, signal);
  if (typed.kind === "end" || typed.kind === "interrupt") return { kind: "left", end: typed.kind };
  const isMeant = typed.kind === "line" && isYes(typed.text, own);
  return { kind: isMeant ? "send" : "kept" };
}
