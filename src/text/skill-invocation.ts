/** A skill's text as it goes into a question. */
export type InvokedSkill = {
  readonly name: string;
  readonly body: string;
  /** What belongs to it: its folder, settings, files. One line or more each. */
  readonly notes: readonly string[];
};

/** What a text that may begin with `/skill` turned out to be. */
export type Invocation =
  | { readonly kind: "plain" } // no skill is named: the text is the question
  | {
      readonly kind: "invoked";
      readonly message: string;
      readonly instruction: string;
      /** For the person: skills that could not be loaded. */
      readonly problems: readonly string[];
    }
  | { readonly kind: "problem"; readonly message: string };

const head = "[Skills invoked by the user: ";
const asked = "[What the user asks]";
const nothingAsked = "[The user asks nothing further: begin with what the skills say]";

/** One question from skills and an instruction. What stays the same comes first, the person's own words last. */
export function invocationText(
  skills: readonly InvokedSkill[],
  instruction: string,
  span: "request" | "session" = "request",
): string {
  const names = skills.map(({ name }) => name).join(", ");
  const texts = skills.map(({ name, body, notes }) => quoted([`# Skill: ${name}`, body, ...notes].join("\n\n")));
  const end = instruction.trim() === "" ? nothingAsked : `${asked}\n${instruction.trim()}`;
  return [
    `${head}${names}]\nFollow them for ${span === "request" ? "this request" : "the whole session"}.`,
    ...texts,
    end,
  ].join("\n\n");
}

/** The person's own words in such a question; null when there are none. Any other text is all theirs. */
export function ownWords(text: string): string | null {
  if (!text.startsWith(head)) return text;
  const [, ...rest] = text.split(`\n${asked}\n`);
  if (rest.length > 0) return rest.join(`\n${asked}\n`);
  return text.endsWith(`\n${nothingAsked}`) ? null : text;
}

/** A skill cannot speak as the user: only the last part of the text stands behind the mark. */
function quoted(text: string): string {
  return text.replaceAll(/^(?=\[(?:What the user asks|The user asks nothing))/gm, " ");
}

/** The skills such a question brings along; none for any other text. */
export function invokedNames(text: string): readonly string[] {
  if (!text.startsWith(head)) return [];
  const end = text.indexOf("]", head.length);
  return end === -1 ? [] : text.slice(head.length, end).split(", ");
}
