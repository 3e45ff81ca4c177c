import { ENGLISH, type Voice } from "../../channels/console/voice.ts";
import { EarshotError } from "../../domain/errors.ts";
import { isTooNarrow } from "../../render/terminal-blocks.ts";
import type { ControllingTerminal } from "../terminal/controlling-terminal.ts";

type Screen = Pick<ControllingTerminal, "columns" | "rows" | "print" | "readKey"> & {
  readonly voice?: Voice;
};

/** The lines of the prompt below, which a narrow terminal wraps. */
const PROMPT_ROWS = 2;

/**
 * Shows lines that a person is to decide on, a screen at a time: lines that scroll past may have
 * been seen by nobody. False if the person quits before the end.
 */
export async function showWhole(screen: Screen, lines: readonly string[]): Promise<boolean> {
  const { voice = ENGLISH } = screen;
  let shown = 0;
  for (;;) {
    const room = Math.max(screen.rows() - PROMPT_ROWS, 1);
    const page = lines.slice(shown, shown + room);
    if (page.length > 0) screen.print(page.join("\n"));
    shown += page.length;
    if (shown >= lines.length) return true;
    if (
      /q/i.test(
        await screen.readKey(
          `${voice.own.say("page.more")} ${Math.floor((shown * 100) / lines.length)} %`,
        ),
      )
    ) {
      return false;
    }
  }
}

/** Throws if agents' words could begin a line of the screen. */
export function assertWideEnough({ columns }: Pick<ControllingTerminal, "columns">): void {
  if (!isTooNarrow(columns)) return;
  throw new EarshotError(
    "NO_TERMINAL",
    `This terminal is only ${columns} columns wide, too few to tell whose words are whose. Make it wider and try again. Nothing was changed.`,
  );
}
