import { styleText } from "node:util";
import type { Environment } from "../../compose/config.ts";
import { isEarshotError } from "../../domain/errors.ts";
import { visibleText } from "../../render/visible-text.ts";
import type { Paint } from "../../render/word-lines.ts";
import { withFolder } from "./with-folder.ts";

/** The streams of a command, and how it may style its output on them. */
export interface Output {
  /** Standard output: data and nothing else. */
  line(text: string): void;
  /** One JSON value on standard output. */
  json(value: unknown): void;
  /** Standard error: what a person should know. */
  note(text: string): void;
  /**
   * Standard error: what went wrong, as JSON where that was asked for. What a person is told of it in
   * their own language stands first.
   */
  error(error: unknown, told?: string): void;
  readonly style: Style;
  /** Width of the terminal that standard output is, in columns; undefined if it is none. */
  readonly columns: number | undefined;
}

export interface Style {
  dim(text: string): string;
  bold(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  /** Words of others in their own styles; absent where there are no styles. */
  readonly run?: Paint;
}

/** Where a command writes: a stream of the process, or a stand-in for one. */
export interface TextStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Streams {
  readonly stdout: TextStream;
  readonly stderr: TextStream;
}

export interface OutputOptions extends Streams {
  readonly isJson: boolean;
  readonly isPlain: boolean;
  /** The data folder that the commands in notes and errors name. */
  readonly data?: string;
  readonly environment: Environment;
}

const PLAIN: Style = { dim: same, bold: same, good: same, bad: same };

function same(text: string): string {
  return text;
}

function colours(): Style {
  const paint = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    styleText(format, text, { validateStream: false });
  return {
    dim: paint("dim"),
    bold: paint("bold"),
    good: paint("green"),
    bad: paint("red"),
    run: paintedRun,
  };
}

/** Never dim, green or red, which are Earshot's own. */
const paintedRun: Paint = ({ text, isStrong, isEmphasis, isCode, isAddress }) => {
  const formats = [
    ...(isStrong ? (["bold"] as const) : []),
    ...(isEmphasis ? (["italic"] as const) : []),
    ...(isCode ? (["cyan"] as const) : []),
    ...(isAddress ? (["underline"] as const) : []),
  ];
  return formats.length === 0 || text === ""
    ? text
    : styleText(formats, text, { validateStream: false });
};

export function createOutput(options: OutputOptions): Output {
  const { stdout, stderr, isJson, isPlain, environment, data } = options;
  const told = (text: string) => (data === undefined ? text : withFolder(text, data));
  const isColoured =
    !isPlain &&
    !environment.noColor &&
    (environment.forceColor || (stdout.isTTY === true && stderr.isTTY === true));
  const style = isColoured ? colours() : PLAIN;
  return {
    style,
    columns: stdout.isTTY === true && !isPlain ? stdout.columns : undefined,
    line: (text) => void stdout.write(`${text}\n`),
    json: (value) => void stdout.write(`${JSON.stringify(value)}\n`),
    note: (text) => void stderr.write(`${told(text)}\n`),
    error(error, own) {
      const message = visibleText(told(error instanceof Error ? error.message : String(error)));
      const first = own === undefined ? message : visibleText(told(own));
      const below = first === message ? [] : [style.dim(message)];
      const lines = isJson
        ? [JSON.stringify({ error: errorJson(error, message) })]
        : [`${style.bad("error:")} ${first}`, ...below];
      stderr.write(`${lines.join("\n")}\n`);
    },
  };
}

function errorJson(error: unknown, message: string): object {
  return isEarshotError(error)
    ? { code: error.code, message, details: error.details }
    : { code: "INTERNAL", message };
}
