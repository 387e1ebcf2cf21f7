import { createHash } from "node:crypto";
import { z } from "zod";
import { scannerVersion } from "../safety/injection/scanner.ts";
import type { ContextFiles } from "./context-files/load-context-files.ts";
import type { PromptInputs, PromptLayer } from "./layer.ts";
import { promptLayers } from "./layers/order.ts";

/** The brand keeps call-time text out: only the functions of this file make one. */
const FrozenTextSchema = z.string().brand("FrozenPrompt");
type FrozenText = z.infer<typeof FrozenTextSchema>;

const LayerMetaSchema = z.object({ id: z.string(), bytes: z.int(), sha256: z.string() });
const PromptMetaSchema = z.object({
  version: z.literal(1),
  layers: z.array(LayerMetaSchema).readonly(),
  runtime: z.object({ model: z.string(), provider: z.string(), cwd: z.string(), surface: z.string().optional() }),
  startedAt: z.string(),
  timezone: z.string(),
  scannerVersion: z.int().optional(),
  /** What the `context` layer was made of. */
  context: z
    .object({
      chosen: z.string().nullable(),
      files: z.array(z.object({ path: z.string(), sha256: z.string() })).readonly(),
    })
    .optional(),
});
type PromptMeta = z.infer<typeof PromptMetaSchema>;

export type FrozenPrompt = { readonly text: FrozenText; readonly meta: PromptMeta | null };

type Rendered = { readonly id: string; readonly text: string };

const separator = "\n\n";

/** Called once per conversation; the result is stored and sent byte for byte until one of its inputs must change. */
export function freezePrompt(inputs: PromptInputs, layers: readonly PromptLayer[] = promptLayers): FrozenPrompt {
  return frozen(
    layers.map((layer) => rendered(layer, inputs)),
    inputs,
  );
}

function fingerprintOf({ chosen, files }: ContextFiles): PromptMeta["context"] {
  return { chosen, files };
}

/** A stored prompt is sent as it stands. Metadata that cannot be read is dropped; the text wins. */
export function thawPrompt(stored: { readonly text: string; readonly meta: unknown }): FrozenPrompt {
  const meta = PromptMetaSchema.safeParse(stored.meta);
  return { text: FrozenTextSchema.parse(stored.text), meta: meta.success ? meta.data : null };
}

/**
 * The same prompt with some layers rendered anew; all others keep their bytes. A prompt whose layers cannot be told
 * apart stays as it is.
 */
export function splicePrompt(
  prompt: FrozenPrompt,
  inputs: PromptInputs,
  anew: ReadonlySet<string>,
  layers: readonly PromptLayer[] = promptLayers,
): FrozenPrompt {
  const kept = layerTexts(prompt);
  if (kept === null) return prompt;
  const all = layers.map((layer) =>
    anew.has(layer.id) ? rendered(layer, inputs) : { id: layer.id, text: kept.get(layer.id) ?? "" },
  );
  const { text, meta } = frozen(all, inputs);
  if (meta === null || anew.has("context")) return { text, meta };
  const { context: _unseen, ...rest } = meta; // of files that are not in the prompt
  return { text, meta: prompt.meta?.context === undefined ? rest : { ...rest, context: prompt.meta.context } };
}

/** Which layers of two prompts differ; null when one of them cannot be told apart. */
export function changedLayers(before: FrozenPrompt, after: FrozenPrompt): readonly string[] {
  const [old, now] = [shasOf(before), shasOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((id) => old.get(id) !== now.get(id));
}

function rendered(layer: PromptLayer, inputs: PromptInputs): Rendered {
  return { id: layer.id, text: tidy(layer.render(inputs) ?? "") };
}

function frozen(all: readonly Rendered[], inputs: PromptInputs): FrozenPrompt {
  const spoken = all.filter(({ text }) => text !== "");
  return {
    text: FrozenTextSchema.parse(compact(spoken.map(({ text }) => text).join(separator))),
    meta: {
      version: 1,
      layers: spoken.map(({ id, text }) => ({ id, bytes: Buffer.byteLength(text), sha256: sha256(text) })),
      runtime: { model: inputs.model, provider: inputs.provider, cwd: inputs.cwd, surface: inputs.surface },
      startedAt: new Date(inputs.startedAtMs).toISOString(),
      timezone: inputs.timezone,
      scannerVersion,
      ...(inputs.context === undefined ? {} : { context: fingerprintOf(inputs.context) }),
    },
  };
}

/** The layers by their ids, in order, cut out of the text by their metadata; null when the two do not fit together. */
export function layerTexts({ text, meta }: FrozenPrompt): ReadonlyMap<string, string> | null {
  if (meta === null) return null;
  const bytes = Buffer.from(text);
  const slices = new Map<string, string>();
  let at = 0;
  for (const layer of meta.layers) {
    const slice = bytes.subarray(at, at + layer.bytes).toString();
    if (sha256(slice) !== layer.sha256) return null;
    slices.set(layer.id, slice);
    at += layer.bytes + separator.length;
  }
  return at === bytes.length + separator.length ? slices : null;
}

function shasOf({ meta }: FrozenPrompt): ReadonlyMap<string, string> {
  return new Map(meta?.layers.map(({ id, sha256: sha }) => [id, sha]) ?? []);
}

/**
 * The same text in its smallest form. A piece of a file with one wide character in it is kept in two bytes a character,
 * and with it every request it becomes part of: 30 MB at 150,000 tokens.
 */
function compact(text: string): string {
  return Buffer.from(text).toString();
}

function tidy(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").trim().toWellFormed();
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
