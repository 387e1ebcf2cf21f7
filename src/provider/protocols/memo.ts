/** Lowers a source once per variant. The variant names everything but the source that the result depends on. */
export type Memo<Source extends object, Lowered> = (source: Source, variant: string, lower: () => Lowered) => Lowered;

/** The same string object as long as the text is the same: comparing it, once per message, then costs nothing. */
export function createVariant(): (text: string) => string {
  let last = "";
  return (text) => {
    if (text !== last) last = text;
    return last;
  };
}

/** Only the newest variant is kept: a history is sent to one runtime at a time, and memory counts more. */
export function createMemo<Source extends object, Lowered>(): Memo<Source, Lowered> {
  const kept = new WeakMap<Source, { readonly variant: string; readonly lowered: Lowered }>();
  return (source, variant, lower) => {
    const last = kept.get(source);
    if (last?.variant === variant) return last.lowered;
    const lowered = lower();
    kept.set(source, { variant, lowered });
    return lowered;
  };
}
