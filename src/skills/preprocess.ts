import type { Skill } from "./skill.ts";

/** Runs one command in a folder and returns what to show for it; failures are a short mark. */
export type InlineShell = (command: string, folder: string, signal: AbortSignal) => Promise<string>;

export type Preprocessing = {
  readonly templateVariables: boolean;
  /** null: commands in a skill's text stay text. */
  readonly inlineShell: InlineShell | null;
};

type Reader = { readonly sessionId: string | null; readonly signal: AbortSignal };

/** A skill's text as it is served: variables put in, commands run where the person has switched that on. */
export async function preprocess(
  body: string,
  { folder, tier }: Pick<Skill, "folder" | "tier">,
  { templateVariables, inlineShell }: Preprocessing,
  { sessionId, signal }: Reader,
): Promise<string> {
  const filled = templateVariables ? fill(body, { HERMES_SKILL_DIR: folder, HERMES_SESSION_ID: sessionId }) : body;
  if (inlineShell === null || tier === "project") return filled; // a repository never runs commands by being read
  const pieces = filled.split(/!`([^`\n]+)`/); // text and commands take turns
  const shown = [];
  for (const [at, piece] of pieces.entries()) {
    shown.push(at % 2 === 0 ? piece : await inlineShell(piece, folder, signal));
  }
  return shown.join("");
}

function fill(text: string, values: Readonly<Record<string, string | null>>): string {
  return text.replaceAll(/\$\{(HERMES_SKILL_DIR|HERMES_SESSION_ID)\}/g, (whole, name: string) => values[name] ?? whole);
}
