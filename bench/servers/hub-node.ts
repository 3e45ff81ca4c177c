import { pino } from "pino";
import { openContext } from "../../src/compose/context.ts";
import { startDispatcher } from "../../src/core/hub/dispatch/dispatcher.ts";
import { createMind } from "../../src/liaison/create-mind.ts";
import { takeDataFolder } from "../../src/system/data-folder.ts";
import { outletsOf } from "../hub-place.ts";
import { createPlatformChannel } from "../platform-channel.ts";
import { reportTo } from "./report.ts";

/* A node whose hub brings what is queued in the database, and which does nothing else. */
const [dataFolder = ".earshot", url = "", platform = "0"] = process.argv.slice(2);
const folder = takeDataFolder(dataFolder);
const opened = new AsyncDisposableStack();
const { ctx } = await openContext(opened, {
  paths: folder.paths,
  log: pino({ level: "silent" }),
  addSecret: () => {},
  anchor: undefined,
  postgres: { url },
  limits: undefined,
  longestPauseMs: undefined,
  outlets: outletsOf(createPlatformChannel(Number(platform))),
  liaison: createMind(),
  graphMirror: undefined,
  onCommitPoint: undefined,
  signal: undefined,
});
const stopFollowing = await ctx.following.start();
const stopDispatcher = startDispatcher(ctx, {
  random: Math.random,
  onFault(error) {
    throw error;
  },
});
reportTo(Number(platform), async () => {
  await stopDispatcher();
  await stopFollowing();
  await opened.disposeAsync();
});
