import type { Feed } from "./callbacks.ts";

/** Text as a person sees it: no leading line breaks, and a blank line before the first words after tools. */
export function streamFeed(report: (text: string | null) => void): Feed {
  let isFresh = true;
  let isAfterTools = false;
  const show = (delta: string): void => {
    const visible = isFresh ? delta.replace(/^\n+/, "") : delta;
    if (visible === "") return;
    report(isFresh && isAfterTools ? `\n\n${visible}` : visible);
    isFresh = false;
  };
  return (event) => {
    if (event.type === "text.delta") show(event.text);
    if (event.type !== "segment.ended") return;
    isFresh = true;
    isAfterTools = true;
    report(null);
  };
}
