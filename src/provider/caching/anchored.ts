import { type BlockAt, type CacheView, type Strategy, messageLevel } from "./marker.ts";

/** The previous tail (a sure hit), the new tail, and the newest question: whatever was appended, the next call reads. */
export const anchored: Strategy = (view, placing) => {
  const { anchor } = placing;
  const newest = nearestFrom(view, { message: view.count - 1, block: Infinity });
  const question = anchor === null ? null : nearestFrom(view, anchor);
  return [...keptTail(view, placing), question, newest].filter((at) => at !== null);
};

/** The previous tail alone: what comes behind it is read once and never again. */
export const keptTail: Strategy = (view, { tail, route }) => {
  const previous = tail?.route === route ? { message: tail.message_index, block: tail.block_index } : null;
  return previous !== null && isUnchanged(view, previous, tail?.message_key) ? [previous] : [];
};

/** An unmarkable block gives its marker to the nearest earlier one, in an earlier message if need be. */
function nearestFrom(view: CacheView, from: BlockAt): BlockAt | null {
  for (let message = from.message; message >= view.first; message--) {
    const block = view.nearest(message, message === from.message ? from.block : Infinity);
    if (block !== null) return { message, block };
  }
  return null;
}

function isUnchanged(view: CacheView, at: BlockAt, key: string | undefined): boolean {
  if (at.message < view.first || at.message >= view.count || at.block === messageLevel) return false;
  return view.nearest(at.message, at.block) === at.block && view.fingerprint(at) === key;
}
