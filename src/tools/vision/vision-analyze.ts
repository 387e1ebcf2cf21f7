import { z } from "zod";
import type { ImageCropper, ImageRegion, ImageShrinker } from "../../domain/image-shrinker.ts";
import { fail, ok, type ToolOutcome } from "../../domain/outcome.ts";
import { defineTool, type Tool, type ToolContext } from "../../domain/tool.ts";
import type { Describe } from "./describe.ts";
import { loadImage, type LoadedImage, type LoadImageDeps } from "./load-image.ts";

export type VisionDeps = LoadImageDeps & {
  readonly shrink: ImageShrinker;
  readonly crop: ImageCropper;
  /** Whether the main model can be shown what a tool returns; asked at each call, since endpoints refuse it later. */
  readonly isShown: () => boolean;
  readonly describe: Describe;
};

const limits = { maxChars: 20_000_000, maxSide: 7_900 };
const longestName = 200;

const Input = z.object({
  image_url: z.string().min(1).describe("URL, path or data URL"),
  question: z.string().min(1),
  region: z.array(z.number().min(0)).length(4).optional().describe("[x, y, width, height]: pixels, or shares up to 1"),
});

export function createVisionTool(deps: VisionDeps): Tool {
  return defineTool({
    name: "vision_analyze",
    toolset: "vision",
    description: "Look at an image.",
    concurrency: "free",
    readOnly: true,
    input: Input,
    preview: ({ image_url: source }) => nameOf(source),
    run: (input, context) => analyze(input, context, deps),
  });
}

async function analyze(input: z.output<typeof Input>, context: ToolContext, deps: VisionDeps): Promise<ToolOutcome> {
  const { image_url: source, question } = input;
  const loaded = await loadImage(source, context, deps);
  const cut = await cropped(loaded, regionOf(input.region), context.signal, deps);
  const image = await fitted(cut, context.signal, deps);
  if (image.kind === "problem") return fail(`Cannot look at ${nameOf(source)}: ${image.why}.`);
  if (!deps.isShown()) return deps.describe(image.url, question, context);
  return ok([
    { type: "text", text: `${nameOf(source)}: ${question}` },
    { type: "image_url", image_url: { url: image.url } },
  ]);
}

function regionOf([left = 0, top = 0, width = 0, height = 0]: readonly number[] = []): ImageRegion | null {
  return width === 0 || height === 0 ? null : { left, top, width, height };
}

async function cropped(
  image: LoadedImage,
  region: ImageRegion | null,
  signal: AbortSignal,
  { crop }: VisionDeps,
): Promise<LoadedImage> {
  if (image.kind === "problem" || region === null) return image;
  const result = await crop(image.url, region, signal);
  return result.kind === "cropped" ? { kind: "image", url: result.url } : { kind: "problem", why: result.reason };
}

async function fitted(image: LoadedImage, signal: AbortSignal, { shrink }: VisionDeps): Promise<LoadedImage> {
  if (image.kind === "problem") return image;
  const result = await shrink(image.url, limits, signal);
  switch (result.kind) {
    case "fits":
      return image;
    case "shrunk":
      return { kind: "image", url: result.url };
    case "unable":
      return { kind: "problem", why: result.reason.replace(/\.$/u, "") };
  }
}

/** For people and for the model: nobody reads base64. */
function nameOf(source: string): string {
  if (/^data:/iu.test(source)) return "the image";
  return source.length > longestName ? `${source.slice(0, longestName)}…`.toWellFormed() : source;
}
