import type { CommandContext } from "../commands/command.ts";
import type { RunOptions } from "../commands/run-options.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { ShellBackend } from "../domain/shell-backend.ts";
import type { PathRules } from "../safety/paths.ts";
import { type AwayKnowledge, awayRules } from "../tools/away/away-rules.ts";
import type { SiteOf } from "../tools/files/file-site.ts";
import { firstShell } from "./build-backend.ts";
import { later } from "./later.ts";

type AwayRequest = {
  readonly settings: Settings;
  readonly cwd: string;
  readonly options: Pick<RunOptions, "addDirs">;
  readonly context: Pick<CommandContext, "clock" | "rng" | "env">;
};

/** Without `site` the files are those of this machine. */
type AwayFiles = { readonly site: SiteOf | undefined; readonly rules: PathRules };

/** The way to the files of a container or another machine, where programs run there. */
export function buildAwayFiles(request: AwayRequest, backend: ShellBackend, here: PathRules): AwayFiles {
  const { settings, options, context } = request;
  const { backend: named } = settings.terminal;
  if (named !== "docker" && named !== "ssh") return { rules: here, site: undefined };
  const { clock, rng } = context;
  const { cwd: start } = firstShell(request);
  const known: AwayKnowledge = { facts: null, leads: new Map() };
  const rules = awayRules({ backend, here, addDirs: options.addDirs }, known);
  const site = later(async () => {
    const { awaySite } = await import("../tools/away/away-site.ts"); // only for who touches a file there
    return awaySite({ backend, clock, rng, start, here, rules, known });
  });
  return { rules, site: async (...asked) => (await site())(...asked) };
}

/** For what commands name. Elsewhere the file tools of this machine have no business; a command has, and is read as one here. */
export function commandRules(here: PathRules): PathRules {
  return {
    ...here,
    commandsRun: () => {
      const place = here.commandsRun?.() ?? "here";
      return place === "elsewhere" ? "here" : place;
    },
  };
}
