const LINE_END = 0x0a;

export interface LineReaderOptions {
  readonly maxBytes: number;
  readonly onLine: (text: string) => void;
  /** The rest of a longer line is dropped. */
  readonly onTooLong: () => void;
}

/** Cuts a program's output into lines; nothing of an overlong line is kept. */
export function createLineReader({
  maxBytes,
  onLine,
  onTooLong,
}: LineReaderOptions): (piece: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;
  let isSkipping = false;

  function add(part: Buffer): void {
    length += part.length;
    if (isSkipping) return;
    if (length <= maxBytes) {
      parts.push(part);
      return;
    }
    isSkipping = true;
    parts = [];
    onTooLong();
  }

  return (piece) => {
    let left = piece;
    for (let end = left.indexOf(LINE_END); end !== -1; end = left.indexOf(LINE_END)) {
      add(left.subarray(0, end));
      if (!isSkipping) onLine(Buffer.concat(parts).toString("utf8"));
      [parts, length, isSkipping] = [[], 0, false];
      left = left.subarray(end + 1);
    }
    add(left);
  };
}
