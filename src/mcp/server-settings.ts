import { mcpPhrases as say } from "../text/phrases/mcp.ts";

/** One entry of `mcp_servers`, with its defaults filled in. Times are seconds, as in the file. */
export type McpServerSettings = {
  readonly command?: string | undefined;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly enabled: boolean;
  readonly timeout: number;
  readonly connect_timeout: number;
  readonly supports_parallel_tool_calls: boolean;
  readonly tools: {
    readonly include?: readonly string[] | undefined;
    readonly exclude?: readonly string[] | undefined;
    readonly resources?: boolean | undefined;
    readonly prompts?: boolean | undefined;
  };
  /** Whether what it says about itself may stand in the prompt. */
  readonly instructions: boolean;
  readonly trust: "full" | "untrusted";
  readonly auth?: "oauth" | undefined;
  readonly oauth: OAuthSettings;
  readonly sampling: boolean;
  readonly elicitation: boolean;
};

export type OAuthSettings = {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly scope?: string | undefined;
  readonly redirect_port?: number | undefined;
  readonly client_metadata_url?: string | undefined;
  /** For servers of before 2025-06 that name another issuer than the one they were found under. */
  readonly allow_issuer_mismatch?: boolean | undefined;
};

/** How a server is reached, or what is wrong with its entry. */
export type Route =
  | { readonly kind: "stdio"; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: "http"; readonly url: URL }
  | { readonly kind: "problem"; readonly reason: string };

export function routeOf({ command = "", url = "", args }: Pick<McpServerSettings, "command" | "url" | "args">): Route {
  if (command !== "" && url !== "") return problem(say.bothWays);
  if (command !== "") return { kind: "stdio", command, args };
  if (url === "") return problem(say.noWay);
  const parsed = URL.parse(url);
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol)) return problem(say.badUrl);
  if (parsed.username !== "" || parsed.password !== "") return problem(say.passwordInUrl);
  return { kind: "http", url: parsed };
}

function problem(reason: string): Route {
  return { kind: "problem", reason };
}
