import type { IncomingMessage, ServerResponse } from "node:http";
import type { JsonObject } from "../../../src/domain/json.ts";
import { BOT_TOKEN, TEAM } from "./slack-emulator.ts";

export interface SharedFile {
  readonly id: string;
  readonly name: string;
  readonly mimetype: string;
  readonly bytes: Uint8Array;
  /** Where Slack says that it is kept; in Slack, if absent. */
  readonly url?: string;
  /** How many bytes Slack says it has, if not as many as it has. */
  readonly size?: number;
}

/** The files of a workspace: `files.info`, and their download with the token of the bot. */
export function createFakeFiles(home: () => string) {
  const files = new Map<string, SharedFile>();
  const pathOf = ({ id, name }: SharedFile) => `/files-pri/${TEAM}-${id}/${name}`;

  return {
    share: (file: SharedFile) => void files.set(file.id, file),
    /** As an event or `files.info` tells of it. */
    told(id: string): JsonObject {
      const file = files.get(id);
      if (file === undefined) throw new Error(`There is no file ${id}.`);
      const { name, mimetype, bytes, url = `${home()}${pathOf(file)}`, size } = file;
      const facts = { id, name, title: name, mimetype, mode: "hosted", is_external: false };
      return { ...facts, size: size ?? bytes.length, url_private: url, url_private_download: url };
    },
    has: (args: JsonObject) => files.has(String(args["file"])),
    info(args: JsonObject): JsonObject {
      return { ok: true, file: this.told(String(args["file"])) };
    },
    /** Serves a download; false for any other address. */
    serve(request: IncomingMessage, response: ServerResponse): boolean {
      const path = request.url ?? "";
      if (!path.startsWith("/files-pri/")) return false;
      const file = [...files.values()].find((one) => pathOf(one) === path);
      const isBots = request.headers.authorization === `Bearer ${BOT_TOKEN}`;
      // Whoever may not read it is shown where to sign in.
      if (!isBots || request.method !== "GET") {
        response.writeHead(302, { location: "https://example.slack.com/?redir=files-pri" }).end();
      } else if (file === undefined) {
        response.writeHead(404).end();
      } else {
        response.writeHead(200, { "content-type": file.mimetype }).end(file.bytes);
      }
      return true;
    },
  };
}
