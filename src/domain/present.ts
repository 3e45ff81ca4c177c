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
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries) as Present<T>;
}
