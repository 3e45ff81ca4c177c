/** Numbers in one byte each: the value is byte × scale, as base64 of signed bytes. */
export interface PackedNumbers {
  readonly scale: number;
  readonly bytes: string;
}

/** The unpacked numbers, each off by at most half the scale. */
export function unpackNumbers(packed: PackedNumbers): Float32Array {
  const bytes = Buffer.from(packed.bytes, "base64");
  const numbers = new Float32Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) numbers[i] = bytes.readInt8(i) * packed.scale;
  return numbers;
}

/** Packs numbers so that the largest uses the largest byte. */
export function packNumbers(numbers: ArrayLike<number>): PackedNumbers {
  let most = 0;
  for (let i = 0; i < numbers.length; i++) most = Math.max(most, Math.abs(numbers[i] ?? 0));
  const scale = Number((most / 127 || 1).toPrecision(6));
  const bytes = Buffer.alloc(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const byte = Math.round((numbers[i] ?? 0) / scale);
    bytes.writeInt8(Math.max(-127, Math.min(127, byte)), i);
  }
  return { scale, bytes: bytes.toString("base64") };
}
