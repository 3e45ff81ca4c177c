/*
 * A terminal's screen without a lower end: enough of a terminal for what a line editor writes. It
 * refuses every sequence that it does not know, so a test that draws a screen also proves that no
 * other sequence came.
 */

const ESCAPE = "\u001b";
/** A line end, a carriage return, a control sequence with its numbers and its letter, or a character. */
const PIECES = new RegExp(`${ESCAPE}\\[([0-9;?]*)([A-Za-z])|[\\s\\S]`, "gu");

interface Screen {
  readonly columns: number;
  readonly rows: string[][];
  row: number;
  column: number;
}

/** The screen of a terminal of this width after the output, without blanks at the ends of lines. */
export function screenOf(output: string, columns: number): string[] {
  const screen: Screen = { columns, rows: [[]], row: 0, column: 0 };
  for (const [piece, numbers = "", letter] of output.matchAll(PIECES)) {
    if (letter === undefined) put(screen, piece);
    else obey(screen, letter, numbers);
  }
  const lines = screen.rows.map((row) =>
    Array.from(row, (cell) => cell ?? " ")
      .join("")
      .trimEnd(),
  );
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

function put(screen: Screen, character: string): void {
  if (character === "\n") moveTo(screen, screen.row + 1, screen.column);
  else if (character === "\r") screen.column = 0;
  else if (character === "\t") screen.column += 8 - (screen.column % 8);
  else if (character < " " || character === "\u007f") {
    throw new Error(`The terminal was given ${JSON.stringify(character)}.`);
  } else {
    if (screen.column >= screen.columns) moveTo(screen, screen.row + 1, 0);
    const cells = screen.rows[screen.row] ?? [];
    cells[screen.column] = character;
    screen.column += 1;
  }
}

function obey(screen: Screen, letter: string, numbers: string): void {
  const count = numbers === "" ? 1 : Number(numbers);
  switch (letter) {
    case "m":
      return;
    case "A":
      moveTo(screen, Math.max(screen.row - count, 0), screen.column);
      return;
    case "B":
      moveTo(screen, screen.row + count, screen.column);
      return;
    case "C":
      screen.column = Math.min(screen.column + count, screen.columns - 1);
      return;
    case "D":
      screen.column = Math.max(screen.column - count, 0);
      return;
    case "G":
      screen.column = count - 1;
      return;
    case "J":
      eraseBelow(screen, numbers);
      return;
    default:
      // Only turns on or off that pastes are told from keys.
      if (numbers === "?2004" && "hl".includes(letter)) return;
      throw new Error(`The terminal was given the sequence ESC [ ${numbers} ${letter}.`);
  }
}

function moveTo(screen: Screen, row: number, column: number): void {
  while (screen.rows.length <= row) screen.rows.push([]);
  screen.row = row;
  screen.column = column;
}

function eraseBelow(screen: Screen, numbers: string): void {
  if (numbers !== "0" && numbers !== "")
    throw new Error(`The terminal was told to erase ${numbers}.`);
  screen.rows.length = screen.row + 1;
  screen.rows[screen.row]?.splice(screen.column);
}
