type All<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (
  part: infer Whole,
) => void
  ? Whole
  : never;

/** All parts as one. Throws if two have a member of the same name: the last would win unseen. */
export function joinReads<Parts extends readonly object[]>(...parts: Parts): All<Parts[number]> {
  const members = parts.flatMap((part) => Object.entries(part));
  const names = members.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two parts of the store have a member "${twice}".`);
  return Object.fromEntries(members) as All<Parts[number]>;
}
