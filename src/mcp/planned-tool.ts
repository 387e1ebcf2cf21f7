import type { Tool } from "../domain/tool.ts";
import type { ForeignName } from "./tool-names.ts";

/** A tool that is to be: what it is called where it lives, and how it is made once it has a name here. */
export type PlannedTool = ForeignName & { readonly make: (name: string) => Tool };
