import { isShell } from "../../shell/payloads.ts";
import { becomesRootInside, leavesContainer } from "./container-escape.ts";
import { hasFlag, operandsOf, type Call, type Rule } from "./rule.ts";

const family = { family: "privilege", persistable: true } as const;
const others = new Set(
  "su doas pkexec runuser sudoedit runas gsudo run0 dzdo sg newgrp setpriv capsh nsenter gosu su-exec setuidgid machinectl setcap".split(
    " ",
  ),
);

export const privilegeRules: readonly Rule[] = [
  {
    ...family,
    ask: "always",
    id: "root-shell",
    description: "become another user, or take a password from somewhere else than a person",
    hits: (call, place) =>
      (others.has(call.program) && !call.args.includes("--version")) ||
      (call.program === "sudo" &&
        (hasFlag(leading(call.args), "SAsi", ["stdin", "askpass", "shell", "login", "edit"]) || opensShell(call))) ||
      leavesContainer(call, place) ||
      becomesRootInside(call) ||
      (call.program === "start-process" && call.args.some((arg) => /^runas$/i.test(arg))),
    examples: {
      hit: [
        "sudo -S ls",
        "echo x | sudo -S ls",
        "sudo -A ls",
        "sudo -s",
        "sudo -i",
        "sudo --stdin ls",
        "su",
        "su - root -c ls",
        "doas ls",
        "pkexec ls",
        "sudo su",
        "sudo bash",
        "run0 ls",
        "docker run --privileged x",
        "docker run -v /:/host x",
        "docker run -v ~:/h x",
        "docker run --mount type=bind,src=/etc,dst=/e x",
        "docker run --device /dev/kvm x",
        "docker exec -u root web sh",
        "docker exec -it --user=0 web ls",
        "docker compose exec -u 0:0 web ls",
        "kubectl debug node/x -it --image=y",
        "Start-Process x -Verb RunAs",
      ],
      miss: [
        "id",
        "whoami",
        "groups",
        "docker run -v $PWD:/app x",
        "docker exec -u node web npm test",
        "docker exec web ls",
        "docker run -v data:/d x",
        "docker run -v ./src:/s x",
      ],
    },
  },
  {
    ...family,
    ask: "once",
    id: "sudo",
    description: "run with the rights of root",
    hits: ({ program, args }) =>
      program === "sudo" && !/^(?:-l|-k|-K|-V|-h|--list|--version|--help|--reset-timestamp)$/.test(args[0] ?? ""),
    examples: {
      hit: ["sudo ls", "sudo -u me ls", "sudo apt-get install jq", "/usr/bin/sudo ls"],
      miss: ["sudo -l", "sudo -k", "man sudo"],
    },
  },
];

/** The flags before the command that sudo runs. */
function leading(args: readonly string[]): readonly string[] {
  const values = /^-[ugpCDRrtTUh]$/;
  let at = 0;
  for (let arg = args[at]; arg !== undefined && /^-|^\w+=/.test(arg); arg = args[at]) at += values.test(arg) ? 2 : 1;
  return args.slice(0, at).filter((arg, index, all) => !values.test(all[index - 1] ?? ""));
}

function opensShell({ args, inputs, hereTexts }: Call): boolean {
  const [shell, ...rest] = args.slice(leading(args).length);
  return (
    isShell(shell) && operandsOf(rest).length === 0 && inputs.length + hereTexts.length === 0 && !hasFlag(rest, "c")
  );
}
