export function isFresh(root: string, built: string, sources?: readonly string[]): boolean;
