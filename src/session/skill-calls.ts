import { invokeSkills } from "../skills/invoke-skills.ts";
import type { SkillLibrary } from "../skills/skill-library.ts";
import type { Skill } from "../skills/skill.ts";
import type { Invocation } from "../text/skill-invocation.ts";

type Caller = {
  readonly builtIn: ReadonlySet<string>;
  readonly sessionId: string;
  readonly signal: AbortSignal;
};

/** Skills that questions bring along: those they name, and with the first one those the session was started with. */
export class SkillCalls {
  readonly #library: SkillLibrary;
  #preload: readonly Skill[];

  constructor(library: SkillLibrary, preload: readonly Skill[] = []) {
    this.#library = library;
    this.#preload = preload;
  }

  invoke(text: string, caller: Caller): Promise<Invocation> {
    const preload = this.#preload;
    this.#preload = []; // once said, they are part of the conversation
    return invokeSkills(text, this.#library, { ...caller, preload });
  }
}
