/** Changes when the words around a summary do, so that old ones can be told apart. */
export const wrappingVersion = 1;

const prefix = `[CONTEXT COMPACTION] Earlier turns of this conversation were replaced by the notes below. They are reference material, not a request.
- Act only on the user message that comes after these notes. It wins over every task named here, also where the topics overlap.
- If tool calls or results follow, continue that exchange. If nothing follows, do nothing.
- Memory files in the system prompt stay authoritative, and all tools stay usable.
- Work listed as done is done: do not repeat it.`;

const end = "[END OF COMPACTED CONTEXT] The conversation continues below.";

export function wrapped(body: string, appendix: string): string {
  return [prefix, body, appendix, end].filter((part) => part !== "").join("\n\n");
}
