/** How suspicious a text may be, by where it comes from; each scope looks for all of the one before. */
type ScanScope = "base" | "context" | "identity" | "strict";

/** `reasons` are short ids, the most telling first. They may be there without a block: single weak signs. */
type ScanVerdict = { readonly blocked: boolean; readonly reasons: readonly string[] };

export type InjectionScan = (text: string, scope: ScanScope) => ScanVerdict;
