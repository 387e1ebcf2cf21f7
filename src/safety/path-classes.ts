import { basename, dirname, join, normalize, sep } from "node:path";

const credentialFolders = [".aws", ".gnupg", ".kube", ".docker", ".azure", ".config/gh", ".config/gcloud", ".ssh"].map(
  (folder) => normalize(folder),
);
const credentialFiles = [".netrc", ".pgpass", ".npmrc", ".pypirc", ".git-credentials"];
const otherStores =
  ".local/share/keyrings .password-store .Xauthority .vault-token .cargo/credentials.toml .cargo/credentials .config/op .config/hub .gem/credentials .terraform.d/credentials.tfrc.json .mozilla .config/google-chrome .config/chromium".split(
    " ",
  );

/** What was typed into shells and database clients, passwords among it. */
const histories =
  ".bash_history .zsh_history .histfile .sh_history .local/share/fish/fish_history .psql_history .mysql_history .sqlite_history .python_history .node_repl_history .rediscli_history .mongodb .irb_history .dbshell .lesshst".split(
    " ",
  );

/** Below a home; what a sandbox hides. */
export const credentialPlaces: readonly string[] = [
  ...credentialFolders,
  ...credentialFiles,
  ...otherStores,
  ...histories,
];
/** Settings with passwords in them that builds need, so that no sandbox hides them. */
const settingsWithSecrets =
  ".m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties .boto .s3cfg .my.cnf .mylogin.cnf .config/rclone/rclone.conf .config/heroku .config/sops .claude/.credentials.json .codex/auth.json .honcho/config.json .config/doctl .config/hcloud .fly/config.yml .config/fly .config/containers/auth.json .config/netlify .local/share/com.vercel.cli .kaggle .huggingface/token .cache/huggingface/token Library/Keychains Library/Cookies".split(
    " ",
  );
const deniedPlaces = [...otherStores, ...settingsWithSecrets];
const historyName = /^\.(?:\w+_history|histfile|lesshst|dbshell)$|^fish_history$|^ConsoleHost_history\.txt$/;
const mountedSecrets = /^(?:\/var)?\/run\/secrets\/|^\/etc\/ssh\/ssh_host_\w+_key$|^\/etc\/krb5\.keytab$/;
const systemFolders = ["/etc", "/boot", "/usr/lib/systemd", "/private/etc", "/proc", "/sys", "/dev"];
const sockets = /^(?:\/var)?\/run\/(?:user\/\d+\/)?(?:docker|podman\/podman|containerd\/containerd)\.sock$/;
/** Where a file system ignores case, so do those who read these. */
const instructionFiles = /^(?:agents\.md|claude\.md|soul\.md|\.cursorrules|hermes\.md|\.hermes\.md)$/i;
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
  if (secretKernelFiles.test(path) || secretSystemFiles.includes(path) || mountedSecrets.test(path)) return true;
  if (keyNames.test(basename(path)) || historyName.test(basename(path))) return true;
  const inside = insideHome(path, userHome);
  if (inside === null) return false;
  if (dirname(inside) === ".ssh") return !harmlessInSsh.test(basename(inside));
  if (credentialFiles.includes(inside)) return true; // a project's own .npmrc may be read
  if (deniedPlaces.some((place) => below(inside, place))) return true;
  return credentialFolders.some((folder) => inside.startsWith(folder + sep));
}

/** The path as seen from the home; null: it is not in there. Asked of every file that is read, so it joins once. */
function insideHome(path: string, userHome: string): string | null {
  const home = join(userHome, sep);
  return path.startsWith(home) ? path.slice(home.length) : null;
}

export function isSystemPath(path: string): boolean {
  return sockets.test(path) || (path !== "/dev/null" && systemFolders.some((folder) => below(path, folder)));
}

/** What steers us or runs by itself later: instructions, a project's own settings, git's hooks and configuration. */
export function isInstructionFile(path: string): boolean {
  if (instructionFiles.test(basename(path)) || basename(dirname(path)) === ".hermes") return true;
  const parts = path.split(sep);
  const git = parts.slice(parts.lastIndexOf(".git") + 1); // submodules and worktrees keep theirs deeper in it
  return parts.includes(".git") && (git.includes("hooks") || /^config(?:\.worktree)?$/.test(git.at(-1) ?? ""));
}

function below(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
