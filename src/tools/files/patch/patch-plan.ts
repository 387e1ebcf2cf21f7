import type { TextChange } from "../perform-changes.ts";

/** Changes that may be carried out, or why not. */
export type PatchPlan =
  | {
      readonly kind: "plan";
      readonly changes: readonly TextChange[];
      readonly strategy: string;
      readonly replacements: number;
      readonly note: string | null;
    }
  /** `file`: where the model failed to quote what is there. */
  | { readonly kind: "problem"; readonly message: string; readonly file?: string };
