import { createHash } from "node:crypto";

/** A tool by the names it has where it lives. */
export type ForeignName = { readonly server: string; readonly tool: string };

const longest = 64;
const hashDigits = 8;

/**
 * One name per tool, in order: `mcp__server__tool` in the characters every provider takes. Where that is too long, or two
 * tools would share it, a hash of the original names tells them apart; a tool that needed no change keeps the plain name.
 */
export function nameTools(tools: readonly ForeignName[]): readonly string[] {
  const taken = new Map<string, number>();
  for (const tool of tools) taken.set(plainName(tool), (taken.get(plainName(tool)) ?? 0) + 1);
  return tools.map((tool) => {
    const plain = plainName(tool);
    const isShared = (taken.get(plain) ?? 0) > 1;
    return plain.length <= longest && !isShared ? plain : hashedName(plain, tool);
  });
}

/** The toolset of all tools of a server. */
export function toolsetOf(server: string): string {
  return `mcp-${clean(server)}`;
}

function plainName({ server, tool }: ForeignName): string {
  return `mcp__${clean(server)}__${clean(tool)}`;
}

function hashedName(plain: string, { server, tool }: ForeignName): string {
  const hash = createHash("sha256").update(`${server}\0${tool}`).digest("hex").slice(0, hashDigits);
  return `${plain.slice(0, longest - hashDigits - 1)}_${hash}`;
}

function clean(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/gu, "_") || "_";
}
