import { isKeyRelease, matchesKey } from "@earendil-works/pi-tui";
import type { Chat } from "../chat.ts";
import { pickerKey } from "./picker-key.ts";
import { pickerLines } from "./picker-lines.ts";
import { PickerRun } from "./picker-run.ts";

type Parts = { readonly chat: Chat; readonly redraw: () => void; readonly pause: () => void };

/** The list of sessions in the chat: it takes the place of the editor, and all keys, until one is picked. */
export class PickerDesk {
  readonly #parts: Parts;
  #picking: PickerRun | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async pick(): Promise<string | null> {
    const { chat, redraw } = this.#parts;
    const { sessionId: except, cwd: here } = chat.session.info;
    const picking = new PickerRun({ store: chat.world.store, here, except, changed: redraw });
    this.#picking = picking;
    redraw();
    try {
      return await picking.picked;
    } finally {
      this.#picking = null;
      redraw();
    }
  }

  /** Null: it is not open. */
  lines(frame: Parameters<typeof pickerLines>[1]): string[] | null {
    return this.#picking === null ? null : pickerLines(this.#picking.picker, frame);
  }

  takes(data: string): boolean {
    if (this.#picking === null) return false;
    if (isKeyRelease(data)) return true;
    const key = matchesKey(data, "ctrl+z") ? "suspend" : pickerKey(data);
    if (key === "suspend") this.#parts.pause();
    else if (key !== null) this.#picking.press(key);
    return true;
  }
}
