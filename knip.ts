import { globSync } from "node:fs";
import type { KnipConfig } from "knip";

/** Entries that appear as the house fills up; the others are found through package.json and the tools' configs. */
const later = [
  "src/app/stall-worker.ts",
  "src/surfaces/cli/code/languages.mjs",
  "bench/**/*.{ts,mjs}",
  "examples/**/*.ts",
  "tests/chaos/**/*.ts",
  "tests/fixtures/board/*.ts",
  "tests/support/{auth-writer,kill-at-commit,ledger-worker,holder-process,mcp-conformance-client,mcp-parent,memory-writer,odd-mcp-server,sandbox-process,simulator-process,store-writer}.ts",
].filter((glob) => globSync(glob).length > 0);

const config: KnipConfig = {
  workspaces: {
    ".": {
      entry: later,
      project: ["*.ts", "{src,tests,bench,examples,tools}/**/*.ts"],
      ignoreDependencies: ["@modelcontextprotocol/conformance", "@modelcontextprotocol/server-*"],
      ignoreBinaries: ["mkfifo", "bwrap", "ssh-keygen", "busybox", "podman", "ldd"],
    },
  },
};

export default config;
