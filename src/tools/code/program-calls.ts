import { textOf } from "../../domain/message.ts";
import type { ProgramSupport } from "../../domain/tool.ts";
import { isUntrusted } from "../../safety/injection/untrusted.ts";
import type { RpcAnswer } from "./rpc-line.ts";

export type ProgramCalls = {
  readonly answer: (name: string, args: Readonly<Record<string, unknown>>) => Promise<RpcAnswer>;
  readonly made: () => number;
  /** The tool that brought words from outside into the program. */
  readonly foreign: () => string | null;
};

const notForPrograms = ["background", "pty", "notify_on_complete", "watch_patterns"] as const;

/** The calls of one program: only what it may call, and only so often. */
export function countProgramCalls(
  tools: readonly string[],
  mostCalls: number,
  { call }: Pick<ProgramSupport, "call">,
): ProgramCalls {
  let made = 0;
  let foreign: string | null = null;
  return {
    made: () => made,
    foreign: () => foreign,
    answer: async (name, args) => {
      if (!tools.includes(name)) return { problem: `${name} is not available in a program.` };
      const unwanted = name === "terminal" ? notForPrograms.find((key) => isSet(args[key])) : undefined;
      if (unwanted !== undefined) return { problem: `terminal takes no ${unwanted} in a program.` };
      if (made >= mostCalls) return { problem: `This program has made ${mostCalls} tool calls, which is the limit.` };
      made += 1;
      if (isUntrusted(name)) foreign = name;
      const { content } = await call(name, args);
      return { result: textOf(content) };
    },
  };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== "false";
}
