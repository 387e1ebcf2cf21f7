import type { CompressionRequest } from "../../domain/context-engine.ts";
import { callsOf, ownContent, textOf } from "../../domain/message.ts";
import type { Summariser, SummaryPath } from "../../domain/summariser.ts";
import { recentTopics } from "./active-task.ts";
import type { Steps } from "./ask-summary.ts";
import { cleanLine } from "./clean.ts";
import { askBehindTurns, askWithTurns, type Brief } from "./instruction.ts";
import { isAsked } from "./kinds.ts";
import { languageOf } from "./language.ts";
import type { CompressorSettings } from "./numbers.ts";
import type { Plan } from "./plan.ts";
import { sourceChunks } from "./source-text.ts";
import { allSections, bodyOf } from "./template.ts";
import type { Scales } from "./weigh.ts";

const order: readonly SummaryPath[] = ["same-prefix", "auxiliary", "main"];
const assumedWindow = 128_000;

type Choice = {
  readonly plan: Plan;
  readonly request: CompressionRequest;
  readonly summariser: Summariser;
  readonly settings: CompressorSettings;
  /** The request was refused as too long: it cannot be sent again with a message more. */
  readonly isStuck: boolean;
};

/** The paths to try, cheapest first; each model at most once. */
export function pathsFor({ plan, request, summariser, settings, isStuck }: Choice): readonly SummaryPath[] {
  const { currentTokens: context } = request;
  const size = { context, middle: plan.contentTokens, summary: plan.budget };
  const first = settings.summary_path === "auto" ? summariser.choose(size) : chosen[settings.summary_path];
  return order.slice(order.indexOf(first)).filter((path) => {
    const window = summariser.windowOf(path);
    if (window === null) return false;
    return path !== "same-prefix" || (!isStuck && context + instructionTokens + 2 * plan.budget <= window);
  });
}

const instructionTokens = 1_000;
const chosen = { same_prefix: "same-prefix", auxiliary: "auxiliary" } as const;

/** What is asked on each path, and in how many pieces. */
export function stepsFor({ plan, request, summariser }: Choice, scales: Scales, language: string | undefined): Steps {
  const brief = briefFor(plan, request, language);
  return (path) => {
    if (path === "same-prefix") {
      return { texts: [() => askBehindTurns(brief, firstKept(plan, request))], bodyOf: bodyFrom };
    }
    const chunks = sourceChunks(plan.sources, {
      tokensOf: scales.text,
      weigh: scales.message,
      window: summariser.windowOf(path) ?? assumedWindow,
      fixedTokens: scales.text(askWithTurns(brief, "")) + plan.budget,
    });
    const texts = chunks.map(
      (chunk) => (soFar: string | null) => askWithTurns({ ...brief, previous: soFar ?? brief.previous }, chunk),
    );
    return { texts, bodyOf: bodyFrom };
  };
}

const bodyFrom: ReturnType<Steps>["bodyOf"] = (sections) => bodyOf(allSections(sections, "None."));

function briefFor(plan: Plan, request: CompressionRequest, language: string | undefined): Brief {
  const said = plan.messages.filter(isAsked).map((message) => textOf(message.content));
  return {
    budget: plan.budget,
    language: language ?? languageOf(said),
    focus: request.focusTopic,
    recent: recentTopics(plan.messages),
    memory: request.memoryContext,
    previous: plan.previous?.body ?? null,
  };
}

/** How a model that sees the whole conversation finds the message from which on everything stays. */
function firstKept({ messages, placement: { region } }: Plan, { idOf }: CompressionRequest): string {
  const first = messages[region.tailStart];
  if (first === undefined) return "the end.";
  const id = idOf?.(first) ?? null;
  const [call] = callsOf(first);
  const words = cleanLine(textOf(ownContent(first)), 120);
  const begins =
    words === "" && call !== undefined ? `calls ${call.function.name} (${call.id})` : `begins with "${words}"`;
  const also = region.hoisted === null ? "" : " The newest user request before it is kept too.";
  return `the ${first.role} message${id === null ? "" : ` #${id}`} that ${begins}.${also}`;
}
