import type { Emit } from "../domain/event.ts";
import { textOf, withNote } from "../domain/message.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { SessionDeps } from "./session-deps.ts";
import type { TurnInput } from "./turn-input.ts";

export type Follow = Pick<SessionDeps, "childEnv" | "place" | "toolbox" | "clock" | "readPage"> & {
  readonly runtime: Runtime;
  readonly emit: Emit;
  readonly signal: AbortSignal;
};

/** The question with what its `@` references lead to. Stored like that, and shown as it was typed. */
export async function followReferences(input: TurnInput, follow: Follow): Promise<TurnInput> {
  const { content, referencesIn = "", stored } = input;
  if (!referencesIn.includes("@") || stored?.text !== undefined) return input;
  const { attachReferences } = await import("./references/attach-references.ts"); // most questions have no use for it
  const { childEnv: env, place, toolbox, emit } = follow;
  const { text, warnings } = await attachReferences(referencesIn, {
    ...follow,
    cwd: place.cwd,
    env,
    places: { userHome: place.userHome, hermesHome: place.home, roots: [place.cwd] },
    redact: toolbox.redact,
  });
  for (const warning of warnings) emit({ type: "notice.given", level: "warning", text: warning });
  if (text === "") return input;
  const displayMetadata = { ...stored?.displayMetadata, typed: textOf(content) };
  return { ...input, content: withNote(content, text), stored: { ...stored, displayMetadata } };
}
