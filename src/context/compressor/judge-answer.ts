import { splitThinking } from "../../text/think-tags.ts";
import { clean } from "./clean.ts";
import { headings, readSections, type Heading } from "./template.ts";

export type Judged =
  | { readonly kind: "accepted"; readonly sections: ReadonlyMap<Heading, string> }
  | { readonly kind: "rejected"; readonly why: "empty" | "rejected" };

const leastHeadings = 3;
const refusal =
  /^\W{0,3}(?:i['’]?m sorry|sorry,|i (?:can['’]?t|cannot|can not|won['’]?t|am unable|am not able)|as an ai|je ne peux pas|ich kann (?:das |dabei )?nicht|抱歉|对不起|我不能|我无法)/iu;

export function isRefusal(text: string): boolean {
  return refusal.test(text);
}

/** Whether an answer is a summary. One that was cut off loses the section it was cut in. */
export function judgeAnswer(answer: string, wasCut: boolean): Judged {
  const text = clean(splitThinking(answer).text).trim();
  if (text === "") return { kind: "rejected", why: "empty" };
  const sections = readSections(text);
  const found = headings.filter((heading) => sections.has(heading));
  if (found.length < leastHeadings || (isRefusal(text) && found.length < headings.length - 1))
    return { kind: "rejected", why: "rejected" };
  if (!wasCut) return { kind: "accepted", sections };
  const last = [...sections.keys()].at(-1);
  const whole = new Map([...sections].filter(([heading]) => heading !== last));
  return whole.size < leastHeadings ? { kind: "rejected", why: "rejected" } : { kind: "accepted", sections: whole };
}
