import { globSync } from "node:fs";
import type { KnipConfig } from "knip";

/** Entries that appear as the house fills up; the others are found through package.json and the tools' configs. */
const later = [
  "bench/**/*.{ts,mjs}",
  "examples/**/*.ts",
  "tests/chaos/**/*.ts",
  "tests/support/{auth-writer,kill-at-commit,memory-writer,simulator-process,store-writer}.ts",
].filter((glob) => globSync(glob).length > 0);

const config: KnipConfig = {
  workspaces: {
    ".": {
      entry: later,
      project: ["*.ts", "{src,tests,bench,examples,tools}/**/*.ts"],
      ignore: ["src/domain/summariser.ts", "src/domain/context-engine.ts"],
      ignoreDependencies: ["@modelcontextprotocol/*", "@earendil-works/pi-tui", "@xterm/headless"],
      ignoreBinaries: ["mkfifo"],
    },
  },
};

export default config;
