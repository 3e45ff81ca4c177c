import { setTimeout as pause } from "node:timers/promises";
import type { EarshotClient } from "../../client/client.ts";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { Link } from "../../domain/hub/link.ts";
import { inTime } from "../../domain/in-words.ts";
import { present } from "../../domain/present.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { ChannelModule } from "../../ports/channels/channel.ts";
import type { LinkCode } from "../../ports/earshot/hub.ts";
import { visibleText } from "../../render/visible-text.ts";
import { showPage } from "../terminal/browser.ts";
import { createProgressLine } from "../terminal/progress-line.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { type AtTerminal, askText } from "./ask-settings.ts";
import type { ChannelToOpen } from "./open-channel.ts";
import { askPublicUrl } from "./public-url.ts";
import { sendTest } from "./send-test.ts";
import type { TakenBy } from "./taken-up.ts";

const LOOK_MS = 500;

interface LinkHere {
  readonly module: ChannelModule;
  readonly taken: TakenBy;
  readonly channel: ChannelToOpen;
}

/**
 * Links the person at the terminal on the channel that was just set up, and sends a test message
 * there. False if that cannot be done here.
 */
export async function linkHere(
  context: AtTerminal,
  { module: { kind, setup }, taken, channel }: LinkHere,
): Promise<boolean> {
  const { output } = context;
  const isUp = taken.state === "taken" && taken.channel.state !== "failed";
  if (setup.linking === undefined || !isUp) return false;
  await askPublicUrl(context);
  try {
    const earshot = context.connectAs("operator");
    const me = (await earshot.whoami()).principal.id;
    const isMine = (link: Link) => link.channel === kind && link.operator === me;
    const known = (await earshot.listLinks()).items.find(isMine);
    const link = known ?? (await linked(context, earshot, { setup, kind, isMine }));
    if (link === undefined) return true;
    await sendTest(channel, link.chatId, "Everything else is done.");
    output.note(
      `${known === undefined ? "Linked" : "You are linked already"}: ${visibleText(link.name)} on ${kind} is you. A test message is there.`,
    );
    return true;
  } catch (error) {
    if (!isEarshotError(error) || error.code === "INTERRUPTED") throw error;
    output.note(visibleText(error.message));
    return false;
  }
}

interface Linking extends Pick<ChannelModule, "kind" | "setup"> {
  readonly isMine: (link: Link) => boolean;
}

/** Undefined if nobody has said the code in time, which is told. */
async function linked(
  context: AtTerminal,
  earshot: EarshotClient,
  { kind, setup, isMine }: Linking,
): Promise<Link | undefined> {
  const { output } = context;
  const chatId =
    setup.linking === "mailed"
      ? await askText("Your own e-mail address, to be linked; Enter leaves it for later", {
          ...context,
          saved: "the channel is saved",
        })
      : undefined;
  if (setup.linking === "mailed" && chatId === undefined) {
    output.note(`Link yourself later: npx earshot link ${kind} ana@example.com`);
    return undefined;
  }
  const code = await earshot.createLinkCode(
    { channel: kind, ...present({ chatId }) },
    context.call,
  );
  output.note(visibleText(code.say));
  if (code.url !== undefined) {
    await showPage(context, { label: "Open the chat:", url: code.url });
  }
  const link = await awaitLink(context, { earshot, code, isMine });
  if (link === undefined) {
    output.note(
      `Nobody has said the code in time. See that your message reaches the right bot or address, then make another code: npx earshot link ${kind}`,
    );
  }
  return link;
}

interface AwaitLink {
  readonly earshot: EarshotClient;
  readonly code: LinkCode;
  readonly isMine: (link: Link) => boolean;
}

async function awaitLink(
  { output, signal }: RunContext,
  { earshot, code: { expiresAt, channel }, isMine }: AwaitLink,
): Promise<Link | undefined> {
  const line = createProgressLine({ stream: process.stderr, dress: output.style.dim });
  const endMs = toMs(expiresAt);
  try {
    for (let leftMs = endMs - Date.now(); leftMs > 0; leftMs = endMs - Date.now()) {
      line.set(
        `Waiting for your message there; the code is good for ${inTime(leftMs)}. Ctrl-C leaves.`,
      );
      const link = (await earshot.listLinks()).items.find(isMine);
      if (link !== undefined) return link;
      await pause(LOOK_MS, undefined, { signal });
    }
    return undefined;
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new EarshotError(
      "INTERRUPTED",
      `Interrupted. ${channel} is saved and runs; link yourself later: npx earshot link ${channel}`,
    );
  } finally {
    line.close();
  }
}
