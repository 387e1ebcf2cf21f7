import { transcript } from "../../../commands/slash/transcript.ts";
import { titleIn, titleProblem } from "../../../commands/slash/title.ts";
import { PersistenceError } from "../../../domain/turn-journal.ts";
import type { SlashContext } from "../../../commands/slash/slash-command.ts";
import { pickerPhrases as say } from "../../../text/phrases/picker.ts";
import { type Picker, newPicker, type PickerRow } from "./picker-state.ts";
import { type PickerKey, type PickerWish, pressPicker } from "./press-picker.ts";

type Store = Pick<SlashContext["store"], "sessions" | "search">;

type Parts = {
  readonly store: Store;
  readonly here: string;
  /** The session somebody is in: not one to go to. */
  readonly except: string | null;
  readonly changed: () => void;
};

const mostRows = 1_000;
const mostFound = 100;
const previewExchanges = 20;

/** A list of sessions at work: keys go in, the store does what is wished for, and at the end one is picked or none. */
export class PickerRun {
  readonly #parts: Parts;
  readonly #picked = Promise.withResolvers<string | null>();
  #picker: Picker;

  constructor(parts: Parts) {
    this.#parts = parts;
    const rows = parts.store.sessions.overview(mostRows).map(rowOf);
    this.#picker = newPicker(
      rows.filter(({ id }) => id !== parts.except),
      parts.here,
    );
  }

  get picker(): Picker {
    return this.#picker;
  }

  get picked(): Promise<string | null> {
    return this.#picked.promise;
  }

  press(key: PickerKey): void {
    const { picker, wish } = pressPicker(this.#picker, key);
    this.#show(picker);
    if (wish !== null) void this.#grant(wish).catch((error: unknown) => this.#failed(error));
  }

  async #grant(wish: PickerWish): Promise<void> {
    switch (wish.kind) {
      case "leave":
        return this.#picked.resolve(null);
      case "resume":
        return this.#picked.resolve(wish.id);
      case "search":
        return this.#search(wish.query);
      case "preview":
        return this.#preview(wish.id);
      case "delete":
        return this.#delete(wish.id);
      case "rename":
        return this.#rename(wish.id, titleIn(wish.title));
    }
  }

  #search(query: string): void {
    const { sessions } = this.#parts.store;
    const { hits } = this.#parts.store.search(query, { limit: mostFound });
    const found = hits.map(({ session_id: id }) => {
      const tip = sessions.resolve(id, { exact: false });
      return tip.kind === "found" ? tip.session.id : id;
    });
    const { filter } = this.#picker;
    if (filter !== null) this.#show({ ...this.#picker, filter: { ...filter, found: [...new Set(found)] } });
  }

  #preview(id: string): void {
    const text = transcript(this.#parts.store.sessions.history(id), previewExchanges).join("\n").trim();
    const top = text.split("\n").length; // the end of a conversation tells most
    this.#show({ ...this.#picker, mode: { kind: "previewing", text: text === "" ? say.nothingSaid : text, top } });
  }

  /** A conversation goes whole: without its newest part an older one would come up in its place. */
  async #delete(id: string): Promise<void> {
    const { sessions } = this.#parts.store;
    const conversation = sessions.get(id)?.conversation_id;
    if (conversation === undefined) return this.#gone(id, say.missing);
    const removal = await sessions.remove(sessions.segments(conversation));
    if (removal.kind === "in-use") return this.#note(say.inUse(removal.holder));
    this.#gone(id, say.deleted);
  }

  async #rename(id: string, title: string): Promise<void> {
    const { sessions } = this.#parts.store;
    const problem = titleProblem(title, { sessions });
    if (problem !== null) return this.#note(problem);
    switch (await sessions.rename(id, title)) {
      case "missing":
        return this.#gone(id, say.missing);
      case "taken":
        return this.#note(say.taken(title));
      case "renamed": {
        const rows = this.#picker.rows.map((row) => (row.id === id ? { ...row, title } : row));
        return this.#show({ ...this.#picker, rows });
      }
    }
  }

  #gone(id: string, note: string): void {
    const { rows, cursor } = this.#picker;
    const left = rows.filter((row) => row.id !== id);
    this.#show({ ...this.#picker, rows: left, cursor: Math.max(0, Math.min(cursor, left.length - 1)), note });
  }

  #note(note: string): void {
    this.#show({ ...this.#picker, note });
  }

  /** A store that refuses is told in the list; anything else is a bug of ours and not hidden. */
  #failed(error: unknown): void {
    if (error instanceof PersistenceError) this.#note(error.message);
    else this.#picked.reject(error);
  }

  #show(picker: Picker): void {
    this.#picker = picker;
    this.#parts.changed();
  }
}

function rowOf({ session, preview, state }: ReturnType<Store["sessions"]["overview"]>[number]): PickerRow {
  const { id, title, cwd, last_activity_at: atSeconds, message_count: messages } = session;
  return { id, title, preview, cwd, atSeconds, messages, state };
}
