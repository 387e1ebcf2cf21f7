import { simpleCommands } from "../shell/simple-commands.ts";

const piece = /\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"|(?<=^|[\s;&|(])#[^\n]*|[^]/g;

/** A command line without what is only said to its reader. Where leaving that out would change a command, all stays. */
export async function withoutComments(command: string): Promise<string> {
  const bare = command.replaceAll(piece, (part) => (part.startsWith("#") && part.length > 1 ? "" : part)).trim();
  const [before, after] = await Promise.all([simpleCommands(command), simpleCommands(bare)]);
  return before !== null && JSON.stringify(before) === JSON.stringify(after) ? bare : command;
}
