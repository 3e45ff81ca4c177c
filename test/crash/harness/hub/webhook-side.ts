import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { JsonObject } from "../../../../src/domain/json.ts";
import type { ShownPost } from "../../../../src/testing/channel-contract/channel-world.ts";
import { signedCallback } from "../../../support/webhook/callbacks.ts";
import { openReceiver, type StandingPost } from "../../../support/webhook/receiver.ts";
import type { WayIn } from "../way-in.ts";
import { AGAIN_MS, LOOKED_AT, type Side } from "./side.ts";

/** A receiver of events that repeats its callback until it is heard. */
export async function openWebhookSide(wayIn: WayIn): Promise<Side> {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const receiver = await openReceiver(secret);
  const from = { id: "u_wes", name: "wes" };

  /** Signed again each time, with the same id. */
  async function bring(body: JsonObject): Promise<boolean> {
    const { id } = signedCallback(secret, {});
    for (;;) {
      const callback = signedCallback(secret, { ...body, address: receiver.url, from }, { id });
      const status = await call(callback);
      if (status === 200) return true;
      // If it does not accept an event now, it never will.
      if (status !== undefined && status < 500) return false;
      await pause(AGAIN_MS);
    }
  }

  async function call(given: { body: string; headers: Readonly<Record<string, string>> }) {
    try {
      const url = "http://server/hooks/webhook/callback";
      const response = await wayIn.fetch(url, { method: "POST", ...given });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return undefined;
    }
  }

  return {
    kind: "webhook",
    settings: { secret, allowPrivate: true },
    chats: [receiver.url],
    async posts(_, isAll = false) {
      const all = [...receiver.standing.values()];
      return (isAll ? all : all.slice(-LOOKED_AT)).map(shownPost);
    },
    async press(_, { id, controls }, index) {
      const token = controls[index]?.token;
      return token !== undefined && (await bring({ type: "press", key: id, token }));
    },
    async say(_, text, to) {
      const isHeard = await bring({ type: "reply", text, ...(to && { key: to.id }) });
      if (!isHeard) throw new Error("A callback of the receiver was refused.");
    },
    newLife() {},
    close: () => receiver.close(),
  };
}

function shownPost({ event, raw }: StandingPost): ShownPost {
  const { key, controls } = event.data;
  const buttons = controls.filter((control) => control.kind === "button");
  return {
    id: key,
    text: raw,
    raw,
    controls: buttons.map(({ label, token }) => ({ label, token })),
  };
}
