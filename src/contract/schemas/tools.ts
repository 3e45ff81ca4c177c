/** The name of a tool follows this. The body of the POST is the tool's arguments. */
export const TOOLS_PATH = "/v1/tools/";

/** The path at which a tool is called. */
export function toolPath(name: string): string {
  return `${TOOLS_PATH}${encodeURIComponent(name)}`;
}
