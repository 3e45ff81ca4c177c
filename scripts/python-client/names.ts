/* How what the wire calls a thing is called in Python. */

const KEYWORDS = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

/** `holdMs` as `hold_ms`; a word that Python keeps for itself ends with `_`. */
export function snakeOf(name: string): string {
  const snake = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .replaceAll(/\W/g, "_")
    .toLowerCase();
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

export function pascalOf(name: string): string {
  const [first = "", ...rest] = name.split(/_|(?=[A-Z])/);
  return [first, ...rest].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** A text as a literal of Python. */
export const quoted = (text: string) => JSON.stringify(text);

/** A sentence whose words for parameters are those of Python. */
export function saidInPython(text: string): string {
  return text
    .replaceAll(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, (word) => snakeOf(word))
    .replaceAll("\\", "\\\\")
    .replaceAll('"""', "'''");
}

/** Lines of a docstring, at most 96 characters wide. */
export function docstring(text: string, indent: string): readonly string[] {
  const lines = wrapped(saidInPython(text), 92 - indent.length);
  const last = lines.length - 1;
  return lines.map((line, index) => {
    const opened = index === 0 ? `"""${line}` : line;
    return `${indent}${opened}${index === last ? closing(line) : ""}`;
  });
}

const closing = (line: string) => (line.endsWith('"') ? ' """' : '"""');

export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + word.length >= width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
