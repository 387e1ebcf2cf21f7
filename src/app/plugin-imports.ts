import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Beside the sources; beside the bundle of the library; beside that of the command. */
const places = (name: string, source: string): readonly string[] => [
  join(import.meta.dirname, `${source}.ts`),
  join(import.meta.dirname, `${name}.mjs`),
  join(import.meta.dirname, "..", "lib", `${name}.mjs`),
];

const offered: Readonly<Record<string, readonly string[]>> = {
  "hermes/plugin-sdk": places("plugin-sdk", "plugin-sdk"),
  hermes: places("hermes", "library").filter((path) => !path.endsWith(join("dist", "hermes.mjs"))),
};

/** Wherever a plugin lies, it finds us by name; all else resolves from its own folder. */
export function offerOwnModules(): Disposable {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const path = offered[specifier]?.find((candidate) => existsSync(candidate));
      return path === undefined ? next(specifier, context) : { url: pathToFileURL(path).href, shortCircuit: true };
    },
  });
  return { [Symbol.dispose]: () => hooks.deregister() };
}
