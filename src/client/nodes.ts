/** Where a server can be called and with which key. */
export interface Endpoint {
  readonly url: string;
  /** Further nodes of the same deployment, which are called where that one does not answer. */
  readonly others?: readonly string[];
  readonly key: string;
}

/** Remembers which node answers, so that one that is away is not tried first by every call. */
export interface NodeChoice {
  /** The node to call now. */
  of(endpoint: Endpoint): string;
  /** That one does not serve: the next in the row is called from now on. */
  passOver(endpoint: Endpoint, url: string): void;
}

export function createNodeChoice(): NodeChoice {
  let chosen: string | undefined;
  const of = (endpoint: Endpoint) => {
    const urls = nodesOf(endpoint);
    return chosen !== undefined && urls.includes(chosen) ? chosen : endpoint.url;
  };
  return {
    of,
    passOver(endpoint, url) {
      // Of many calls that were cut off together only the first moves on: the next node serves them all.
      if (of(endpoint) !== url) return;
      const urls = nodesOf(endpoint);
      chosen = urls[(urls.indexOf(url) + 1) % urls.length];
    },
  };
}

export function nodesOf({ url, others = [] }: Endpoint): readonly string[] {
  return [url, ...others];
}
