/** What joining needs to know of a chunk, as a bundler tells it. */
export interface Chunk {
  readonly name: string;
  readonly fileName: string;
  readonly code: string;
  readonly isEntry: boolean;
  readonly facadeModuleId: string | null;
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly moduleIds: readonly string[];
}

/** What a program or a thread loads until it is at work, and how much that counts. */
interface Use {
  readonly files: ReadonlySet<string>;
  readonly weight: number;
}

/** Chunks that become one. */
interface Group {
  name: string;
  readonly moduleIds: string[];
  bytes: number;
  /** A bit for each use that loads it. */
  uses: bigint;
  readonly needs: Set<Group>;
}

/** To find, link and run one file more takes about as long as so much more of another. */
const FILE_BYTES = 24_000;
/** How much more it counts what many processes and threads load. */
const OFTEN = 10;
const TRIED_PARTNERS = 3;

/**
 * A bundler makes a chunk of whatever the same entries share: hundreds of small ones. This joins those that are
 * mostly loaded together, as long as that spares more files than it adds code, and no two files need each other.
 * `together` lists sources that one process loads, one after another. Returns the name of each module's chunk,
 * without the entries.
 */
export function joinChunks(
  chunks: readonly Chunk[],
  together: readonly (readonly string[])[],
): ReadonlyMap<string, string> {
  const uses = usesOf(chunks, together);
  const weightOf = weigher(uses);
  const groups = groupsOf(chunks, uses);
  // Nothing joins an entry: it is loaded by its name. What is loaded late is left as it is.
  const free = new Set(
    chunks.flatMap(({ fileName, isEntry }) => {
      const group = groups.get(fileName);
      return isEntry || group === undefined || group.uses === 0n ? [] : [group];
    }),
  );
  let hasJoined = true;
  while (hasJoined) {
    hasJoined = false;
    for (const group of [...free].toSorted((one, other) => one.bytes - other.bytes)) {
      if (!free.has(group)) continue;
      const partner = partnersOf(group, free, weightOf).find(
        ({ other, gained }) =>
          gained > costOfNeeds(group, other, weightOf) &&
          !leadsTo(group, other) &&
          !leadsTo(other, group),
      );
      if (partner === undefined) continue;
      free.delete(group);
      join(group, partner.other, groups);
      hasJoined = true;
    }
  }
  return new Map([...free].flatMap(({ name, moduleIds }) => moduleIds.map((id) => [id, name])));
}

function usesOf(
  chunks: readonly Chunk[],
  together: readonly (readonly string[])[],
): readonly Use[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const uses: Use[] = [];
  for (const { fileName, dynamicImports } of chunks.filter(({ isEntry }) => isEntry)) {
    const files = reached([fileName], byFile);
    // A worker loads nothing later, and is started by the thousand.
    uses.push({ files, weight: dynamicImports.length === 0 ? OFTEN : 1 });
    const later = new Set([...files].flatMap((file) => byFile.get(file)?.dynamicImports ?? []));
    for (const file of later) uses.push({ files: reached([fileName, file], byFile), weight: 1 });
  }
  for (const sources of together) {
    const files = sources.map((source) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${source}`));
      if (chunk === undefined) throw new Error(`Nothing is loaded by the name of ${source}.`);
      return chunk.fileName;
    });
    uses.push({ files: reached(files, byFile), weight: OFTEN });
  }
  return uses;
}

/** Files with all that these need to run. */
function reached(
  files: readonly string[],
  byFile: ReadonlyMap<string, Chunk>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const left = [...files];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    const chunk = byFile.get(file);
    if (chunk === undefined || found.has(file)) continue;
    found.add(file);
    left.push(...chunk.imports);
  }
  return found;
}

/** How much all uses of a set of bits count. */
function weigher(uses: readonly Use[]): (bits: bigint) => number {
  const known = new Map<bigint, number>();
  return (bits) => {
    let sum = known.get(bits);
    if (sum === undefined) {
      sum = 0;
      // Digits of a text are read many times as fast as bits of so large a number.
      const digits = bits.toString(2);
      for (const [at, { weight }] of uses.entries()) if (digits.at(-1 - at) === "1") sum += weight;
      known.set(bits, sum);
    }
    return sum;
  };
}

function groupsOf(chunks: readonly Chunk[], uses: readonly Use[]): Map<string, Group> {
  const groups = new Map(
    chunks.map(({ name, fileName, moduleIds, code }, at): [string, Group] => {
      const bits = uses.flatMap(({ files }, bit) =>
        files.has(fileName) ? [1n << BigInt(bit)] : [],
      );
      const group = {
        // Two chunks can have the same name.
        name: `${name}.${at}`,
        moduleIds: [...moduleIds],
        bytes: code.length,
        uses: bits.reduce((all, bit) => all | bit, 0n),
        needs: new Set<Group>(),
      };
      return [fileName, group];
    }),
  );
  for (const { fileName, imports } of chunks) {
    for (const file of imports) {
      const needed = groups.get(file);
      if (needed !== undefined) groups.get(fileName)?.needs.add(needed);
    }
  }
  return groups;
}

interface Partner {
  readonly other: Group;
  /** Code that is not loaded, files counted as code, all uses taken together. */
  readonly gained: number;
}

/** The best partners of a group, without what these would need. */
function partnersOf(
  group: Group,
  groups: ReadonlySet<Group>,
  weightOf: (bits: bigint) => number,
): readonly Partner[] {
  const partners: Partner[] = [];
  for (const other of groups) {
    const both = group.uses & other.uses;
    if (other === group || both === 0n) continue;
    const gained =
      FILE_BYTES * weightOf(both) -
      group.bytes * weightOf(other.uses & ~both) -
      other.bytes * weightOf(group.uses & ~both);
    if (gained > 0) partners.push({ other, gained });
  }
  return partners.toSorted((one, two) => two.gained - one.gained).slice(0, TRIED_PARTNERS);
}

/** What uses of one of them would load that only the other needs. */
function costOfNeeds(one: Group, other: Group, weightOf: (bits: bigint) => number): number {
  const uses = one.uses | other.uses;
  let cost = 0;
  for (const needed of needsOf([one, other])) {
    const more = uses & ~needed.uses;
    if (more !== 0n) cost += weightOf(more) * (FILE_BYTES + needed.bytes);
  }
  return cost;
}

/** Whether a file would need itself by way of others, if these two were one. */
function leadsTo(from: Group, to: Group): boolean {
  return needsOf([...from.needs].filter((group) => group !== to)).has(to);
}

function needsOf(groups: readonly Group[]): ReadonlySet<Group> {
  const found = new Set<Group>();
  const left = groups.flatMap(({ needs }) => [...needs]);
  for (let group = left.pop(); group !== undefined; group = left.pop()) {
    if (found.has(group)) continue;
    found.add(group);
    left.push(...group.needs);
  }
  return found;
}

/** Puts one into the other. */
function join(group: Group, other: Group, groups: Map<string, Group>): void {
  if (group.bytes > other.bytes) other.name = group.name;
  other.moduleIds.push(...group.moduleIds);
  other.bytes += group.bytes;
  other.uses |= group.uses;
  for (const needed of group.needs) other.needs.add(needed);
  other.needs.delete(group);
  other.needs.delete(other);
  for (const [file, one] of groups) {
    if (one === group) groups.set(file, other);
    if (one.needs.delete(group) && one !== other) one.needs.add(other);
  }
  for (const needed of needsOf([other])) needed.uses |= other.uses;
}
