/* The text format of Prometheus, version 0.0.4, read as strictly as a collector may read it. */

interface Family {
  readonly type: string;
  readonly help: string;
  /** Values by the whole line before them: name and labels. */
  readonly samples: ReadonlyMap<string, number>;
}

const HEAD = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (\S.*)$/;
const LABEL = String.raw`[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*"`;
const SAMPLE = new RegExp(
  String.raw`^(([a-zA-Z_:][\w:]*)(?:\{(${LABEL}(?:,${LABEL})*)\})?) (-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?)|[+-]Inf|NaN)$`,
);
const TYPES = ["counter", "gauge", "histogram"];
const ENDS = /_(bucket|sum|count)$/;

interface Reading {
  readonly name: string;
  readonly help: string;
  type: string;
  readonly samples: Map<string, number>;
}

/** Every family by its name. Throws with the line that a collector would not take. */
export function readExposition(text: string): ReadonlyMap<string, Family> {
  const families = new Map<string, Reading>();
  if (!text.endsWith("\n")) throw new Error("The last line has no end.");
  let current: Reading | undefined;
  for (const line of text.slice(0, -1).split("\n")) {
    const begun = beginningOf(line);
    if (begun !== undefined && families.has(begun.name)) {
      throw new Error(`The family is there twice: ${line}`);
    }
    current = begun ?? takeLine(line, current);
    families.set(current.name, current);
  }
  for (const family of families.values()) checkFamily(family);
  return families;
}

function beginningOf(line: string): Reading | undefined {
  const [, what, name = "", help = ""] = HEAD.exec(line) ?? [];
  return what === "HELP" ? { name, help, type: "", samples: new Map() } : undefined;
}

function takeLine(line: string, family: Reading | undefined): Reading {
  if (family === undefined) throw new Error(`It belongs to no family: ${line}`);
  const [, what, name, said] = HEAD.exec(line) ?? [];
  if (what === "TYPE") takeType(line, { name, said }, family);
  else takeSample(line, family);
  return family;
}

function takeType(
  line: string,
  { name, said = "" }: { readonly name: string | undefined; readonly said: string | undefined },
  family: Reading,
): void {
  const isFirst = family.type === "" && family.samples.size === 0;
  if (name !== family.name || !isFirst || !TYPES.includes(said)) {
    throw new Error(`The type is out of place: ${line}`);
  }
  family.type = said;
}

function takeSample(line: string, { name, type, samples }: Reading): void {
  const [, key = "", sample = "", , value = ""] = SAMPLE.exec(line) ?? [];
  const family = type === "histogram" ? sample.replace(ENDS, "") : sample;
  if (key === "" || family !== name) throw new Error(`It is no sample of ${name}: ${line}`);
  if (samples.has(key)) throw new Error(`It is there twice: ${line}`);
  samples.set(key, Number(value.replace("Inf", "Infinity")));
}

function checkFamily({ name, type, samples }: Reading): void {
  if (type === "") throw new Error(`${name} has no type.`);
  if (type === "counter" && [...samples.values()].some((value) => !(value >= 0))) {
    throw new Error(`${name} counts below 0.`);
  }
  if (type === "histogram") checkHistogram(name, samples);
}

/** Buckets grow along their bounds, and the last holds all. */
function checkHistogram(name: string, samples: ReadonlyMap<string, number>): void {
  const upTo = new Map<string, number[]>();
  for (const [key, value] of samples) {
    if (!key.startsWith(`${name}_bucket`)) continue;
    const of = key.replace(/,?le="[^"]*"/, "").replace("{}", "");
    upTo.set(of, [...(upTo.get(of) ?? []), value]);
  }
  for (const [of, values] of upTo) {
    const isSorted = values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
    const total = samples.get(of.replace("_bucket", "_count"));
    const sum = samples.get(of.replace("_bucket", "_sum"));
    if (!isSorted || values.at(-1) !== total || sum === undefined) {
      throw new Error(`The histogram does not add up: ${of} ${values.join(" ")}, ${total} in all`);
    }
  }
}
