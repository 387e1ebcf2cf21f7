import type { HonchoSettings } from "./honcho-config.ts";

/** What we need of Honcho, between one person and one assistant in one session. Errors are thrown as they come. */
export type HonchoClient = {
  readonly context: () => Promise<BaseContext>;
  readonly ask: (question: string, level: ReasoningLevel) => Promise<string>;
  readonly search: (query: string) => Promise<readonly string[]>;
  readonly card: () => Promise<readonly string[]>;
  readonly setCard: (facts: readonly string[]) => Promise<readonly string[]>;
  readonly addMessages: (messages: readonly SpokenMessage[]) => Promise<void>;
  readonly conclude: (conclusion: string) => Promise<string>;
  readonly conclusions: () => Promise<readonly { readonly id: string; readonly content: string }[]>;
  readonly deleteConclusion: (id: string) => Promise<void>;
};

export type ReasoningLevel = "minimal" | "low" | "medium" | "high";

export type SpokenMessage = { readonly by: "user" | "assistant"; readonly content: string };

export type BaseContext = {
  readonly summary: string | null;
  readonly user: string | null;
  readonly userCard: readonly string[];
  readonly ai: string | null;
  readonly aiCard: readonly string[];
};

type HonchoPeers = { readonly user: string; readonly ai: string; readonly session: string };

export type ConnectHoncho = (settings: HonchoSettings, peers: HonchoPeers) => Promise<HonchoClient>;

const noKey = "none"; // a server of one's own needs no key; an empty one would make the SDK look into the environment
const retries = 1;

/** Through the official SDK, loaded when first needed: it brings fetch along. */
export const connectHoncho: ConnectHoncho = async (settings, peers) => {
  const { Honcho } = await import("@honcho-ai/sdk");
  const honcho = new Honcho({
    apiKey: settings.apiKey?.reveal() ?? noKey,
    workspaceId: settings.workspace,
    timeout: settings.timeoutMs,
    maxRetries: retries,
    baseURL: settings.baseUrl ?? "https://api.honcho.dev",
  });
  const [user, ai] = await Promise.all([honcho.peer(peers.user), honcho.peer(peers.ai)]);
  const session = await honcho.session(peers.session, { peers: [user, ai] });
  const conclusions = ai.conclusionsOf(user);
  return {
    context: async () => {
      const [summaries, aboutUser, aboutAi] = await Promise.all([
        session.summaries(),
        ai.context({ target: user }),
        ai.context(),
      ]);
      return {
        summary: summaries.longSummary?.content ?? summaries.shortSummary?.content ?? null,
        user: aboutUser.representation,
        userCard: aboutUser.peerCard ?? [],
        ai: aboutAi.representation,
        aiCard: aboutAi.peerCard ?? [],
      };
    },
    ask: async (question, reasoningLevel) => (await ai.chat(question, { target: user, session, reasoningLevel })) ?? "",
    search: async (query) => (await user.search(query)).map(({ content }) => content),
    card: async () => (await ai.getCard(user)) ?? [],
    setCard: async (facts) => (await ai.setCard([...facts], user)) ?? [],
    addMessages: async (messages) => {
      await session.addMessages(messages.map(({ by, content }) => (by === "user" ? user : ai).message(content)));
    },
    conclude: async (content) => (await conclusions.create({ content, sessionId: session }))[0]?.id ?? "",
    conclusions: async () => (await conclusions.list()).items.map(({ id, content }) => ({ id, content })),
    deleteConclusion: (id) => conclusions.delete(id),
  };
};

/** The key is wrong or not allowed: asking again would not help. */
export function isAuthFailure(error: unknown): boolean {
  return error instanceof Error && "status" in error && (error.status === 401 || error.status === 403);
}
