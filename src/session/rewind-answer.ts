import { rewindPhrases as say } from "../text/phrases/rewind.ts";

/** What came of taking turns back. Only with "undone" was anything changed. */
export type RewindAnswer =
  | {
      readonly kind: "undone";
      readonly turns: number;
      readonly messages: number;
      /** The words of the oldest question that was taken back. */
      readonly text: string;
      /** Pictures that went along with it. */
      readonly images: number;
    }
  | { readonly kind: "fewer"; readonly possible: number; readonly isCompressed: boolean }
  | { readonly kind: "busy"; readonly holder: string | null };

/** The same words on every surface. */
export function rewindLine(answer: RewindAnswer): string {
  switch (answer.kind) {
    case "undone":
      return say.undone(answer.turns, answer.messages, answer.images);
    case "fewer":
      return answer.isCompressed ? say.compressedBefore(answer.possible) : say.fewer(answer.possible);
    case "busy":
      return say.busy(answer.holder);
  }
}
