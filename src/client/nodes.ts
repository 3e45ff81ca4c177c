/** The address of a server, and the key to call it with. */
export interface Endpoint {
  readonly url: string;
  /** Further nodes of the same deployment, called if the first does not answer. */
  readonly others?: readonly string[];
  readonly key: string;
}

/** Remembers which node answers, so that not every call tries one that is away first. */
export interface NodeChoice {
  /** The node to call now. */
  of(endpoint: Endpoint): string;
  /** This one does not serve: from now on the next one is called. */
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
      // Of many calls cut off together only the first moves on: the next node serves all of them.
      if (of(endpoint) !== url) return;
      const urls = nodesOf(endpoint);
      chosen = urls[(urls.indexOf(url) + 1) % urls.length];
    },
  };
}

export function nodesOf({ url, others = [] }: Endpoint): readonly string[] {
  return [url, ...others];
}
