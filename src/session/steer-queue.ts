/** What a person says while a turn runs, until the turn has a place for it. */
export class SteerQueue {
  #texts: string[] = [];

  add(text: string): boolean {
    if (text.trim() === "") return false;
    this.#texts.push(text);
    return true;
  }

  take(): string | null {
    const taken = this.#texts;
    this.#texts = [];
    return taken.length === 0 ? null : taken.join("\n");
  }
}
