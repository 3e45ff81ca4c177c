/** `T` without the properties that may be undefined, which may be missing instead. */
type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Returns the properties of `value` that are not undefined. To a digest and to a type with
 * `exactOptionalPropertyTypes`, a property that is there and undefined is not one that is missing.
 *
 * @example
 * return { id, ...present({ reason, expiresAt }) };
 */
export function present<const T extends object>(value: T): Present<T> {
  // Every call makes some dozens of these: by way of entries each would cost four times as much.
  const made: Record<string, unknown> = {};
  for (const key in value) if (value[key] !== undefined) made[key] = value[key];
  return made as Present<T>;
}
