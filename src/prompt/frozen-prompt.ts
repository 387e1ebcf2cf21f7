import { createHash } from "node:crypto";
import { z } from "zod";
import { scannerVersion } from "../safety/injection/scanner.ts";
import type { ContextFiles } from "./context-files/load-context-files.ts";
import type { PromptInputs, PromptLayer } from "./layer.ts";
import { promptLayers } from "./layers/order.ts";

/** The brand keeps call-time text out: only `freezePrompt` and `thawPrompt` make one. */
const FrozenTextSchema = z.string().brand("FrozenPrompt");
type FrozenText = z.infer<typeof FrozenTextSchema>;

const LayerMetaSchema = z.object({ id: z.string(), bytes: z.int(), sha256: z.string() });
const PromptMetaSchema = z.object({
  version: z.literal(1),
  layers: z.array(LayerMetaSchema).readonly(),
  runtime: z.object({ model: z.string(), provider: z.string(), cwd: z.string() }),
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

const separator = "\n\n";

/** Called once per conversation; the result is stored and sent byte for byte until one of its inputs must change. */
export function freezePrompt(inputs: PromptInputs, layers: readonly PromptLayer[] = promptLayers): FrozenPrompt {
  const rendered = layers.flatMap((layer) => {
    const text = tidy(layer.render(inputs) ?? "");
    return text === "" ? [] : [{ id: layer.id, text }];
  });
  return {
    text: FrozenTextSchema.parse(rendered.map(({ text }) => text).join(separator)),
    meta: {
      version: 1,
      layers: rendered.map(({ id, text }) => ({ id, bytes: Buffer.byteLength(text), sha256: sha256(text) })),
      runtime: { model: inputs.model, provider: inputs.provider, cwd: inputs.cwd },
      startedAt: new Date(inputs.startedAtMs).toISOString(),
      timezone: inputs.timezone,
      scannerVersion,
      ...(inputs.context === undefined ? {} : { context: fingerprintOf(inputs.context) }),
    },
  };
}

function fingerprintOf({ chosen, files }: ContextFiles): PromptMeta["context"] {
  return { chosen, files };
}

/** A stored prompt is sent as it stands. Metadata that cannot be read is dropped; the text wins. */
export function thawPrompt(stored: { readonly text: string; readonly meta: unknown }): FrozenPrompt {
  const meta = PromptMetaSchema.safeParse(stored.meta);
  return { text: FrozenTextSchema.parse(stored.text), meta: meta.success ? meta.data : null };
}

function tidy(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").trim().toWellFormed();
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
