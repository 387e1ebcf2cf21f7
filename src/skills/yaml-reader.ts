/** YAML at a moment's notice: the parser is loaded when a head needs it, which the shipped skills do not. */
export type YamlReader = {
  /** Throws on what is no YAML, and as long as the parser is not there. */
  readonly read: (text: string) => unknown;
  readonly load: () => Promise<void>;
  /** Something was read in vain: it counts for less than it could. */
  readonly wasMissed: () => boolean;
};

export function createYamlReader(): YamlReader {
  let parse: ((text: string) => unknown) | null = null;
  let missed = false;
  return {
    read: (text) => {
      missed ||= parse === null;
      if (parse === null) throw new Error("The YAML parser is not loaded");
      return parse(text);
    },
    load: async () => {
      const yaml = await import("yaml");
      parse = (text) => yaml.parse(text, { maxAliasCount: 20, logLevel: "error" });
      missed = false;
    },
    wasMissed: () => missed,
  };
}
