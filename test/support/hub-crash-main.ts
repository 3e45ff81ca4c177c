import { loadChannelModule } from "../../src/channels/load-channel.ts";
import { serveWhenTold } from "./serve-when-told.ts";

/*
 * Earshot with its channels, in a process made to be killed: their libraries take longest to load.
 */
await Promise.all([
  import("@slack/web-api"),
  import("grammy"),
  ...(["slack", "telegram", "webhook"] as const).map((kind) =>
    loadChannelModule(kind, { settings: {}, dataFolder: "." }),
  ),
]);
serveWhenTold();
