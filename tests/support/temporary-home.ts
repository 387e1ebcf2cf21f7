import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Home } from "../../src/config/home.ts";

/** A home of its own for a test, holding the given files. */
export function temporaryHome(files: Readonly<Record<string, string | Uint8Array>> = {}): Home {
  const path = mkdtempSync(join(tmpdir(), "hermes-home-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content, { mode: 0o600 });
  }
  return { base: path, path, profile: null };
}
