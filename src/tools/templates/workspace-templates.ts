import type { ToolRegistry } from "../registry/registry.ts";
import { skillTemplate } from "./skill-template.ts";
import type { Template } from "./template.ts";
import { toolsTemplate } from "./tools-template.ts";

/** The files that teach an agent the tools of a registry: what they do, take and cannot do. */
export function workspaceTemplates(registry: ToolRegistry): readonly Template[] {
  return [toolsTemplate(registry), skillTemplate(registry)];
}
