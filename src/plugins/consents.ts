import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "../disk/atomic-write.ts";
import { readBounded } from "../disk/bounded-read.ts";
import { ensurePrivateFolder } from "../disk/folders.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import type { FoundPlugin } from "./manifest/discover.ts";

const longest = 1_048_576; // bytes

const ConsentsSchema = z.object({
  /** By id: where it lay, what it asked for (as a hash) and what of that was granted. */
  plugins: z
    .record(z.string(), z.object({ folder: z.string(), asked: z.string(), granted: z.array(z.string()) }))
    .default({}),
  /** By what is run and the bytes of the files it names. */
  hooks: z.record(z.string(), z.object({ event: z.string(), command: z.string() })).default({}),
});
export type Consents = z.output<typeof ConsentsSchema>;

const none: Consents = { plugins: {}, hooks: {} };

/** What a person has said yes to. A file that cannot be read is a no to everything. */
export type ConsentBook = {
  readonly read: () => Consents;
  readonly change: (edit: (consents: Consents) => Consents) => void;
};

export function consentBook(home: string): ConsentBook {
  const path = join(home, "plugins", "consents.json");
  const read = (): Consents => {
    try {
      const file = readBounded(path, longest);
      if (file.kind !== "read") return none;
      return ConsentsSchema.parse(JSON.parse(file.bytes.toString("utf8")));
    } catch {
      return none; // damaged: nobody has agreed to anything
    }
  };
  return {
    read,
    change: (edit) => {
      ensurePrivateFolder(dirname(path));
      writeFileAtomic(path, `${JSON.stringify(edit(read()), null, 2)}\n`);
    },
  };
}

type Asking = Pick<FoundPlugin, "folder" | "manifest">;

export type Grant = {
  readonly granted: ReadonlySet<string>;
  /** Asked for by this version and never agreed to: they stay off. */
  readonly open: readonly string[];
};

/** What a plugin may do now. Another folder under the same id has no consent at all. */
export function grantOf({ folder, manifest }: Asking, { plugins }: Consents): Grant {
  const kept = plugins[manifest.id];
  const known = kept?.folder === folder ? kept : null;
  const granted = manifest.capabilities.filter((name) => known?.granted.includes(name) === true);
  const isSettled = known?.asked === askedHash(manifest.capabilities);
  const open = isSettled ? [] : manifest.capabilities.filter((name) => !granted.includes(name));
  return { granted: new Set(granted), open };
}

export function withGrant({ folder, manifest }: Asking, granted: readonly string[], consents: Consents): Consents {
  const entry = { folder, asked: askedHash(manifest.capabilities), granted: granted.toSorted() };
  return { ...consents, plugins: { ...consents.plugins, [manifest.id]: entry } };
}

export function withoutGrant(id: string, consents: Consents): Consents {
  const { [id]: _gone, ...plugins } = consents.plugins;
  return { ...consents, plugins };
}

function askedHash(capabilities: readonly string[]): string {
  return createHash("sha256").update(canonicalJson(capabilities.toSorted())).digest("hex");
}
