import type { Settings } from "../../config/schema/settings.ts";
import type { Home } from "../../config/home.ts";
import type { CommandCall } from "../command.ts";

type ServerEntry = Settings["mcp_servers"][string];

/** A configured server, and where its home is. */
export type NamedServer = {
  readonly name: string;
  readonly entry: ServerEntry;
  readonly home: Home;
  readonly settings: Settings;
};

type ToolReport = { readonly name: string; readonly description: string; readonly tokens: number };

export type ServerReport =
  | {
      readonly kind: "ready";
      readonly tookMs: number;
      readonly tools: readonly ToolReport[];
      /** What it says about itself; 0 tokens: nothing. */
      readonly instructions: { readonly tokens: number; readonly inPrompt: boolean };
    }
  | { readonly kind: "down"; readonly reason: string };

/** What the commands do with servers themselves. */
export type McpAdmin = {
  /** Connects, lists the tools and leaves. */
  readonly test: (server: NamedServer, call: CommandCall) => Promise<ServerReport>;
  /** The same with a person who logs in on the way. */
  readonly login: (server: NamedServer, call: CommandCall) => Promise<ServerReport>;
  /** False: nobody was logged in. */
  readonly logout: (server: Pick<NamedServer, "name" | "entry" | "home">) => boolean;
  readonly isLoggedIn: (server: Pick<NamedServer, "name" | "entry" | "home">) => boolean;
};
