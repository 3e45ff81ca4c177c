import { useContext, useRef, useState } from "preact/hooks";
import { plainFileName, plainMediaType } from "../../../domain/content/plain-file.ts";
import { fileFault, maxBytesOf, mediaTypesOf } from "../../../domain/forms/file-fields.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { isJsonObject } from "../../../domain/json-equal.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { sizeWords } from "../../../render/words/lengths.ts";
import { words } from "../../parts/render-words.ts";
import { Button } from "../../ui/button.tsx";
import type { FieldControlProps } from "./control-props.ts";
import { say } from "./messages/messages.ts";
import { filesTyped, isPending, nameOfFile, type TypedFile, typedFiles } from "./typed-files.ts";
import { Uploading } from "./uploading.ts";

const NAME_WIDTH = 80;

/** Files that are chosen or dropped go to the server at once; the answer then names them. */
export function FileControl({ field, value, onType, ...aria }: FieldControlProps) {
  const isSeveral = field.kind === "files";
  const { shares, fault, give } = useUploads({ field, value, onType });
  const files = filesTyped(value);
  const leaveOut = (index: number) => onType(typedFiles(files.filter((_, at) => at !== index)));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped can be chosen by keys as well
    <div
      class="files"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        give([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <input
        {...aria}
        type="file"
        multiple={isSeveral}
        accept={mediaTypesOf(fieldOf(field.schema)).join(",")}
        onChange={({ currentTarget }) => {
          give([...(currentTarget.files ?? [])]);
          // The same file can be chosen again after it was left out.
          currentTarget.value = "";
        }}
      />
      <span class="muted small">{isSeveral ? say("drop.several") : say("drop.one")}</span>
      {files.length === 0 ? null : (
        <ul class="words-list" aria-label={say("files.for", { name: field.name })}>
          {files.map((file, index) => (
            <li key={`${nameOfFile(file)} ${index}`}>
              <bdi>{oneLine(nameOfFile(file), NAME_WIDTH)}</bdi>{" "}
              <HowFar file={file} share={shares[nameOfFile(file)]} />{" "}
              <Button
                kind="quiet"
                aria-label={say("leave_out.name", { name: nameOfFile(file) })}
                onClick={() => leaveOut(index)}
              >
                {say("leave_out")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {fault === undefined ? null : (
        <p class="error" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

function HowFar({ file, share }: { readonly file: TypedFile; readonly share: number | undefined }) {
  if (!isPending(file)) return <span class="figure">{sizeWords(file.size, words)}</span>;
  if (share === undefined) return <span>{say("file.failed")}</span>;
  return (
    <progress
      aria-label={say("file.uploading", { name: nameOfFile(file) })}
      value={share}
      max={1}
    />
  );
}

/** What a list of files says of each. */
function fieldOf(schema: JsonObject): JsonObject {
  return isJsonObject(schema["items"]) ? schema["items"] : schema;
}

function useUploads(props: Pick<FieldControlProps, "field" | "value" | "onType">) {
  const upload = useContext(Uploading);
  // What was typed elsewhere while a file was on its way stays.
  const now = useRef(props);
  now.current = props;
  const [shares, setShares] = useState<Readonly<Record<string, number>>>({});
  const [fault, setFault] = useState<string>();

  const change = (made: (files: readonly TypedFile[]) => readonly TypedFile[]) => {
    const { value, onType } = now.current;
    onType(typedFiles(made(filesTyped(value))));
  };

  async function bring(file: File, name: string): Promise<void> {
    if (upload === undefined) return;
    const share = (part: number) => setShares((all) => ({ ...all, [name]: part }));
    share(0);
    try {
      const given = await upload(file, share);
      change((files) => files.map((one) => (isNamed(one, name) ? given : one)));
    } catch (error) {
      setFault(`${name}: ${(error as Error).message}`);
      change((files) => files.filter((one) => !isNamed(one, name)));
    } finally {
      setShares(({ [name]: _, ...others }) => others);
    }
  }

  function give(chosen: readonly File[]): void {
    const { field } = now.current;
    const named = chosen.map((file) => ({ file, name: plainFileName(file.name) }));
    const faults = named.map(({ file, name }) => whyNot(field.schema, file, name));
    setFault(faults.find((one) => one !== undefined));
    const taken = named.filter((_, index) => faults[index] === undefined);
    const added = field.kind === "files" ? taken : taken.slice(0, 1);
    if (added.length === 0) return;
    const pending = added.map(({ name }) => ({ pending: name }));
    change((files) => {
      const others = files.filter(
        (one) => !pending.some(({ pending: name }) => isNamed(one, name)),
      );
      return field.kind === "files" ? [...others, ...pending] : pending;
    });
    for (const { file, name } of added) void bring(file, name);
  }

  return { shares, fault, give };
}

function isNamed(file: TypedFile, name: string): boolean {
  return isPending(file) && file.pending === name;
}

function whyNot(schema: JsonObject, { type, size }: File, name: string): string | undefined {
  const field = fieldOf(schema);
  const most = maxBytesOf(field);
  if (size > most) return say("file.large", { name, most: sizeWords(most, words) });
  const media_type = plainMediaType(type);
  if (fileFault(field, { name, media_type, size }) === undefined) return undefined;
  const { minBytes } = field;
  if (typeof minBytes === "number" && size < minBytes) {
    return say("file.small", { name, least: sizeWords(minBytes, words) });
  }
  return say("file.type", { name, type: media_type, types: mediaTypesOf(field).join(", ") });
}
