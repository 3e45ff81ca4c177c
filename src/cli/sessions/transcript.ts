import type { Session, SessionCall, SessionEntry } from "../../domain/sessions/session.ts";
import { wrapText } from "../../render/fit.ts";
import { laidOut } from "../../render/read-words.ts";
import { withoutSigns } from "../../render/signs.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import type { Output, Style } from "../terminal/output.ts";

export interface EntryOptions extends Pick<Output, "style" | "columns"> {
  /** The name of the agent, which speaks its model's replies. */
  readonly agent: Session["agentName"];
  /** Prompts, arguments and results in full instead of cut to a line. */
  readonly isFull: boolean;
}

/** If no terminal tells the width, lines are cut here. */
const DEFAULT_WIDTH = 160;
const NARROWEST = 24;
/** With less room after its label, a text is cut together with it. */
const LEAST_CUT = 8;
const NAME_WIDTH = 24;
const TIME = "2026-11-23T".length;
const MARGIN = "07:00:00  ".length;

type Paint = (text: string) => string;
const same: Paint = (text) => text;

/** One entry for people: when, who, and what; nothing if another entry says it. */
export function entryLines({ at, body }: SessionEntry, options: EntryOptions): readonly string[] {
  const { style, agent } = options;
  switch (body.kind) {
    case "prompt":
      return beside(
        at,
        cut({ label: "prompt  ", text: body.text, paint: style.dim }, options),
        style,
      );
    case "told":
      return beside(at, said(body.from ?? "host", body.text, options), style);
    case "reply":
      return beside(
        at,
        [
          ...(body.text.trim() === ""
            ? []
            : said(
                agent,
                laidOut(body.text.trimEnd(), { columns: roomBeside(agent, options) }),
                options,
              )),
          ...body.calls.flatMap((call) => callLines(call, options)),
        ],
        style,
      );
    case "begun":
      return [];
    case "done": {
      const label = `${body.isError ? "✗" : "←"} ${oneLine(body.tool, 40)}  `;
      const paint = body.isError ? style.bad : style.dim;
      return beside(at, cut({ label, text: body.text, paint }, options), style);
    }
    case "checked": {
      const label = `check ${oneLine(body.check, 40)}  `;
      return beside(at, cut({ label, text: body.text, paint: style.dim }, options), style);
    }
    case "note":
      return beside(at, said("host", body.text, options), style);
    case "end":
      return beside(
        at,
        [style.bold(`ended: ${body.status}`), ...ending(body.text, options)],
        style,
      );
  }
}

function callLines({ name, args }: SessionCall, options: EntryOptions): string[] {
  const text = args === undefined ? "" : JSON.stringify(args);
  const label = `→ ${oneLine(name, 40)} `;
  return cut({ label, text, paint: options.style.dim }, options);
}

function ending(text: string, options: EntryOptions): string[] {
  return text.trim() === "" ? [] : labelled({ label: "  ", text: text.trimEnd() }, options);
}

/** Columns beside the name of somebody who speaks. */
function roomBeside(who: string, { columns }: EntryOptions): number | undefined {
  const taken = MARGIN + Math.min(who.length, NAME_WIDTH) + 2;
  return columns === undefined ? columns : Math.max(columns - taken, NARROWEST);
}

/** What somebody has said, in full, after their name. */
function said(who: string, text: string, options: EntryOptions): string[] {
  return labelled(
    { label: `${oneLine(who, NAME_WIDTH)}: `, text, paint: options.style.bold },
    options,
  );
}

interface Piece {
  readonly label: string;
  readonly text: string;
  readonly paint?: Paint;
}

/**
 * Further lines of a text are indented to where its label ended, so that none can pass for another.
 */
function labelled({ label, text, paint = same }: Piece, { columns }: EntryOptions): string[] {
  const whole = withoutSigns(visibleText(text));
  const room = Math.max((columns ?? DEFAULT_WIDTH) - MARGIN - label.length, NARROWEST);
  const lines = columns === undefined ? whole.split("\n") : wrapText(whole, room);
  const indent = " ".repeat(label.length);
  return lines.map((line, index) => (index === 0 ? paint(label) + line : `${indent}${line}`));
}

function cut(piece: Piece, options: EntryOptions): string[] {
  if (options.isFull) return labelled(piece, options);
  const { label, text, paint = same } = piece;
  const whole = Math.max((options.columns ?? DEFAULT_WIDTH) - MARGIN, NARROWEST);
  const room = whole - label.length;
  if (room < LEAST_CUT) return [paint(withoutSigns(oneLine(label + text, whole)))];
  return [paint(label + withoutSigns(oneLine(text, room))).trimEnd()];
}

/** The body beside its time; only its first line has one. */
function beside(at: string, body: readonly string[], style: Style): readonly string[] {
  const time = style.dim(at.slice(TIME, TIME + MARGIN - 2));
  const blank = " ".repeat(MARGIN);
  return body.map((line, index) =>
    (index === 0 ? `${time}  ${line}` : `${blank}${line}`).trimEnd(),
  );
}
