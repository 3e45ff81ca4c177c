import type { EvidenceFile } from "../../../domain/evidence/evidence-view.ts";
import type { Delivery } from "../../../domain/hub/delivery.ts";
import { isOfRequest } from "../../../domain/hub/delivery.ts";
import { type DeliveryEvent, moved } from "../../../domain/hub/delivery-machine.ts";
import { MAX_POSTED_FILES } from "../../../domain/limits.ts";
import type { Channel, FileGiving, PostedFile } from "../../../ports/channels/channel.ts";
import { type Context, nowOf } from "../../call/context.ts";
import {
  AGAIN,
  type Attempt,
  type Attempted,
  DONE,
  failed,
  mayBeThere,
  put,
} from "./attempt-result.ts";
import { contentOf, type Shown } from "./content-of.ts";

/*
 * What an agent shows goes to people as files, too. A mail has them with it; elsewhere they come under the
 * post once that stands, one an attempt. The request is read anew before each step, so that nothing of an
 * erased or closed one goes out, not even what was already brought. One that may be there is given again
 * only where the platform says that it is not.
 */

const FILED = { type: "filed" } as const;

/** Whether files come under the post. */
export function hasFiles({ channel }: Pick<Attempt, "channel">, shown: Shown | undefined): boolean {
  return givenTo(channel, shown).length > 0;
}

function givenTo({ giving }: Channel, shown: Shown | undefined): readonly EvidenceFile[] {
  if (giving === undefined) return [];
  const fitting = (shown?.files ?? []).filter(({ size }) => size <= giving.most);
  return fitting.slice(0, MAX_POSTED_FILES);
}

/** The files that go with the post itself. */
export async function attachedTo(
  ctx: Context,
  { channel, delivery }: Attempt,
  { files = [] }: Shown,
): Promise<readonly PostedFile[] | undefined> {
  const { mostAttached } = channel;
  if (mostAttached === undefined) return undefined;
  let left = mostAttached;
  const attached: PostedFile[] = [];
  for (const file of files.slice(0, MAX_POSTED_FILES)) {
    if (file.size > left) continue;
    const read = await fileOf(ctx, delivery, file);
    if (read === undefined) continue;
    left -= file.size;
    attached.push(read);
  }
  return attached.length === 0 ? undefined : attached;
}

async function fileOf(
  { store }: Context,
  { workspace, item }: Delivery,
  { digest, name, role, media_type: mediaType }: EvidenceFile,
): Promise<PostedFile | undefined> {
  if (!isOfRequest(item)) return undefined;
  const content = await store.findContent(workspace, item, digest);
  if (content === undefined) return undefined;
  // A file before its change and after it have one name.
  const called = role === "content" ? name : `${role}-${name}`;
  return { name: called, mediaType, bytes: content.bytes };
}

/** Gives the next file of a post that stands, or the first half of it. */
export async function giveFile(
  ctx: Context,
  given: Attempt,
  { isWanted }: { readonly isWanted: boolean },
): Promise<Attempted> {
  const { delivery, channel } = given;
  const file = isWanted ? await nextFile(ctx, given) : undefined;
  const { giving } = channel;
  if (file === undefined || giving === undefined) {
    return await noted(ctx, given, { delivery, event: { type: "filed", isLast: true } });
  }
  const begun = moved(delivery, { type: "begin" }, nowOf(ctx));
  if (!(await put(ctx, given, { next: begun }))) return AGAIN;
  try {
    const isShown = await isThere(delivery, giving);
    const event = isShown ? FILED : await stepOf(given, { begun, file, giving });
    return await noted(ctx, given, { delivery: begun, event });
  } catch (error) {
    return await failed(ctx, given, { begun, error, isUnsure: mayBeThere(delivery) });
  }
}

async function stepOf(
  { onPoint, onAnswered }: Attempt,
  {
    begun: { files, post = { chatId: "", ids: [] } },
    file,
    giving,
  }: { readonly begun: Delivery; readonly file: PostedFile; readonly giving: FileGiving },
): Promise<Extract<DeliveryEvent, { type: "filed" }>> {
  const brought = files?.brought;
  onPoint?.("before_file");
  if (giving.bring !== undefined && brought === undefined) {
    const name = await giving.bring(file);
    onPoint?.("after_file");
    onAnswered();
    return { type: "filed", brought: name };
  }
  await giving.show(post, file, brought);
  onPoint?.("after_file");
  onAnswered();
  return FILED;
}

/** Whether an attempt that did not end may have shown it. */
async function isThere(delivery: Delivery, giving: FileGiving): Promise<boolean> {
  if (!mayBeThere(delivery)) return false;
  const brought = delivery.files?.brought;
  // Until its bytes are there nobody can have seen it.
  if (giving.bring !== undefined && brought === undefined) return false;
  if (giving.isShown === undefined || brought === undefined) return true;
  return await giving.isShown(brought);
}

/** Undefined once there is none, or the request is closed, erased or not to be shown there. */
async function nextFile(ctx: Context, given: Attempt): Promise<PostedFile | undefined> {
  const { delivery, channel } = given;
  const shown = await contentOf(ctx, given);
  if (shown === undefined || shown.isClosed) return undefined;
  const file = givenTo(channel, shown)[delivery.files?.given ?? 0];
  return file === undefined ? undefined : await fileOf(ctx, delivery, file);
}

async function noted(
  ctx: Context,
  given: Attempt,
  { delivery, event }: { readonly delivery: Delivery; readonly event: DeliveryEvent },
): Promise<Attempted> {
  const next = moved(delivery, event, nowOf(ctx));
  const isStored = await put(ctx, given, { next });
  return isStored && next.job === undefined ? DONE : AGAIN;
}
