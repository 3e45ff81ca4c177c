import type { AnswerFile } from "../../../domain/forms/file-fields.ts";
import type { Json } from "../../../domain/json.ts";
import { isJsonObject } from "../../../domain/json-equal.ts";

/** A file that has arrived, or the name of one that is on its way or did not arrive. */
export type TypedFile = AnswerFile | { readonly pending: string };

/** What stands in a field for files. */
export function filesTyped(typed: string): readonly TypedFile[] {
  try {
    const read = JSON.parse(typed === "" ? "[]" : typed) as Json;
    return Array.isArray(read) ? (read.filter(isJsonObject) as unknown as TypedFile[]) : [];
  } catch {
    return [];
  }
}

/** No file is nothing typed. */
export function typedFiles(files: readonly TypedFile[]): string {
  return files.length === 0 ? "" : JSON.stringify(files);
}

export function isPending(file: TypedFile): file is Extract<TypedFile, { pending: string }> {
  return "pending" in file;
}

export function nameOfFile(file: TypedFile): string {
  return isPending(file) ? file.pending : file.name;
}
