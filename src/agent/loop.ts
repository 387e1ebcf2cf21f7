import type { TurnResult } from "../domain/turn.ts";
import { askModel } from "./ask-model.ts";
import { closeAtLimit, limitReached } from "./close-at-limit.ts";
import { compressIfNeeded } from "./compress-if-needed.ts";
import { contextTooSmall } from "./context-too-small.ts";
import { endingOf, type Ending } from "./ending.ts";
import { finishTurn } from "./finish-turn.ts";
import { judgeReply } from "./judge-reply.ts";
import { remember, rememberOrKeep } from "./remember.ts";
import { runTools } from "./run-tools.ts";
import { tellInterim } from "./turn-hooks.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** One user turn, from question to end. Whatever ends the steps, finishTurn runs and stores the reason. */
export async function runTurn(turn: TurnState, deps: TurnDeps): Promise<TurnResult> {
  return finishTurn(turn, deps, await work(turn, deps).catch((error: unknown) => endingOf(error, turn)));
}

async function work(turn: TurnState, deps: TurnDeps): Promise<Ending> {
  return contextTooSmall(turn, deps) ?? steps(turn, deps);
}

async function steps(turn: TurnState, deps: TurnDeps): Promise<Ending> {
  await compressIfNeeded("preflight", turn, deps);
  for (;;) {
    const limit = limitReached(turn, deps);
    if (limit !== null) return closeAtLimit(limit, turn, deps); // one closing request, without tools

    const answer = await askModel(turn, deps); // the attempt loop: retries and waits stay inside
    if (answer.kind === "ended") return answer.ending;
    if (answer.kind === "restart") continue; // compressed, or another runtime; the unit came back

    const verdict = judgeReply(answer.reply, turn, deps);
    switch (verdict.kind) {
      case "answer":
        await rememberOrKeep(verdict.message, turn, deps);
        deps.emit({ type: "reply.stored", reply: verdict.message });
        deps.emit({ type: "step.finished", step: turn.steps, reply: verdict.message, usage: answer.reply.usage });
        return verdict.ending;
      case "ended":
        return verdict.ending;
      case "again": // cut short, empty or unfinished: ask once more, in words that are never stored
        turn.scaffold = verdict.scaffold;
        await tellInterim(verdict.interim, turn, deps);
        break;
      case "rejected":
        for (const message of [verdict.message, ...verdict.results]) await remember(message, turn, deps);
        break;
      case "tools": {
        await remember(verdict.message, turn, deps); // before any tool runs: a crash may not forget what was started
        deps.emit({ type: "reply.stored", reply: verdict.message });
        await tellInterim(verdict.message.content, turn, deps);
        const halt = await runTools(verdict.calls, turn, deps); // remembers each result itself
        deps.emit({ type: "step.finished", step: turn.steps, reply: verdict.message, usage: answer.reply.usage });
        if (halt !== null) return halt;
        await compressIfNeeded("post_tool", turn, deps);
      }
    }
  }
}
