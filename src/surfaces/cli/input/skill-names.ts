import { z } from "zod";
import { plainLine } from "../../../commands/plain-text.ts";
import type { Chat } from "../chat.ts";

const Listed = z.object({
  skills: z.array(z.object({ name: z.string(), description: z.string(), enabled: z.boolean() })),
});

export type SkillName = { readonly name: string; readonly description: string };

/** The skills that can be called as commands. What cannot be listed is not offered. */
export async function skillNames({ world }: Chat): Promise<readonly SkillName[]> {
  const { code, text } = await world.slash.command(["skills", "list", "--json"]);
  if (code !== 0) return [];
  const listed = Listed.safeParse(jsonOf(text));
  if (!listed.success) return [];
  return listed.data.skills
    .filter(({ enabled }) => enabled)
    .map(({ name, description }) => ({ name, description: plainLine(description, 80) }));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // complaints stand beside the list
  }
}
