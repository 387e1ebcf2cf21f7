import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "../../disk/atomic-write.ts";
import { readBounded } from "../../disk/bounded-read.ts";
import { ensurePrivateFolder } from "../../disk/folders.ts";

const LoginSchema = z.object({
  /** A login is good for one address: another server of the same name gets nothing of it. */
  url: z.string(),
  redirect_url: z.string().optional(),
  client: z
    .looseObject({ client_id: z.string(), client_secret: z.string().optional(), issuer: z.string().optional() })
    .optional(),
  tokens: z
    .looseObject({
      access_token: z.string(),
      token_type: z.string(),
      refresh_token: z.string().optional(),
      scope: z.string().optional(),
      expires_in: z.number().optional(),
      issuer: z.string().optional(),
    })
    .optional(),
});

type Login = z.infer<typeof LoginSchema>;

/** The login of one server, in a file only its owner reads. Read anew each time: another process may have renewed it. */
export type TokenFile = {
  readonly path: string;
  readonly read: () => Login;
  readonly write: (change: Partial<Omit<Login, "url">>) => void;
  /** False: there was none. */
  readonly remove: () => boolean;
};

const largestBytes = 262_144;

export function tokenFile(folder: string, server: string, url: string): TokenFile {
  const path = join(folder, `${encodeURIComponent(server).replaceAll(".", "%2E")}.json`);
  const read = (): Login => readLogin(path, url) ?? { url };
  return {
    path,
    read,
    write: (change) => {
      ensurePrivateFolder(folder);
      writeFileAtomic(path, `${JSON.stringify({ ...read(), ...change }, null, 2)}\n`);
      chmodSync(path, 0o600); // one that somebody opened to others is closed again
    },
    remove: () => {
      const existed = readBounded(path, largestBytes).kind !== "missing";
      rmSync(path, { force: true });
      return existed;
    },
  };
}

/** A file that cannot be understood is no login. */
function readLogin(path: string, url: string): Login | null {
  const found = readBounded(path, largestBytes);
  if (found.kind !== "read") return null;
  try {
    const login = LoginSchema.safeParse(JSON.parse(found.bytes.toString("utf8")));
    return login.success && login.data.url === url ? login.data : null;
  } catch {
    return null;
  }
}
