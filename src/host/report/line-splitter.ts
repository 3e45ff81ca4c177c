const LINE_END = 0x0a;

/**
 * Joins lines from consecutive pieces of a file, and returns the lines that each piece completes,
 * without their ends. A piece is kept until its last line has ended, so it must not be overwritten.
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
