import { computed, signal } from "@preact/signals";

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

function read(path: string): Place {
  const { pathname, searchParams } = new URL(path, location.origin);
  const parts = pathname.split("/").filter((part) => part !== "");
  return { parts: parts.map(decoded), query: searchParams };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A mistyped address is shown as it is.
    return part;
  }
}

const address = () => location.pathname + location.search;

export const place = signal<Place>(read(address()));
/** The first part of it, which names the screen; whoever reads this alone is not drawn for the rest. */
export const screenName = computed(() => place.value.parts[0] ?? "");

addEventListener("popstate", () => {
  late = undefined;
  place.value = read(address());
});

/** Goes to a path of this page; `replace` leaves no step to go back to. */
export function go(path: string, { replace = false } = {}): void {
  tell();
  if (path === address()) return;
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  place.value = read(path);
}

const LATE_MS = 50;
/** What the browser has not been told yet. */
let late: string | undefined;

/**
 * Goes where a key leads that is held down: the browser takes a millisecond for each step, takes 200 in ten
 * seconds, and is told of the last one once the page has shown it.
 */
export function passTo(path: string): void {
  if (path === (late ?? address())) return;
  if (late === undefined) setTimeout(tell, LATE_MS);
  late = path;
  place.value = read(path);
}

function tell(): void {
  if (late === undefined) return;
  history.replaceState(null, "", late);
  late = undefined;
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
