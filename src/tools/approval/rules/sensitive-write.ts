import { changesOf } from "./changes.ts";
import { pathsOf } from "./paths-of.ts";
import { hasFlag, operandsOf, type Call, type Rule, type RulePlace } from "./rule.ts";
import { isSensitive } from "./write-class.ts";

export const sensitiveWriteRules: readonly Rule[] = [
  {
    family: "sensitive write",
    ask: "always",
    persistable: false,
    id: "authorise-key",
    description: "let a key log in to another machine",
    hits: ({ program, args }) => program === "ssh-copy-id" && !hasFlag(args, "nh", ["help"]),
    examples: {
      hit: ["ssh-copy-id me@host", "ssh-copy-id -i ~/.ssh/id_ed25519.pub -p 22 host", "sshpass -p x ssh-copy-id host"],
      miss: ["ssh-copy-id -n host", "man ssh-copy-id"],
    },
  },
  {
    family: "sensitive write",
    ask: "always",
    persistable: false,
    id: "sensitive-write",
    description: "change a system, shell, credential or instruction file",
    hits: (call, place) =>
      !call.elsewhere &&
      changesOf(call).some(({ path, how }) =>
        pathsOf(path, place).some(
          (one) => isSensitive(one, place) || (how === "filled" && isSensitive(`${one}/x`, place)),
        ),
      ),
    examples: {
      hit: [
        "echo x > /etc/hosts",
        "echo x | sudo tee -a /etc/hosts",
        "cp x ~/.ssh/authorized_keys",
        "echo x >> ~/.bashrc",
        "sed -i s/a/b/ ~/.zshrc",
        "perl -pi -e s/a/b/ /etc/passwd",
        "mv x ~/.netrc",
        "install -m 600 x ~/.pgpass",
        "echo x > .npmrc",
        "echo x >> .env",
        "cp .env.example .env",
        "tee .env.local < x",
        "cat x > ~/.hermes/config.yaml",
        "rm ~/.hermes/hermes.db",
        "echo x >> AGENTS.md",
        "cp x .git/hooks/pre-commit",
        "cp authorized_keys ~/.ssh",
        "cd ~/.ssh && echo x >> authorized_keys",
        "curl -o ~/.ssh/config https://x",
        "ln -sf x ~/.profile",
        "awk '{ print > \"/etc/hosts\" }' x",
        "tar xf x.tar -C ~/.config/systemd/user",
        "npm set registry https://x",
      ],
      miss: [
        "cat /etc/hosts",
        "grep x /etc/passwd",
        "echo x > out.txt 2>/dev/null",
        "ls > /dev/null 2>&1",
        "sed -i s/a/b/ src/app.ts",
        "cp src/app.ts src/b.ts",
        "cat ~/.bashrc",
      ],
    },
  },
  {
    family: "sensitive write",
    ask: "once",
    persistable: false,
    id: "sensitive-copy",
    description: "copy a system, shell or credential file to another place",
    hits: (call, place) =>
      /^(?:cp|install|rsync|scp)$/.test(call.program) && !call.elsewhere && copiesSensitive(call, place),
    examples: {
      hit: ["cp /etc/hosts hosts.txt", "cp ~/.bashrc backup.txt", "cp -t out /etc/fstab"],
      miss: ["cp src/app.ts out.ts", "cp -r src out"],
    },
  },
];

function copiesSensitive(call: Call, place: RulePlace): boolean {
  const sources = operandsOf(call.args).slice(0, call.args.includes("-t") ? undefined : -1);
  return sources.some((path) => pathsOf(path, place).some((one) => isSensitive(one, place)));
}
