import { definePlugin } from "hermes/plugin-sdk";

/** A tool: a JSON Schema, a function, and a setting of its own (`plugins.entries.word-count.longest`). */
export default definePlugin({
  register(ctx) {
    ctx.registerTool({
      name: "word_count",
      description: "Count the words and lines of a text.",
      concurrency: "free",
      readOnly: true,
      parameters: {
        type: "object",
        properties: { text: { type: "string", description: "What to count" } },
        required: ["text"],
      },
      handler: ({ text }) => count(String(text), Number(ctx.config["longest"])),
    });
  },
});

function count(text: string, longest: number): Record<string, unknown> {
  if (text.length > longest) return { error: `The text has more than ${longest} characters` };
  return { words: text.split(/\s+/).filter((word) => word !== "").length, lines: text.split("\n").length };
}
