import { callsOf, textOf, type Message } from "../../domain/message.ts";
import { invokedNames } from "../../text/skill-invocation.ts";

const mark = /^Skill "[^"\n]{1,200}" was loaded/;
const lineFor = (name: string): string =>
  `Skill "${name}" was loaded and its text is gone: load it again with skill_view before using it.`;

/** One line for each skill whose text leaves the conversation; lines of an earlier summary stay. */
export function droppedSkills(middle: readonly Message[], earlier: readonly string[]): readonly string[] {
  const named = middle.flatMap((message) => {
    if (message.role === "user") return invokedNames(textOf(message.content));
    return callsOf(message).flatMap((call) =>
      call.function.name === "skill_view" ? viewed(call.function.arguments) : [],
    );
  });
  const kept = earlier.filter((line) => mark.test(line));
  return [...new Set([...named.map(lineFor), ...kept])];
}

export function isSkillMark(line: string): boolean {
  return mark.test(line);
}

function viewed(args: string): readonly string[] {
  const name = /"name"\s*:\s*"([^"\\]{1,100})"/.exec(args)?.[1];
  return name === undefined ? [] : [name];
}
