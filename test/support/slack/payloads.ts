import { ACTION } from "../../../src/channels/slack/control-blocks.ts";
import { at, listAt, textAt } from "../../../src/channels/slack/untrusted-json.ts";
import type { Json, JsonObject } from "../../../src/domain/json.ts";
import type { StoredControl } from "./shown-message.ts";
import { APP_ID, BOT_USER, TEAM } from "./slack-emulator.ts";

/** Somebody as events name them. */
export interface Actor {
  readonly id: string;
  readonly team: string;
}

/** What Slack's events are put into. */
export function eventPayload(event: JsonObject, id: string): JsonObject {
  return {
    token: "unused",
    team_id: TEAM,
    api_app_id: APP_ID,
    type: "event_callback",
    event_id: id,
    event_time: Math.floor(Date.now() / 1_000),
    is_ext_shared_channel: false,
    authorizations: [{ team_id: TEAM, user_id: BOT_USER, is_bot: true }],
    event,
  };
}

export interface Click {
  readonly control: StoredControl;
  /** Picked beside it in the same menu. */
  readonly alsoPicked?: readonly Json[];
  readonly channel: string;
  readonly by: Actor;
  readonly triggerId: string;
  readonly actionTs: string;
}

/** A click on a posted control. A choice of several options is sent by the button below. */
export function clickPayload({ control, alsoPicked = [], ...click }: Click): JsonObject {
  const { message, element, option } = control;
  const ts = textAt(message, "ts") ?? "";
  const thread = textAt(message, "thread_ts");
  const isSeveral = textAt(element, "type") === "multi_static_select";
  const pressed = isSeveral ? sendButton(message, element) : element;
  const picked = [...(option === undefined ? [] : [option]), ...alsoPicked];
  const pick = textAt(element, "action_id") ?? "";
  const state = isSeveral ? { [pick]: { [pick]: { selected_options: picked } } } : {};
  const actionId = textAt(pressed, "action_id") ?? "";
  const selected = option === undefined || isSeveral ? {} : { selected_option: option };
  const value = at(pressed, "value");
  return {
    type: "block_actions",
    user: { id: click.by.id, username: "someone", name: "someone", team_id: click.by.team },
    api_app_id: APP_ID,
    team: { id: TEAM, domain: "emulate" },
    container: {
      type: "message",
      message_ts: ts,
      channel_id: click.channel,
      is_ephemeral: false,
      ...(thread !== undefined && { thread_ts: thread }),
    },
    trigger_id: click.triggerId,
    channel: { id: click.channel, name: "earshot" },
    message,
    state: { values: state },
    actions: [
      {
        action_id: actionId,
        block_id: "x",
        type: at(pressed, "type") ?? "",
        action_ts: click.actionTs,
        ...(value !== undefined && { value }),
        ...selected,
      },
    ],
  };
}

function sendButton(message: Json, menu: Json): Json {
  const id = (textAt(menu, "action_id") ?? "").replace(ACTION.pick, ACTION.choose);
  const found = listAt(message, "blocks")
    .flatMap((block) => listAt(block, "elements"))
    .find((element) => textAt(element, "action_id") === id);
  if (found === undefined) throw new Error("No button stands under the menu.");
  return found;
}

/** A modal that is sent, with what was put into it by block. */
export function submissionPayload(view: JsonObject, values: JsonObject, by: Actor): JsonObject {
  return {
    type: "view_submission",
    team: { id: TEAM, domain: "emulate" },
    user: { id: by.id, username: "someone", name: "someone", team_id: by.team },
    api_app_id: APP_ID,
    trigger_id: "unused",
    view: { ...view, state: { values } },
  };
}
