import type { Content } from "../../domain/message.ts";
import type { OnceSession } from "./once-session.ts";
import type { Reporter } from "./reporter.ts";

const noCommands: ReadonlySet<string> = new Set(); // a run without a screen has no slash commands

/** `/skill-name do this` with the skill's text in it; any other prompt as it is. */
export async function withSkills(
  content: Content,
  session: OnceSession,
  reporter: Pick<Reporter, "notice">,
  signal: AbortSignal,
): Promise<Content> {
  if (typeof content !== "string" || session.invokeSkills === undefined) return content;
  const invocation = await session.invokeSkills(content, noCommands, signal);
  switch (invocation.kind) {
    case "plain":
      return content;
    case "problem":
      reporter.notice("warning", invocation.message);
      return content;
    case "invoked":
      for (const problem of invocation.problems) reporter.notice("warning", problem);
      return invocation.message;
  }
}
