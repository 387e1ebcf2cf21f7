import type { SlashContext } from "../../../commands/slash/slash-command.ts";
import type { ChatScope } from "../inbound/session-scope.ts";

type Store = SlashContext["store"];

/** The store as a chat may look into it: sessions of others, and those of the terminal, answer like unknown ones. */
export function ownSessions(store: Store, within: ChatScope): Store {
  const { sessions } = store;
  const isOwn = ({ id }: { readonly id: string }): boolean => store.recall.read(id, within) !== null;
  return {
    ...store,
    search: (query, options) => store.search(query, { ...options, within }),
    sessions: {
      ...sessions,
      list: (filter) => sessions.list({ ...filter, within }),
      resolve: (reference, options) => {
        const found = sessions.resolve(reference, options);
        if (found.kind === "missing") return found;
        const [first, ...more] = (found.kind === "found" ? [found.session] : found.candidates).filter(isOwn);
        if (first === undefined) return { kind: "missing" };
        return more.length === 0
          ? { kind: "found", session: first }
          : { kind: "ambiguous", candidates: [first, ...more] };
      },
    },
  };
}
