import type { ToolContext } from "../../domain/tool.ts";

/** What a server's request may use of the call that is running. */
export type Asking = Pick<ToolContext, "approve" | "ask" | "signal" | "charge"> & { readonly tool: string };
