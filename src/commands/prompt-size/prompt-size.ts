import type { PrefixSize, Size } from "../../session/prefix-size.ts";
import { cliPhrases } from "../../text/phrases/cli.ts";
import { promptSizePhrases as say } from "../../text/phrases/prompt-size.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { isGiven, textFlag } from "../flag-value.ts";

export type MeasuredPrompt = {
  readonly kind: "measured";
  readonly model: string;
  readonly provider: string;
  readonly platform: string;
  readonly size: PrefixSize;
  /** What the numbers leave out. */
  readonly notes: readonly string[];
};

type Unmeasured = { readonly kind: "refused"; readonly exitCode: number; readonly message: string };

/** The prompt and tools a conversation started here and now would have. */
export type MeasurePrompt = (call: CommandCall, platform: string | null) => Promise<MeasuredPrompt | Unmeasured>;

/** `hermes prompt-size`: looks, and sends nothing. */
export function promptSize(measure: MeasurePrompt): CommandRun {
  return async (call) => {
    const { flags, terminal } = call;
    const measured = await measure(call, textFlag(flags, "platform"));
    if (measured.kind === "refused") {
      terminal.err(cliPhrases.error(measured.message));
      return measured.exitCode;
    }
    terminal.out(isGiven(flags, "json") ? asJson(measured) : asText(measured));
    return 0;
  };
}

function asJson({ model, provider, platform, size, notes }: MeasuredPrompt): string {
  const { total, prompt, layers, tools, toolSchemas } = size;
  const all = {
    model,
    provider,
    platform,
    tokens_are: "estimated",
    total,
    prompt: { ...prompt, layers },
    tools: { ...tools, schemas: toolSchemas },
    notes,
  };
  return `${JSON.stringify(all, null, 2)}\n`;
}

function asText({ model, provider, platform, size, notes }: MeasuredPrompt): string {
  const rows: readonly (readonly [string, Size])[] = [
    [say.prompt, size.prompt],
    ...size.layers.map((layer) => [`  ${layer.name}`, layer] as const),
    [say.tools, size.tools],
    ...size.toolSchemas.map((tool) => [`  ${tool.name}`, tool] as const),
    [say.total, size.total],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const line = (name: string, cells: readonly (string | number)[]): string =>
    [name.padEnd(width), ...cells.map((cell) => String(cell).padStart(8))].join(" ");
  const table = rows.map(([name, { tokens, chars, bytes }]) => line(name, [tokens, chars, bytes]));
  const title = say.title(model, provider, platform);
  return `${[title, "", line("", say.columns), ...table, ...notes.flatMap((note) => ["", note])].join("\n")}\n`;
}
