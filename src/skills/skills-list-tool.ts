import { z } from "zod";
import { ensurePrivateFolder } from "../disk/folders.ts";
import { fail, ok } from "../domain/outcome.ts";
import { defineTool, type Tool } from "../domain/tool.ts";
import { diskProblem } from "./read-text.ts";
import { localRoot } from "./roots.ts";
import type { SkillLibrary } from "./skill-library.ts";

export function createSkillsListTool(library: SkillLibrary): Tool {
  return defineTool({
    name: "skills_list",
    toolset: "skills",
    description: "List skills with their full descriptions.",
    concurrency: "free",
    readOnly: true,
    input: z.object({ category: z.string().optional() }),
    preview: ({ category }) => category ?? "",
    run: async ({ category }) => {
      try {
        ensurePrivateFolder(localRoot(library));
      } catch (error) {
        return fail(`The folder of skills cannot be made: ${diskProblem(error)}.`);
      }
      await library.ready();
      const all = library.visible();
      const chosen = category === undefined ? all : all.filter((skill) => skill.category === category);
      return ok({
        skills: chosen.map(({ meta, category: of }) => ({ ...describe(meta, library), category: of })),
        categories: [...new Set(all.map((skill) => skill.category))],
        count: chosen.length,
      });
    },
  });
}

type Described = { readonly name: string; readonly description: string };

function describe({ name, description }: Described, { scan }: SkillLibrary): Described {
  return { name, description: scan(description, "context").blocked ? "[description blocked]" : description };
}
