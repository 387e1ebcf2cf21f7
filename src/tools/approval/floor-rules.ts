import { resolve } from "node:path";
import type { SimpleCommand } from "../shell/wrappers.ts";

type FloorPlace = { readonly cwds: readonly string[]; readonly userHome: string };

/** What never runs, whoever allows it. The examples are tests. */
export type FloorRule = {
  readonly id: string;
  readonly description: string;
  readonly hits: (command: SimpleCommand, place: FloorPlace) => boolean;
  readonly examples: readonly string[];
};

const rawDisk = /^\/dev\/(?:r?disk\d|sd[a-z]|hd[a-z]|nvme\d|vd[a-z]|xvd[a-z]|mmcblk\d)/;
const systemRoots =
  "/ /etc /usr /var /bin /sbin /lib /lib64 /boot /home /root /opt /dev /proc /sys /Users /System".split(" ");
const filters = /^-(?:i?name|i?path|i?regex|[acm]time|[acm]min|size|newer|empty|user|group|perm)/;

export const floorRules: readonly FloorRule[] = [
  {
    id: "delete-root",
    description: "recursive delete of the root, a system folder or the home folder",
    hits: ({ words: [name = "", ...args] }, place) =>
      (program(name) === "rm" && isRecursive(args) && targets(args).some((path) => isVital(path, place))) ||
      (program(name) === "find" && deletesAll(args) && targets(args).some((path) => isVital(path, place))),
    examples: [
      "rm -rf /",
      'rm -rf "/"',
      "rm -fr /*",
      "rm -r -f /.",
      "rm -rf //",
      "rm --recursive --force /etc",
      "rm -rf /usr/*",
      "rm -rf ~",
      "rm -rf ~/",
      "rm -rf $HOME",
      'rm -rf "${HOME}"/*',
      "r\\m -rf /",
      "r''m -rf /",
      "rm${IFS}-rf${IFS}/",
      "rm$IFS-rf$IFS/",
      "rm -rf \\\n/",
      "ｒm -rf /",
      "r\u001b[31mm -rf /",
      "sudo rm -rf /",
      "sudo -u root env A=1 nohup rm -rf /",
      "time rm -rf /",
      "echo $(rm -rf /)",
      "echo `rm -rf /`",
      "(rm -rf /)",
      "{ rm -rf /; }",
      "ls; rm -rf /",
      "ls && rm -rf /",
      "false || rm -rf /",
      "ls | rm -rf /",
      "ls\nrm -rf /",
      "sh -c 'rm -rf /'",
      'bash -lc "sudo rm -rf /"',
      "eval rm -rf /",
      "$'\\x72m' -rf /",
      "/bin/rm -rf /",
      "cd / && rm -rf *",
      "rm -rf /home/../etc",
      "find / -delete",
      "find / -exec rm -rf {} +",
      "rm -rf /{etc,usr}",
      "echo 'rm -rf /' | sh",
      "bash <<< 'rm -rf /'",
      "sh <<E\nrm -rf /\nE",
      "xargs rm -rf /",
      "if true; then rm -rf /; fi",
      "f() { rm -rf /; }; f",
      "env -S 'rm -rf /'",
      "rm -Rf ~/*",
      "command rm -rf /",
      "busybox rm -rf /",
      "rm -rf -- /",
    ],
  },
  {
    id: "format",
    description: "making a file system",
    hits: ({ words: [name = ""] }) => /^mkfs(?:\.\w+)?$/.test(program(name)),
    examples: ["mkfs /dev/sda1", "mkfs.ext4 /dev/x", "sudo mkfs.xfs x", "ls; /sbin/mkfs x"],
  },
  {
    id: "raw-disk",
    description: "writing to a raw disk",
    hits: ({ words: [name = "", ...args], writesTo }) =>
      writesTo.some((path) => rawDisk.test(path)) ||
      (program(name) === "dd" && args.some((arg) => rawDisk.test(arg.replace(/^of=/, "")) && arg.startsWith("of="))),
    examples: [
      "dd if=/dev/zero of=/dev/sda",
      "sudo dd of=/dev/nvme0n1",
      "cat x > /dev/sda",
      "echo x >>/dev/vda1",
      "(echo x) > /dev/mmcblk0",
      "dd of=/dev/disk2",
    ],
  },
  {
    id: "kill-all",
    description: "killing every process",
    hits: ({ words: [name = "", ...args] }) => program(name) === "kill" && args.at(-1) === "-1",
    examples: ["kill -9 -1", "kill -1", "kill -KILL -- -1", "sudo kill -s TERM -1"],
  },
  {
    id: "shutdown",
    description: "stopping or restarting the machine",
    hits: ({ words: [name = "", ...args] }) => stopsMachine(program(name), args),
    examples: [
      "reboot",
      "sudo shutdown -h now",
      "/sbin/halt",
      "poweroff",
      "init 0",
      "telinit 6",
      "systemctl poweroff",
      "systemctl --force reboot",
      "env reboot",
      "true && reboot",
    ],
  },
];

function program(name: string): string {
  return name.split("/").at(-1) ?? "";
}

function isRecursive(args: readonly string[]): boolean {
  return args.some((arg) => /^-[a-zA-Z]*[rR]/.test(arg) || /^--r[a-z]*$/.test(arg));
}

function targets(args: readonly string[]): readonly string[] {
  return args.filter((arg) => !arg.startsWith("-")).flatMap(braces);
}

/** `/{etc,usr}` is both. */
function braces(word: string): readonly string[] {
  const found = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(word);
  if (found === null) return [word];
  const [, before = "", list = "", after = ""] = found;
  return list.split(",").flatMap((item) => braces(before + item + after));
}

function deletesAll(args: readonly string[]): boolean {
  const removes =
    args.includes("-delete") ||
    (args.some((arg) => /^-(?:exec|ok)/.test(arg)) && args.some((arg) => program(arg) === "rm"));
  return removes && !args.some((arg) => filters.test(arg));
}

function isVital(target: string, { cwds, userHome }: FloorPlace): boolean {
  const home = target.replace(/^(?:~[\w-]*|\$HOME|\$\{HOME[^}]*\})(?=\/|$)/, userHome);
  const folder = home
    .replace(/(?:^|\/+)(?:\*|\.\*|\.\[!\.\]\*)$/, "/")
    .replace(/^\/$/, home.startsWith("/") ? "/" : ".");
  return cwds.some((cwd) => {
    const path = resolve(cwd, folder);
    return systemRoots.includes(path) || path === userHome || userHome.startsWith(`${path}/`);
  });
}

function stopsMachine(name: string, args: readonly string[]): boolean {
  const words = args.filter((arg) => !arg.startsWith("-"));
  if (/^(?:shutdown|reboot|halt|poweroff)$/.test(name))
    return !args.some((arg) => arg === "--help" || arg === "--version");
  if (name === "init" || name === "telinit") return /^[06]$/.test(words[0] ?? "");
  return name === "systemctl" && /^(?:poweroff|reboot|halt|kexec)$/.test(words[0] ?? "");
}
