import { basename, dirname, join, normalize, sep } from "node:path";

const credentialFolders = [".aws", ".gnupg", ".kube", ".docker", ".azure", ".config/gh", ".config/gcloud", ".ssh"].map(
  (folder) => normalize(folder),
);
const credentialFiles = [".netrc", ".pgpass", ".npmrc", ".pypirc", ".git-credentials"];
const otherStores =
  ".local/share/keyrings .password-store .Xauthority .vault-token .cargo/credentials.toml .cargo/credentials .config/op .config/hub .gem/credentials .terraform.d/credentials.tfrc.json .mozilla .config/google-chrome .config/chromium".split(
    " ",
  );

/** Below a home; what a sandbox hides may be more than what a file tool refuses. */
export const credentialPlaces: readonly string[] = [...credentialFolders, ...credentialFiles, ...otherStores];
const systemFolders = ["/etc", "/boot", "/usr/lib/systemd", "/private/etc", "/proc", "/sys", "/dev"];
const sockets = ["/var/run/docker.sock", "/run/docker.sock"];
const instructionFiles = new Set(["AGENTS.md", "CLAUDE.md", "SOUL.md", ".cursorrules", "HERMES.md", ".hermes.md"]);
const keyNames = /^(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|.*\.(?:key|p12|pfx|jks|keystore|ppk)|.*key.*\.pem)$/i;
const secretKernelFiles = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:environ|mem|maps|fd|cwd|root)(?:\/|$)|^\/proc\/kcore$/;
export const secretSystemFiles: readonly string[] = [
  "/etc/shadow",
  "/etc/gshadow",
  "/etc/sudoers",
  "/etc/master.passwd",
];
const harmlessInSsh = /^(?:config|known_hosts(?:\.old)?|authorized_keys|.*\.pub)$/;

export function isCredentialPath(path: string, userHome: string): boolean {
  if (credentialFiles.includes(basename(path))) return true;
  const inside = insideHome(path, userHome);
  return inside !== null && credentialFolders.some((folder) => below(inside, folder));
}

export function isKeyFile(path: string, userHome: string): boolean {
  if (secretKernelFiles.test(path) || secretSystemFiles.includes(path) || keyNames.test(basename(path))) return true;
  const inside = insideHome(path, userHome);
  if (inside === null) return false;
  if (dirname(inside) === ".ssh") return !harmlessInSsh.test(basename(inside));
  if (credentialFiles.includes(inside)) return true; // a project's own .npmrc may be read
  return credentialFolders.some((folder) => inside.startsWith(folder + sep));
}

/** The path as seen from the home; null: it is not in there. Asked of every file that is read, so it joins once. */
function insideHome(path: string, userHome: string): string | null {
  const home = join(userHome, sep);
  return path.startsWith(home) ? path.slice(home.length) : null;
}

export function isSystemPath(path: string): boolean {
  return sockets.includes(path) || (path !== "/dev/null" && systemFolders.some((folder) => below(path, folder)));
}

/** What steers us or runs by itself later: instructions, a project's own settings, git's hooks and configuration. */
export function isInstructionFile(path: string): boolean {
  if (instructionFiles.has(basename(path)) || basename(dirname(path)) === ".hermes") return true;
  const parts = path.split(sep);
  const git = parts.lastIndexOf(".git");
  return git !== -1 && ["hooks", "config"].includes(parts[git + 1] ?? "");
}

function below(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
