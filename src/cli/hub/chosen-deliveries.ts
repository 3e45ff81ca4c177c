import type { Command } from "commander";
import type { EarshotClient } from "../../client/client.ts";
import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { DeliveryId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Hub } from "../../ports/earshot/hub.ts";
import { atControllingTerminal } from "../terminal/controlling-terminal.ts";
import type { RunContext } from "../terminal/run-context.ts";

interface ChoiceOptions {
  readonly allFailed?: boolean;
  readonly channel?: RemoteChannel;
  readonly yes?: boolean;
}

/** The named ids, or all failed ones after a person has typed how many there are. */
export async function chosenDeliveries(
  context: RunContext,
  command: Command,
  { earshot, verb }: { readonly earshot: EarshotClient; readonly verb: "Resend" | "Drop" },
): Promise<readonly DeliveryId[]> {
  const [named = []] = command.processedArgs as [readonly DeliveryId[] | undefined];
  const { allFailed, channel, yes } = command.opts<ChoiceOptions>();
  if (allFailed === true && named.length > 0) {
    command.error("error: Name deliveries, or give --all-failed, not both.");
  }
  if (allFailed !== true && (channel ?? yes) !== undefined) {
    command.error("error: --channel and --yes go with --all-failed.");
  }
  if (allFailed !== true && named.length === 0) {
    command.error("error: Name at least one delivery, or give --all-failed.");
  }
  if (allFailed !== true) return named;
  const failed = await failedDeliveries(earshot, channel);
  if (failed.length === 0 || yes === true) return failed;
  const isMeant = await typesCount(context, { verb, count: failed.length, channel });
  return isMeant ? failed : [];
}

async function typesCount(
  { signal }: RunContext,
  {
    verb,
    count,
    channel,
  }: {
    readonly verb: string;
    readonly count: number;
    readonly channel: RemoteChannel | undefined;
  },
): Promise<boolean> {
  const why = "all that failed is confirmed at one; --yes takes them without asking";
  const which = channel === undefined ? "" : ` on ${channel}`;
  const prompt = `${verb} all ${count} that failed${which}? Type ${count} to do it: `;
  return await atControllingTerminal(
    { why, signal },
    async ({ readLine }) => (await readLine(prompt)).trim() === String(count),
  );
}

const PAGE = 100;

/** Ids of all dead letters, of one channel or of all. */
async function failedDeliveries(
  earshot: Pick<Hub<CallOptions>, "deliveries">,
  channel: RemoteChannel | undefined,
): Promise<readonly DeliveryId[]> {
  const ids: DeliveryId[] = [];
  let cursor: string | undefined;
  do {
    const page = await earshot.deliveries({
      status: "failed",
      limit: PAGE,
      ...present({ channel, cursor }),
    });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== undefined);
  return ids;
}
