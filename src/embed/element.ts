import {
  type EmbedTheme,
  type FromFrame,
  READY,
  START,
  type StartMessage,
  type ToFrame,
} from "./protocol.ts";

/** A request, or all that asks a user, inside the page of an application. */
export interface EarshotElement extends HTMLElement {
  /** The user's token, from the application's server. Set it again when `tokenRequested` is heard. */
  token: string | undefined;
  /** Called for a token whenever one is needed; beside it no listener has to set `token`. */
  getToken: (() => Promise<string>) | undefined;
}

export type EmbedKind = "request" | "inbox";

const ATTRIBUTES = ["request", "token", "language", "theme", "server"] as const;
const THEMES: readonly EmbedTheme[] = ["system", "light", "dark"];
/** A frame that a browser refuses says nothing. */
const START_MS = 10_000;
const MOST_PX = 20_000;

/** In Node, where a page may be rendered before it reaches a browser, there are no elements. */
const Base: typeof HTMLElement =
  typeof HTMLElement === "function" ? HTMLElement : (class {} as unknown as typeof HTMLElement);

/** Custom elements are classes by the standard. */
export abstract class EarshotFrame extends Base implements EarshotElement {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;
  abstract readonly kind: EmbedKind;
  /** The address of Earshot where the element names none. */
  abstract readonly home: string | undefined;
  getToken: EarshotElement["getToken"];
  #frame: HTMLIFrameElement | undefined;
  #port: MessagePort | undefined;
  #token: string | undefined;
  #late: ReturnType<typeof setTimeout> | undefined;

  get token(): string | undefined {
    return this.#token;
  }

  set token(token: string | undefined) {
    this.#token = token;
    if (token !== undefined) this.#say({ type: "token", token });
  }

  connectedCallback(): void {
    this.#token ??= this.getAttribute("token") ?? undefined;
    addEventListener("message", this.#hear);
    this.#open();
  }

  disconnectedCallback(): void {
    removeEventListener("message", this.#hear);
    this.#close();
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now) return;
    if (name === "token") this.token = now ?? undefined;
    else if (name === "theme") this.#say({ type: "theme", theme: this.#theme() });
    else if (this.#frame !== undefined) {
      this.#close();
      this.#open();
    }
  }

  override focus(options?: FocusOptions): void {
    this.#frame?.focus(options);
  }

  #server(): URL {
    const named = this.getAttribute("server") ?? this.home;
    const url = named === undefined ? null : URL.parse(named, document.baseURI);
    if (url !== null) return url;
    throw new Error(`<${this.localName}> has no server: <${this.localName} server="https://…">.`);
  }

  #theme(): EmbedTheme {
    return THEMES.find((one) => one === this.getAttribute("theme")) ?? "system";
  }

  #open(): void {
    const address = new URL("/embed", this.#server());
    const language = this.getAttribute("language");
    if (language !== null) address.searchParams.set("language", language.slice(0, 2));
    const frame = document.createElement("iframe");
    frame.src = address.href;
    frame.title = "Earshot";
    frame.referrerPolicy = "origin";
    frame.style.cssText = "display: block; width: 100%; height: 4rem; border: 0";
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open", delegatesFocus: true });
    root.replaceChildren(frame);
    if (this.style.display === "") this.style.display = "block";
    this.#frame = frame;
    this.#late = setTimeout(() => {
      this.#tell("failed", {
        message: `The frame of ${address.origin} has not opened. Does that server name this page's origin? earshot start --embed-origin ${location.origin}`,
      });
    }, START_MS);
  }

  #close(): void {
    clearTimeout(this.#late);
    this.#port?.close();
    this.#port = undefined;
    this.#frame?.remove();
    this.#frame = undefined;
  }

  /** The frame is there: the end of a channel goes to its very origin, and nobody else gets one. */
  readonly #hear = ({ source, origin, data }: MessageEvent): void => {
    const window = this.#frame?.contentWindow;
    const { origin: ours } = this.#server();
    if (window == null || source !== window || origin !== ours || data?.type !== READY) return;
    clearTimeout(this.#late);
    const { port1, port2 } = new MessageChannel();
    this.#port?.close();
    this.#port = port1;
    port1.onmessage = (event) => this.#take(event.data as FromFrame);
    window.postMessage(this.#start(), ours, [port2]);
  };

  #start(): StartMessage {
    const request = this.kind === "request" ? (this.getAttribute("request") ?? "") : undefined;
    return {
      type: START,
      theme: this.#theme(),
      ...(request !== undefined && { request }),
      ...(this.#token !== undefined && { token: this.#token }),
    };
  }

  #say(message: ToFrame): void {
    this.#port?.postMessage(message);
  }

  #take(message: FromFrame): void {
    const frame = this.#frame;
    if (frame === undefined) return;
    switch (message.type) {
      case "size":
        frame.style.height = `${Math.min(Math.max(0, message.height), MOST_PX)}px`;
        return;
      case "title":
        frame.title = message.title;
        return;
      case "tokenRequested":
        void this.#renew();
        return;
      case "answered":
      case "decided":
      case "closed": {
        const { type, ...detail } = message;
        this.#tell(type, detail);
      }
    }
  }

  async #renew(): Promise<void> {
    this.#tell("tokenRequested", {});
    try {
      const token = await this.getToken?.();
      if (token !== undefined) this.token = token;
    } catch (error) {
      this.#tell("failed", { message: `There is no token: ${(error as Error).message}` });
    }
  }

  #tell(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}
