import type { Content } from "../../domain/message.ts";
import type { ModelRequest, SystemBlock } from "../../domain/model-client.ts";
import { wellFormed } from "../../text/well-formed.ts";

type TextPiece = { readonly kind: "text"; readonly text: string };
export type Piece = TextPiece | { readonly kind: "image"; readonly url: string; readonly detail?: string };

export const emptyText = "(empty)";
export const noOutput = "(no output)";
export const imageLeftOut = "[An image was here; this model cannot be shown it]";
export const toolImageLeftOut = "[An image was here; it was left out because the request was too large]";
export const toolImageRefused = "[An image was here; this endpoint takes only text from tools]";
export const imageThinned = "[An image was here; only the newest three of earlier turns are kept]";

/** Content without blank texts, which no endpoint takes. `note` stands in for each image. */
export function piecesOf(content: Content, note: string | null): readonly Piece[] {
  if (typeof content === "string") return textPiece(content.trim());
  return content.flatMap((part): readonly Piece[] => {
    if (part.type === "text") return textPiece(part.text);
    if (note !== null) return [{ kind: "text", text: note }];
    const { url, detail } = part.image_url;
    return [detail === undefined ? { kind: "image", url } : { kind: "image", url, detail }];
  });
}

export function joinTexts(pieces: readonly Piece[]): string {
  return pieces.flatMap((piece) => (piece.kind === "text" ? [piece.text] : [])).join("\n");
}

export function hasImage(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) => piece.kind === "image");
}

/** null: the endpoint may see images. */
export function imageNote({ runtime, latches }: ModelRequest): string | null {
  return runtime.traits.vision && !latches.imagesDisabled ? null : imageLeftOut;
}

/** The same for the results of tools, whose images may be refused where a person's are taken. */
export function toolImageNote(request: ModelRequest): string | null {
  const { toolTextOnly, toolImagesDisabled } = request.latches;
  if (toolTextOnly) return toolImageRefused;
  return imageNote(request) ?? (toolImagesDisabled ? toolImageLeftOut : null);
}

/** Blank blocks are refused by some endpoints and say nothing to the others. */
export function systemBlocks({ system }: ModelRequest): readonly SystemBlock[] {
  return system
    .filter((block) => block.text.trim() !== "")
    .map((block) => ({ text: wellFormed(block.text), cached: block.cached }));
}

export function systemText(request: ModelRequest): string {
  return systemBlocks(request)
    .map((block) => block.text)
    .join("\n\n");
}

function textPiece(text: string): readonly Piece[] {
  return text.trim() === "" ? [] : [{ kind: "text", text }];
}
