/* What a service worker has, as far as ours uses it: its types and those of a page exclude each other. */

interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}

export interface FetchEvent extends Lasting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

export interface PushEvent extends Lasting {
  readonly data: { text(): string } | null;
}

export interface ClickEvent extends Lasting {
  /** The name of the button; blank for the notification itself. */
  readonly action: string;
  readonly notification: Notification;
}

interface WindowClient {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
  readonly navigator: Navigator;
  readonly clients: {
    matchAll(of: { readonly type: "window" }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: "install" | "activate" | "pushsubscriptionchange",
    listener: (event: Lasting) => void,
  ): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: ClickEvent) => void): void;
}
