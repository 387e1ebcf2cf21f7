import { homedir } from "node:os";
import type { CommandContext } from "../commands/command.ts";
import type { ChatWorld } from "../surfaces/cli/chat-world.ts";

const mostFiles = 20_000; // what the search gives at most

/** What the chat's line reaches of the machine. Everything is loaded when it is first wanted. */
export function chatHelpers(
  context: CommandContext,
): Pick<ChatWorld, "userHome" | "editOutside" | "clipboardPicture" | "listFiles" | "modelNames"> {
  const { env, clock } = context;
  return {
    userHome: env["HOME"] ?? homedir(),
    editOutside: async (text) => (await import("../surfaces/cli/input/edit-outside.ts")).editOutside(text, env),
    clipboardPicture: async (signal) => {
      const [{ clipboardPicture }, { programRunner }] = await Promise.all([
        import("../surfaces/cli/input/clipboard-picture.ts"),
        import("./run-program.ts"),
      ]);
      return clipboardPicture(programRunner(clock), signal);
    },
    modelNames: async (provider) => {
      const [{ openSettings }, { readRegistry }] = await Promise.all([
        import("./open-settings.ts"),
        import("../provider/catalog/registry.ts"),
      ]);
      const opened = await openSettings(context);
      if (opened.kind === "refused") return [];
      const { model, providers } = opened.settings;
      const listed = readRegistry(opened.home.path)?.providers[provider] ?? {};
      return [...new Set([model.aliases, providers[provider]?.models ?? {}, listed].flatMap(Object.keys))];
    },
    listFiles: async (folder, signal) => {
      const [{ bundledRipgrep, ripgrepEngine }, { walker }] = await Promise.all([
        import("../tools/search/ripgrep.ts"),
        import("../tools/search/walker.ts"),
      ]);
      const program = await bundledRipgrep();
      const query = { folder, file: null, glob: null, hidden: false };
      const found = program === null ? null : await ripgrepEngine(program).files(query, signal);
      const answer = found?.kind === "found" ? found : await walker.files(query, signal);
      return answer.kind === "found" ? answer.found.slice(0, mostFiles) : [];
    },
  };
}
