import type { ProviderContext } from "../../../domain/memory-provider.ts";
import { type ConnectHoncho, type HonchoClient, isAuthFailure } from "./honcho-client.ts";
import type { HonchoSettings } from "./honcho-config.ts";
import { idOf, sessionKey, userPeerId } from "./names.ts";

const pausedNotice =
  "Honcho memory is paused: its key was refused. Tell the user once; nothing is remembered there until it is fixed.";

type Line = {
  readonly bind: (sessionId: string, context: ProviderContext) => void;
  readonly rebind: (sessionId: string) => void;
  /** Scheduled jobs and flushes have no Honcho at all. */
  readonly isOff: () => boolean;
  /** null: off, or paused. Other failures are thrown. */
  readonly use: <T>(work: (client: HonchoClient) => Promise<T>) => Promise<T | null>;
  /** For tools: trouble is an answer in words, never "nothing found". */
  readonly answer: (work: (client: HonchoClient) => Promise<Readonly<Record<string, unknown>>>) => Promise<unknown>;
  /** Once: why memory is paused. */
  readonly takeNotice: () => string;
};

/** The connection: made when first used, bound to a session, closed for good when the key is refused. */
export function createLine(settings: HonchoSettings, connect: ConnectHoncho): Line {
  let bound: { readonly sessionId: string; readonly context: ProviderContext } | null = null;
  let client: Promise<HonchoClient> | null = null;
  let isPaused = false;
  let isNoticeDue = false;
  const isOff = (): boolean => bound === null || ["cron", "flush"].includes(bound.context.agentContext);
  const open = ({ sessionId, context }: NonNullable<typeof bound>): Promise<HonchoClient> =>
    connect(settings, {
      user: userPeerId(settings, context),
      ai: idOf(settings.aiPeer),
      session: sessionKey(settings.sessionStrategy, sessionId, context.cwd),
    });
  const use = async <T>(work: (to: HonchoClient) => Promise<T>): Promise<T | null> => {
    if (bound === null || isOff() || isPaused) return null;
    try {
      client ??= open(bound);
      return await work(await client.catch(forget));
    } catch (error) {
      if (!isAuthFailure(error)) throw error;
      isPaused = true;
      isNoticeDue = true;
      return null;
    }
  };
  const forget = (error: unknown): never => {
    client = null; // the next use tries to connect again
    throw error;
  };
  return {
    isOff,
    use,
    bind: (sessionId, context) => void (bound = { sessionId, context }),
    rebind: (sessionId) => {
      if (bound !== null) bound = { ...bound, sessionId };
      client = null;
    },
    answer: async (work) => {
      try {
        return (await use(work)) ?? { error: isPaused ? pausedNotice : "Honcho memory is off in this session." };
      } catch (error) {
        return { error: `Honcho could not be asked: ${error instanceof Error ? error.message : String(error)}` };
      }
    },
    takeNotice: () => {
      const notice = isNoticeDue ? pausedNotice : "";
      isNoticeDue = false;
      return notice;
    },
  };
}
