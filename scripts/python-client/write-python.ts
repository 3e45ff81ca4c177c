import { ERRORS } from "../../src/domain/errors.ts";
import { docstring, quoted, saidInPython, wrapped } from "./names.ts";
import type { Media, Parameter, PythonInterface, PythonOperation } from "./operations.ts";
import type { Field, PythonTypes, Shape } from "./types.ts";

const HEAD = "# Made by `npm run python`: change the contract, not this file.\n";
const FUTURE = "from __future__ import annotations\n";

/** The files that are made from the contract, by their names in the package. */
export function pythonFiles(whole: PythonInterface): Readonly<Record<string, string>> {
  return {
    "_table.py": tableFile(whole),
    "_operations.py": operationsFile(whole, SYNC),
    "_async_operations.py": operationsFile(whole, ASYNC),
    "shapes.py": shapesFile(whole.outputs),
    "inputs.py": inputsFile(whole),
  };
}

const lines = (...parts: readonly (string | readonly string[])[]) => `${parts.flat().join("\n")}\n`;

function tableFile({ operations, inputs }: PythonInterface): string {
  const rows = operations.map(({ wire, method, path, media, parameters, result }) => {
    const reads = parameters.filter((parameter) => parameter.reads !== "");
    const written = reads.map(
      (parameter) => `${quoted(parameter.wire)}: ${quoted(parameter.reads)}`,
    );
    const columns = [method, path, media, result.reads].map(quoted).join(", ");
    return `    ${quoted(wire)}: (${columns}, {${written.join(", ")}}),`;
  });
  const shapes = [...inputs.shapes.values()].flatMap(({ name, fields }) => {
    const other = fields.filter(isOther);
    if (other.length === 0) return [];
    const columns = other.map(
      ({ python, wire, reads }) => `${quoted(python)}: (${quoted(wire)}, ${quoted(reads)})`,
    );
    return [`    ${quoted(name)}: {${columns.join(", ")}},`];
  });
  const retried = Object.entries(ERRORS)
    .filter(([, { retry }]) => retry !== "never")
    .map(([code, { retry }]) => `    ${quoted(code)}: ${quoted(retry)},`);
  return lines(
    HEAD + FUTURE,
    "# Method, path, media, how its answer is read, how its parameters are written.",
    "ROUTES: dict[str, tuple[str, str, str, str, dict[str, str]]] = {",
    rows,
    "}",
    "",
    "# What is written otherwise than Python calls it: its name on the wire, and how it is written.",
    "INPUTS: dict[str, dict[str, tuple[str, str]]] = {",
    shapes,
    "}",
    "",
    "# The errors after which the same call may succeed.",
    "RETRY: dict[str, str] = {",
    retried,
    "}",
    "",
    "CODES = frozenset(",
    "    {",
    Object.keys(ERRORS).map((code) => `        ${quoted(code)},`),
    "    }",
    ")",
  );
}

const isOther = ({ python, wire, reads }: Field) => python !== wire || reads !== "";

interface Colour {
  readonly about: string;
  readonly className: string;
  readonly def: string;
  readonly await: string;
  readonly iterator: string;
}

const SYNC: Colour = {
  about: "Every operation of Earshot, as methods that block.",
  className: "Operations",
  def: "def",
  await: "",
  iterator: "Iterator",
};
const ASYNC: Colour = {
  about: "Every operation of Earshot, as coroutines.",
  className: "AsyncOperations",
  def: "async def",
  await: "await ",
  iterator: "AsyncIterator",
};

function operationsFile({ operations, outputs, inputs }: PythonInterface, colour: Colour): string {
  const methods = operations.flatMap((operation) => ["", ...methodOf(operation, colour)]);
  const text = methods.join("\n");
  const { className, def, iterator } = colour;
  return lines(
    HEAD + FUTURE,
    // The real one takes longer to import than the rest.
    "TYPE_CHECKING = False",
    "if TYPE_CHECKING:",
    `    from collections.abc import ${[iterator, "Mapping", "Sequence"].toSorted().join(", ")}`,
    "    from datetime import datetime",
    "    from typing import Any, Literal",
    "",
    importOf("inputs", [...inputs.shapes.keys()], text),
    importOf(
      "shapes",
      [...outputs.shapes.keys(), ...outputs.words.keys(), ...inputs.words.keys()],
      text,
    ),
    "",
    "",
    `class ${className}:`,
    ...docstring(colour.about, "    "),
    "",
    `    ${def} _call(`,
    "        self,",
    "        name: str,",
    "        needed: dict[str, Any],",
    "        more: dict[str, Any],",
    "        idempotency_key: str | None = None,",
    "    ) -> Any:",
    "        raise NotImplementedError",
    "",
    "    def _stream(self, name: str, needed: dict[str, Any], more: dict[str, Any]) -> Any:",
    "        raise NotImplementedError",
    methods,
  );
}

function importOf(module: string, names: readonly string[], text: string): readonly string[] {
  const used = [...new Set(names)]
    .filter((name) => new RegExp(`\\b${name}\\b`).test(text))
    .toSorted();
  return [`    from .${module} import (`, ...used.map((name) => `        ${name},`), "    )"];
}

function methodOf(operation: PythonOperation, colour: Colour): readonly string[] {
  const { name, wire, method, media, parameters } = operation;
  const needed = parameters.filter(({ isRequired }) => isRequired);
  const more = parameters.filter(({ isRequired }) => !isRequired);
  const isStream = media === "events" || media === "lines";
  const hasKey = method === "POST";
  const result = resultOf(operation, colour);
  const dict = (given: readonly Parameter[]) =>
    `{${given.map((parameter) => `${quoted(parameter.wire)}: ${parameter.python}`).join(", ")}}`;
  const given = [quoted(wire), dict(needed), dict(more), ...(hasKey ? ["idempotency_key"] : [])];
  const signature = [
    "self,",
    ...needed.map(({ python, name: type }) => `${python}: ${type},`),
    ...(more.length > 0 || hasKey ? ["*,"] : []),
    ...more.map(({ python, name: type }) => `${python}: ${optional(type)} = None,`),
    ...(hasKey ? ["idempotency_key: str | None = None,"] : []),
  ];
  return [
    `    ${isStream ? "def" : colour.def} ${name}(`,
    ...signature.map((line) => `        ${line}`),
    `    ) -> ${result}:`,
    ...aboutOf(operation),
    `        found: ${result} = ${isStream ? "self._stream" : `${colour.await}self._call`}(`,
    ...given.map((line) => `            ${line},`),
    "        )",
    "        return found",
  ];
}

const optional = (type: string) => (type === "Any" ? type : `${type} | None`);

function resultOf({ media, result }: PythonOperation, { iterator }: Colour): string {
  const whole: Readonly<Record<Media, string>> = {
    json: result.name,
    events: `${iterator}[${result.name}]`,
    lines: `${iterator}[${result.name}]`,
    text: "str",
    bytes: "bytes",
  };
  return whole[media];
}

function aboutOf({ summary, parameters }: PythonOperation): readonly string[] {
  const indent = " ".repeat(8);
  const told = parameters.filter(({ description }) => description !== undefined);
  if (told.length === 0) return docstring(`${summary}.`, indent);
  const open = docstring(`${summary}.`, indent).map((line) => line.replace(/ ?"""$/, ""));
  const about = told.flatMap(({ python, description = "" }) => {
    const [first = "", ...rest] = wrapped(`${python}: ${saidInPython(description)}`, 84);
    return [`${indent}${first}`, ...rest.map((line) => `${indent}    ${line}`)];
  });
  return [
    `${indent}"""${(open[0] ?? "").trim().replace(/^"""/, "")}`,
    ...open.slice(1),
    "",
    ...about,
    `${indent}"""`,
  ];
}

function shapesFile(outputs: PythonTypes): string {
  return lines(
    HEAD +
      '"""What Earshot gives back. What is absent on the wire is None, or False for a flag."""\n',
    FUTURE,
    "from ._shape import Shape",
    "",
    "TYPE_CHECKING = False",
    "if TYPE_CHECKING:",
    "    from datetime import datetime",
    "    from typing import Any, ClassVar, Literal, TypeAlias",
    "",
    ...[...outputs.words].map(
      ([name, words]) =>
        `${name}: TypeAlias = "Literal[${words.map((word) => `'${word}'`).join(", ")}]"`,
    ),
    ...[...outputs.shapes.values()].flatMap((shape) => ["", "", ...shapeOf(shape)]),
  );
}

function shapeOf({ name, description, fields }: Shape): readonly string[] {
  const other = fields.filter(isOther);
  return [
    `class ${name}(Shape):`,
    ...(description === undefined ? [] : [...docstring(description, "    "), ""]),
    ...(other.length === 0
      ? []
      : [
          "    _wire: ClassVar[dict[str, tuple[str, str]]] = {",
          ...other.map(
            ({ wire, python, reads }) =>
              `        ${quoted(wire)}: (${quoted(python)}, ${quoted(reads)}),`,
          ),
          "    }",
        ]),
    ...fields.flatMap(fieldOf),
    ...(fields.length === 0 ? ["    pass"] : []),
  ];
}

function fieldOf({ python, name, isRequired, description }: Field): readonly string[] {
  const isFlag = name === "bool" && !isRequired;
  const type = isRequired || isFlag ? name : optional(name);
  const start = isRequired ? "" : ` = ${isFlag ? "False" : "None"}`;
  // What it is on the wire says nothing of a time of Python.
  const isTold = description !== undefined && !description.startsWith("ISO 8601");
  const about = isTold ? docstring(description, "    ") : [];
  return [`    ${python}: ${type}${start}`, ...about];
}

function inputsFile({ inputs, outputs }: PythonInterface): string {
  const shapes = [...inputs.shapes.values()].toReversed();
  const words = new Set([...inputs.words.keys()].filter((name) => outputs.words.has(name)));
  const own = [...inputs.words].filter(([name]) => !outputs.words.has(name));
  return lines(
    `${HEAD}"""What Earshot takes: dictionaries, whose keys a type checker knows."""\n`,
    FUTURE,
    "from typing import Any, Literal, TypedDict",
    "",
    ...(words.size === 0 ? [] : [`from .shapes import ${[...words].toSorted().join(", ")}`]),
    ...own.map(([name, of]) => `${name} = Literal[${of.map(quoted).join(", ")}]`),
    ...shapes.flatMap((shape) => ["", "", ...typedDictOf(shape)]),
  );
}

function typedDictOf({ name, description, fields }: Shape): readonly string[] {
  const needed = fields.filter(({ isRequired }) => isRequired);
  const more = fields.filter(({ isRequired }) => !isRequired);
  const about = description === undefined ? [] : [...docstring(description, "    ")];
  const field = ({ python, name: type }: Field) => `    ${python}: ${type}`;
  if (needed.length === 0 || more.length === 0) {
    const total = needed.length === 0 ? ", total=False" : "";
    return [`class ${name}(TypedDict${total}):`, ...about, ...fields.map(field)];
  }
  return [
    `class _${name}(TypedDict):`,
    ...needed.map(field),
    "",
    "",
    `class ${name}(_${name}, total=False):`,
    ...about,
    ...more.map(field),
  ];
}
