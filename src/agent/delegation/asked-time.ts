import type { ApprovalChannel } from "../../domain/approval.ts";
import type { Clock } from "../../domain/clock.ts";
import { startStopwatch, type Stopwatch } from "../tools/stopwatch.ts";

/** How long people take to answer in a child's name. That time is not the child's. */
export type AskedTime = Pick<Stopwatch, "reaches"> & {
  readonly isAsking: () => boolean;
  /** When the last question was over. */
  readonly askedUntilMs: () => number;
  /** The same way to people, with an eye on how long they take. */
  readonly over: (people: ApprovalChannel) => ApprovalChannel;
};

export function askedTime(clock: Clock): AskedTime {
  const { reaches, whileAsking } = startStopwatch(clock);
  let questions = 0;
  let askedUntilMs = -Infinity;
  const asked = async <T>(question: () => Promise<T>): Promise<T> => {
    questions += 1;
    try {
      return await whileAsking(question);
    } finally {
      questions -= 1;
      askedUntilMs = clock.now();
    }
  };
  return {
    reaches,
    isAsking: () => questions > 0,
    askedUntilMs: () => askedUntilMs,
    over: (people) => ({ ...people, whenFree: (work, signal) => asked(() => people.whenFree(work, signal)) }),
  };
}
