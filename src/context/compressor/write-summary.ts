import type { CompressionRequest } from "../../domain/context-engine.ts";
import type { SummaryMark } from "../../domain/message.ts";
import { activeTask } from "./active-task.ts";
import { droppedSkills, isSkillMark } from "./dropped-skills.ts";
import { anchorsIn } from "./anchors.ts";
import { fitAppendix, recoveryLine, renderAppendix } from "./appendix.ts";
import { clean } from "./clean.ts";
import { isAsked } from "./kinds.ts";
import type { Plan } from "./plan.ts";
import type { Written } from "./summary-message.ts";
import { allSections, bodyOf, type Heading, type Sections } from "./template.ts";
import { userMessages } from "./user-messages.ts";
import type { Scales } from "./weigh.ts";
import { wrapped, wrappingVersion } from "./wrapping.ts";

export type WrittenSummary = Written & {
  readonly sections: Sections;
  readonly tokens: number;
  readonly appendixTokens: number;
};

type Limits = { readonly trigger: number; readonly scales: Scales };

const appendixShare = 0.1; // of the trigger
const appendixOfMiddle = 0.3; // a short stretch is not replaced by its own words

/** The whole text of a summary: what the model found out, and what the program knows better. */
export function writeSummary(
  found: ReadonlyMap<Heading, string>,
  plan: Plan,
  request: Pick<CompressionRequest, "sessionId" | "idOf">,
  { trigger, scales }: Limits,
): WrittenSummary {
  const sections = allSections(found, activeTask(plan.messages, isKept(plan)));
  const body = clean(bodyOf(sections));
  const range = sourceRange(plan, request);
  const marks = plan.previous?.marks ?? [];
  const earlier = marks.flatMap((mark) => mark.anchors ?? []);
  const parts = {
    userMessages: userMessages(
      plan.middle,
      marks.toReversed().flatMap((mark) => mark.user_messages ?? []),
    ),
    anchors: [
      ...droppedSkills(plan.middle, earlier),
      ...anchorsIn(plan.middle, earlier).filter((line) => !isSkillMark(line)),
    ],
    recovery: recoveryLine(range, request.sessionId),
  };
  const maxTokens = Math.floor(Math.min(trigger * appendixShare, scales.list(plan.middle) * appendixOfMiddle));
  const fitted = fitAppendix(parts, { maxTokens, tokensOf: scales.text });
  const appendix = renderAppendix(fitted);
  const text = wrapped(body, appendix);
  const mark: SummaryMark = {
    version: wrappingVersion,
    body,
    has_user_turn: plan.middle.some(isAsked) || marks.some((one) => one.has_user_turn),
    source_range: range,
    ...(fitted.userMessages.length === 0 ? {} : { user_messages: fitted.userMessages }),
    ...(fitted.anchors.length === 0 ? {} : { anchors: fitted.anchors }),
  };
  return { text, mark, sections, tokens: scales.text(body), appendixTokens: scales.text(appendix) };
}

function isKept({ placement: { region } }: Plan): (index: number) => boolean {
  return (index) => index < region.headEnd || index >= region.tailStart || index === region.hoisted;
}

function sourceRange({ middle }: Plan, { idOf }: Pick<CompressionRequest, "idOf">): SummaryMark["source_range"] {
  const [first, last] = [middle[0], middle.at(-1)];
  return {
    messages: middle.length,
    first_id: first === undefined ? null : (idOf?.(first) ?? null),
    last_id: last === undefined ? null : (idOf?.(last) ?? null),
  };
}
