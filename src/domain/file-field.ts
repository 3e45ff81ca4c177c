import type { JsonObject } from "./json.ts";

export const FILE_FORMAT = "file";

/** Whether a form has a file there. */
export function isFileField(schema: JsonObject): boolean {
  return schema["format"] === FILE_FORMAT && schema["type"] === undefined;
}

const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]{0,63})$/;

export function isMediaType(type: unknown): type is string {
  return typeof type === "string" && MEDIA_TYPE.test(type);
}
