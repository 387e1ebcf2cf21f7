import type { Log } from "../../domain/log.ts";
import type { ModelDelta } from "../../domain/model-client.ts";

/** What reached the caller so far, and the only pen that writes to it. */
export type Delivery = {
  readonly write: (delta: ModelDelta) => void;
  /** From here on everything is dropped: the attempt is over, whatever still arrives. */
  readonly close: () => void;
  readonly text: () => string;
  readonly draftingTool: () => boolean;
};

export function startDelivery(onDelta: (delta: ModelDelta) => void, log: Log): Delivery {
  const pieces: string[] = [];
  let drafting = false;
  let closed = false;
  let dropped = 0;
  const drop = (): void => {
    dropped++;
    if ((dropped & (dropped - 1)) === 0) log("debug", "late_delta_dropped", { dropped }); // once, then at powers of two
  };
  return {
    write: (delta) => {
      if (closed) return drop();
      if (delta.type === "text") pieces.push(delta.text);
      if (delta.type === "call") drafting = true;
      onDelta(delta);
    },
    close: () => {
      closed = true;
    },
    text: () => pieces.join(""),
    draftingTool: () => drafting,
  };
}
