import { z } from "zod";
import { plainText } from "../plain-text.ts";
import { checkpointPhrases } from "../../text/phrases/checkpoints.ts";
import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { reversedDiff } from "../../text/reversed-diff.ts";
import { undone } from "./rewind.ts";
import { refusal, said, type SlashCommand, type SlashContext, type SlashOutcome } from "./slash-command.ts";

const longestLines = 400;
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"; // known to every git
const quiet = ["diff", "--no-ext-diff", "--no-textconv", "--no-color"] as const; // a repository's own programs stay out of it

export const diffCommand: SlashCommand = {
  name: "diff",
  aliases: [],
  usage: "[staged|session]",
  summary: say.diffSummary,
  busy: "run",
  run: async (rest, context) => {
    switch (rest.toLowerCase()) {
      case "":
        return gitChanges([...quiet, await lastCommit(context)], context);
      case "staged":
        return gitChanges([...quiet, "--cached"], context);
      case "session":
        return sessionChanges(context);
      default:
        return refusal(say.usage("diff", "[staged|session]"));
    }
  },
};

export const rollbackCommand: SlashCommand = {
  name: "rollback",
  aliases: [],
  usage: "[n [file] [--all] | diff n]",
  summary: say.rollbackSummary,
  busy: "wait",
  run: async (rest, context) => {
    const words = rest === "" ? [] : rest.split(/\s+/);
    if (words.length === 0) return told(await checkpoints(["list"], context));
    if (words[0] === "diff") return told(await checkpoints(words, context));
    if (!/^\d+$/.test(words[0] ?? "")) return refusal(say.usage("rollback", "[n [file] [--all] | diff n]"));
    const restored = await checkpoints(["restore", ...words], context);
    if (restored.code !== 0 || !restored.text.includes(checkpointPhrases.undo)) return told(restored);
    return offerUndo(restored.text, context);
  },
};

/** The files are back; the model still thinks otherwise unless the turn goes too. */
async function offerUndo(text: string, context: SlashContext): Promise<SlashOutcome> {
  const plan = context.session.lastQuestion?.();
  if (plan?.kind !== "cut") return said(text);
  const choice = await context.choose(say.undoToo(text), [say.yes, say.no]);
  if (choice !== say.yes) return said(text);
  const outcome = await undone(1, context);
  return outcome.kind === "undone" ? { ...outcome, text: `${text}\n${outcome.text}` } : outcome;
}

/** Before the first commit there is no HEAD: everything is new compared with git's empty tree. */
async function lastCommit({ world, session }: SlashContext): Promise<string> {
  const head = await world.git(["rev-parse", "--verify", "--quiet", "HEAD"], session.info.cwd);
  const isUnborn = head.code !== 0 && !head.text.startsWith("fatal");
  return isUnborn ? emptyTree : "HEAD";
}

async function gitChanges(args: readonly string[], { world, session }: SlashContext): Promise<SlashOutcome> {
  const { cwd } = session.info;
  const diff = await world.git(args, cwd);
  if (diff.code !== 0) return refusal(say.noGit(reasonOf(diff.text)));
  const status = await world.git(["status", "--short", "--untracked-files=normal"], cwd);
  const fresh = status.text.split("\n").filter((line) => line.startsWith("??"));
  const text = [diff.text.trimEnd(), ...fresh].filter((part) => part !== "").join("\n");
  return said(text === "" ? say.noChanges : shown(text));
}

/** What git said first, without the words it puts in front and the advice it puts behind. */
function reasonOf(text: string): string {
  const line = (text.split("\n")[0] ?? "").replace(/^(?:fatal|error|warning): /, "");
  return plainText(line.replace(/\. Use --no-index .*/, ""));
}

const Views = z.array(z.object({ number: z.number(), session_id: z.string() }));

/** From before the session's first change to now. */
async function sessionChanges(context: SlashContext): Promise<SlashOutcome> {
  const listed = await checkpoints(["list", "--json"], context);
  if (listed.code !== 0) return refusal(listed.text);
  const { sessionId } = context.session.info;
  const first = Views.parse(JSON.parse(listed.text)).findLast((view) => view.session_id === sessionId);
  if (first === undefined) return said(say.noSessionChanges);
  const { code, text } = await checkpoints(["diff", `${first.number}`], context);
  if (code !== 0) return refusal(text);
  const diff = reversedDiff(text);
  return said(diff === "" ? say.noSessionChanges : shown(diff));
}

function checkpoints(words: readonly string[], { world, session }: SlashContext) {
  return world.command(["checkpoints", ...words], session.info.cwd);
}

function told({ code, text }: { readonly code: number; readonly text: string }): SlashOutcome {
  return code === 0 ? said(text) : refusal(text);
}

function shown(text: string): string {
  const lines = text.split("\n").map((line) => plainText(line));
  const rest = lines.length - longestLines;
  return rest > 0 ? [...lines.slice(0, longestLines), say.moreLines(rest)].join("\n") : lines.join("\n");
}
