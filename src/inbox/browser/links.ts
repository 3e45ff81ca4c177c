import { go } from "./router.ts";

/**
 * Links within the page go there without loading it anew: one listener for all, so that a link is
 * nothing but its address. Other windows, downloads and what the API serves are left to the browser.
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
