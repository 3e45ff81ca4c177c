/** Replacements in a text; one that stands in what another replaces is found where that one was made. */
export interface Edits {
  /** What stands there now. */
  taken(start: number, end: number): string;
  replace(start: number, end: number, text: string): void;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function createEdits(source: string): Edits {
  const edits: Edit[] = [];
  return {
    taken(start, end) {
      const inside = edits.filter((edit) => edit.start >= start && edit.end <= end);
      const parts: string[] = [];
      let at = start;
      for (const edit of inside.toSorted(byPlace)) {
        if (edit.start < at) continue;
        parts.push(source.slice(at, edit.start), edit.text);
        at = edit.end;
      }
      return parts.concat(source.slice(at, end)).join("");
    },
    replace(start, end, text) {
      edits.push({ start, end, text });
    },
  };
}

/** The outer one of two comes first. */
function byPlace(one: Edit, other: Edit): number {
  return one.start - other.start || other.end - one.end;
}
