import { hasFlag, operandsOf, type Call, type Rule } from "./rule.ts";

const family = { family: "secret read or exfiltration", ask: "always", persistable: false } as const;

export const keyStoreRules: readonly Rule[] = [
  {
    ...family,
    id: "secret-tool",
    description: "print secrets out of a key store",
    hits: printsSecrets,
    examples: {
      hit: [
        "gpg --export-secret-keys x",
        "security find-generic-password -w x",
        "gh auth token",
        "kubectl get secret x -o yaml",
        "pass show x",
        "op read op://x",
        "vault kv get x",
        "aws secretsmanager get-secret-value --secret-id x",
        "git credential fill",
        "ssh-keygen -y -f ~/.ssh/id_rsa",
        "gcloud auth print-access-token",
        "ps auxe",
        "kubectl config view --raw",
        "heroku config -a x",
        "sops -d x.yaml",
        "gcloud secrets versions access latest --secret=x",
      ],
      miss: [
        "gh auth status",
        "kubectl get secrets",
        "gpg --list-keys",
        "aws sts get-caller-identity",
        "git config user.name",
      ],
    },
  },
];

const keyStores: ReadonlyMap<string, RegExp> = new Map([
  ["gpg", /^--export-secret/],
  ["security", /^(?:find-(?:generic|internet)-password|dump-keychain|export)$/],
  ["gh", /^token$/],
  ["pass", /^(?:show|-c)$/],
  ["op", /^read$/],
  ["secret-tool", /^(?:lookup|search)$/],
  ["kwallet-query", /^(?:-r|--read-password)$/],
  ["gnome-keyring-daemon", /^--unlock$/],
  ["gopass", /^(?:show|cat|otp)$/],
  ["infisical", /^(?:export|secrets)$/],
  ["doppler", /^(?:secrets|download)$/],
  ["heroku", /^(?:config|config:get|auth:token|pg:credentials:url)$/],
  ["netlify", /^env:(?:list|get)$/],
  ["railway", /^variables?$/],
  ["sops", /^(?:-d|--decrypt|decrypt|exec-env|exec-file)$/],
  ["ansible-vault", /^(?:view|decrypt|edit)$/],
  ["age", /^(?:-d|--decrypt)$/],
  ["docker-credential-desktop", /^get$/],
  ["git-credential-manager", /^get$/],
  ["gcloud", /^(?:print-(?:access|identity)-token|access)$/],
  ["az", /^get-access-token$/],
  ["aws", /^(?:get-secret-value|get-session-token|export-credentials|get-login-password)$/],
  ["git", /^(?:credential|credential-store)$/],
  ["git-credential-store", /^get$/],
  ["bw", /^(?:get|list|export)$/],
]);

const tokenSettings = /_authToken$|_password$|extraheader$/i;

type Prints = (args: readonly string[]) => boolean;

const ofCluster: Prints = (args) =>
  (args.includes("view") && args.includes("--raw")) ||
  (args.includes("get") &&
    args.some((arg) => /^secrets?(?:\/|$)/.test(arg)) &&
    args.some((arg) => /^(?:-o|--output)/.test(arg)));
const tokenSetting: Prints = (args) => args.some((arg) => tokenSettings.test(arg));

const printers: ReadonlyMap<string, Prints> = new Map<string, Prints>([
  ["ssh-keygen", (args) => hasFlag(args, "y")],
  ["ps", (args) => /^[a-z]*e[a-z]*$/i.test(args[0] ?? "")], // without a dash: with the environment of each
  ["gh", (args) => args.includes("status") && hasFlag(args, "t", ["show-token"])],
  ["vault", (args) => /^(?:kv get|read|token create)/.test(operandsOf(args).join(" "))],
  ["aws", (args) => args.includes("--with-decryption") || args.includes("assume-role")],
  ["az", (args) => args.includes("keyvault") && args.includes("secret") && args.includes("show")],
  ["op", (args) => args.includes("--reveal") || args[0] === "inject"],
  ["vercel", (args) => args.slice(0, 2).join(" ") === "env pull"],
  ["npm", (args) => args[0] === "token" || tokenSetting(args)],
  ["docker", (args) => args.includes("inspect") && args.some((arg) => /\.Config\.Env/.test(arg))],
  ["kubectl", ofCluster],
  ["oc", ofCluster],
  ...["pnpm", "yarn", "git"].map((name) => [name, tokenSetting] as const),
]);

function printsSecrets({ program, args }: Call): boolean {
  return (
    printers.get(program)?.(args) === true || args.slice(0, 3).some((arg) => keyStores.get(program)?.test(arg) === true)
  );
}
