const LINE_END = 0x0a;

/**
 * Puts lines together from the pieces of a file, handed over one after another; gives those that each
 * piece completes, without their ends. A piece is kept until its last line has ended, so nobody may
 * write over it.
 */
export function createLineSplitter(): (piece: Buffer) => readonly Buffer[] {
  let rest: Buffer[] = [];
  return (piece) => {
    const lines: Buffer[] = [];
    let left = piece;
    for (let end = left.indexOf(LINE_END); end !== -1; end = left.indexOf(LINE_END)) {
      lines.push(Buffer.concat([...rest, left.subarray(0, end)]));
      rest = [];
      left = left.subarray(end + 1);
    }
    rest.push(left);
    return lines;
  };
}
