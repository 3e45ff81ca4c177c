import { pathToFileURL } from "node:url";
import { isChannelKind, type RemoteChannel } from "../../domain/channel-kind.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { Json } from "../../domain/json.ts";
import type { ChannelModule } from "../../ports/channels/channel.ts";
import { assertOwnFile } from "./assert-own-file.ts";
import { channelFault, moduleFault } from "./channel-fault.ts";
import { findModule } from "./find-module.ts";
import { invalidModule } from "./invalid-module.ts";

interface Named {
  /** A package, or a path. */
  readonly name: Json | undefined;
  readonly dataFolder: string;
}

/** Loads the module of a channel that is not Earshot's own, and watches over what it hands out. */
export async function loadOutsideModule(
  kind: RemoteChannel,
  { name, dataFolder }: Named,
): Promise<ChannelModule> {
  const file = fileOf(kind, { name, dataFolder });
  const exported = await importModule(kind, file);
  const module = exported["channelModule"] ?? exported["default"];
  const fault = moduleFault(module, kind);
  if (fault !== undefined) throw invalidModule(kind, `${fault} It is ${file}`);
  return watched(module as ChannelModule);
}

function fileOf(kind: string, { name, dataFolder }: Named): string {
  if (!isChannelKind(kind)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${JSON.stringify(kind)} cannot be the kind of a channel: that is a small letter and up to 31 small letters, digits, - and _, and no word that Earshot uses itself.`,
    );
  }
  if (typeof name !== "string" || name === "") {
    throw invalidModule(
      kind,
      `Earshot brings no channel of this kind, and its settings name no module. Name the file or the package: npx earshot channels add ${kind} --module PATH`,
    );
  }
  const found = findModule(name, dataFolder);
  if (found !== undefined) return assertOwnFile(kind, found);
  throw invalidModule(
    kind,
    `there is no file and no package ${JSON.stringify(name)}, seen from ${dataFolder} and from where this was started. Install it there, or name its file by an absolute path`,
  );
}

async function importModule(kind: string, file: string): Promise<Record<string, unknown>> {
  try {
    return await import(/* @vite-ignore */ pathToFileURL(file).href);
  } catch (cause) {
    throw invalidModule(kind, `${file} cannot be loaded: ${messageOf(cause)}`, cause);
  }
}

/** The same module; what it throws and what it opens keeps to what the port promises. */
function watched(module: ChannelModule): ChannelModule {
  const { kind, setup } = module;
  return {
    kind,
    setup,
    async open({ module: _, ...settings }, ports) {
      let channel: Awaited<ReturnType<ChannelModule["open"]>>;
      try {
        channel = await module.open(settings, ports);
      } catch (cause) {
        throw invalidModule(kind, messageOf(cause), cause);
      }
      const fault = channelFault(channel, kind);
      if (fault !== undefined) throw invalidModule(kind, fault);
      return channel;
    },
  };
}

/** Without the full stop, which follows. */
function messageOf(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.replace(/\.$/, "");
}
