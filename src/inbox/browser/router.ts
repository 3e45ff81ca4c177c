import { signal } from "@preact/signals";

/*
 * The address of the page. Every view has its own, so that it can be linked, opened in another tab
 * and gone back to:
 * `/`, `/others`, `/waiting`, `/snoozed`, `/done`, each followed by `/REQUEST` if one is open and by `?q=` for
 * a search; `/deck`, `/conversations[/ID]`, `/liaison[/ID][?mine=&phase=]`, `/liaison/fitness`, `/runs[/ID]`, `/sessions[/ID][?status=&agent=]`, `/agents[/ID]`, `/deliveries[?status=&channel=&item=]`,
 * `/policy`, `/audit`, `/dashboard`, `/settings`, `/sign-in`.
 */
export interface Place {
  /** The path's parts, decoded. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

function read(): Place {
  const parts = location.pathname.split("/").filter((part) => part !== "");
  return { parts: parts.map(decoded), query: new URLSearchParams(location.search) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A mistyped address is shown as it is.
    return part;
  }
}

export const place = signal<Place>(read());

addEventListener("popstate", () => {
  place.value = read();
});

/** Goes to a path of this page; `replace` leaves no step to go back to. */
export function go(path: string, { replace = false } = {}): void {
  if (path === location.pathname + location.search) return;
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  place.value = read();
}

/**
 * Follows links within the page without loading it again. One listener serves all of them, so that
 * a link is just its address. New windows, downloads and what the API serves are left to the
 * browser.
 */
export function followLinks(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || !isPlain(event) || !isWithin(link)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}

function isPlain(event: MouseEvent): boolean {
  const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !isModified && !event.defaultPrevented;
}

function isWithin(link: HTMLAnchorElement): boolean {
  const isOfBrowser = link.target !== "" || link.hasAttribute("download") || link.hash !== "";
  return link.origin === location.origin && !isOfBrowser && !link.pathname.startsWith("/v1/");
}
