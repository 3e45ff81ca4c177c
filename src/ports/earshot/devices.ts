import type { NoticeDetail } from "../../domain/hub/device.ts";
import type { DeliveryId, LinkId, RequestId } from "../../domain/id.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { PushTarget } from "../channels/push.ts";

export interface AddDeviceInput extends PushTarget {
  /** What people call it. */
  readonly name: string;
  /** The key of `listDevices` that its browser subscribed with. */
  readonly key: string;
  /** `nothing` if absent. */
  readonly shows?: NoticeDetail;
}

/** A browser that is notified while no page is open; never where it is reached. */
export interface ShownDevice {
  readonly id: LinkId;
  readonly name: string;
  readonly shows: NoticeDetail;
  readonly createdAt: Timestamp;
  /** It is the browser that calls. */
  readonly isCurrent?: true;
}

export interface DeviceTested {
  /** The push service has taken it. */
  readonly isTaken: boolean;
  readonly why?: string;
}

/** What a notification shows, asked for by the device itself. */
export interface ShownNotice {
  /** Absent where nobody is asked any more: then it is taken away. */
  readonly request?: RequestId;
  readonly title: string;
  readonly text: string;
  /** Each token decides once, in the web session that asked for it, on what it was made for. */
  readonly buttons: readonly { readonly token: string; readonly label: string }[];
  /** How many requests wait for the person. */
  readonly waiting: number;
}

export interface PressedNotice {
  readonly isDone: boolean;
  /** What became of it, or why nothing did. */
  readonly say: string;
}

/** How browsers are notified while no page is open; a part of `Earshot`. */
export interface Devices<O> {
  /** The caller's own, and the key that a browser subscribes with. */
  listDevices(): Promise<{ readonly items: readonly ShownDevice[]; readonly key: string }>;
  /**
   * Notifies the browser of this web session from now on, until that ends. Throws INVALID_INPUT for a
   * push service that may not be called, and NOT_ALLOWED without a web session.
   */
  addDevice(input: AddDeviceInput, options?: O): Promise<ShownDevice>;
  /** Sends it a notification that says only that. */
  testDevice(input: { readonly id: LinkId }): Promise<DeviceTested>;
  /** What the device shows of a delivery; NOT_FOUND for one that was not for it. */
  readNotice(input: { readonly id: DeliveryId }): Promise<ShownNotice>;
  /** Does what a button of a notification says. */
  pressNotice(input: { readonly token: string }): Promise<PressedNotice>;
}
