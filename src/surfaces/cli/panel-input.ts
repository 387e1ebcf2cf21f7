import { matchesKey } from "@earendil-works/pi-tui";
import type { Chat } from "./chat.ts";
import { onPanelKey, type PanelKey } from "./panel-keys.ts";

const named = ["up", "down", "enter", "space", "escape"] as const;

/** A key pressed while a question is open. */
export function pressed(data: string, chat: Chat, editor: { readonly beginWriting: () => void }): void {
  const [open] = chat.screen.panels;
  if (open === undefined) return;
  const act = onPanelKey(open.question, chat.screen.panel, keyOf(data));
  switch (act.kind) {
    case "answer":
      return chat.chooser.answer(open.question.id, act.choice);
    case "move":
      return chat.dispatch({ type: "panel.moved", by: act.by });
    case "toggle":
      return chat.dispatch({ type: "panel.toggled" });
    case "write":
      return editor.beginWriting();
    case "view":
      return chat.dispatch({ type: "panel.viewed" });
    case "nothing":
      return undefined;
  }
}

function keyOf(data: string): PanelKey {
  return named.find((name) => matchesKey(data, name)) ?? { letter: data.length === 1 ? data.toLowerCase() : "" };
}
