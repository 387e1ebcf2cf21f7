type PluginSpec = {
  readonly manifest?: Readonly<Record<string, unknown>>;
  /** The body of `register(ctx)`. */
  readonly register?: string;
  /** The whole entry, instead. */
  readonly entry?: string;
  /** Where in the home; `plugins/<id>` unless told. */
  readonly folder?: string;
};

/** The files of plugins, by their path in the home. */
export function pluginFiles(plugins: Readonly<Record<string, PluginSpec>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(plugins).flatMap(([id, { manifest = {}, register = "", entry, folder = `plugins/${id}` }]) => {
      const described = { id, version: "1.0.0", entry: "index.mjs", ...manifest };
      const text = entry ?? `export default { async register(ctx) {\n${register}\n} };\n`;
      return [
        [`${folder}/package.json`, JSON.stringify({ name: id, version: "1.0.0", hermes: described })],
        [`${folder}/${described.entry}`, text],
      ];
    }),
  );
}

export function enabled(...ids: readonly string[]): string {
  return `plugins:\n  enabled: ${JSON.stringify(ids)}\n`;
}
