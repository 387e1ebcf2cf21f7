import { normalize, resolve } from "node:path";
import { withHome } from "../shell/folders.ts";
import { programOf, type SimpleCommand } from "../shell/simple-command.ts";
import { changesOf } from "./rules/changes.ts";

type FloorPlace = { readonly cwds: readonly string[]; readonly userHome: string };

/** What never runs, whoever allows it. The examples are tests. */
export type FloorRule = {
  readonly id: string;
  readonly description: string;
  readonly hits: (command: SimpleCommand, place: FloorPlace) => boolean;
  readonly examples: readonly string[];
};

const rawDisk = /^\/dev\/(?:r?disk\d|disk\/by-|sd[a-z]|hd[a-z]|nvme\d|vd[a-z]|xvd[a-z]|mmcblk\d|dm-\d|mapper\/|md\d)/;
const systemRoots =
  "/ /etc /usr /var /bin /sbin /lib /lib64 /boot /home /root /opt /dev /proc /sys /Users /System".split(" ");
const filters = /^-(?:i?name|i?path|i?regex|[acm]time|[acm]min|size|newer|empty|user|group|perm)/;

export const floorRules: readonly FloorRule[] = [
  {
    id: "delete-root",
    description: "recursive delete of the root, a system folder or the home folder",
    hits: ({ words: [name = "", ...args], inputs }, place) =>
      (programOf(name) === "rm" && isRecursive(args) && targets(args).some((path) => isVital(path, place))) ||
      (programOf(name) === "rm" && inputs.some((input) => listsVital(input.words, place))) ||
      (programOf(name) === "find" && deletesAll(args) && targets(args).some((path) => isVital(path, place))),
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
      "rm -rf --no-preserve-root /",
      "X=/; rm -rf $X",
      'X=rm; "$X" -rf /',
      "x=r; x+=m; $x -rf /",
      "for d in /etc /usr; do rm -rf $d; done",
      "f() { rm -rf $1; }; f /",
      "bash -c 'rm -rf $0' /",
      "{rm,-rf,/}",
      "rm -rf ${X:-/}",
      "rm -rf $(echo /)",
      "echo / | xargs rm -rf",
      "echo cm0gLXJmIC8= | base64 -d | sh",
      "printf '\\x72m -rf /' | sh",
      'eval "$(echo rm -rf /)"',
      "alias x='rm -rf /'",
      "trap 'rm -rf /' EXIT",
      "cd a; cd b; cd c; cd d; cd e; cd f; cd g; cd /; rm -rf *",
      "bash -c 'cd / && rm -rf *'",
      "rm -rf ~/.*",
      "rm -rf /e*",
      "cat <<'E' | sh\nrm -rf /\nE",
      "git -c alias.x='!rm -rf /' x",
      "GIT_PAGER='rm -rf /' git log",
      "find / | xargs rm -rf",
    ],
  },
  {
    id: "format",
    description: "making a file system",
    hits: ({ words: [name = ""] }) => /^mkfs(?:\.\w+)?$/.test(programOf(name)),
    examples: ["mkfs /dev/sda1", "mkfs.ext4 /dev/x", "sudo mkfs.xfs x", "ls; /sbin/mkfs x"],
  },
  {
    id: "raw-disk",
    description: "writing to a raw disk",
    hits: (command) =>
      changesOf({ ...command, program: programOf(command.words[0]), args: command.words.slice(1) }).some(({ path }) =>
        rawDisk.test(normalize(path)),
      ),
    examples: [
      "dd if=/dev/zero of=/dev/sda",
      "sudo dd of=/dev/nvme0n1",
      "cat x > /dev/sda",
      "echo x >>/dev/vda1",
      "(echo x) > /dev/mmcblk0",
      "dd of=/dev/disk2",
      "cat x | sudo tee /dev/sda",
      "cp x /dev/nvme0n1",
      "echo x > //dev/../dev/sda",
      "D=/dev/sda; dd of=$D",
    ],
  },
  {
    id: "kill-all",
    description: "killing every process",
    hits: ({ words: [name = "", ...args] }) => programOf(name) === "kill" && args.at(-1) === "-1",
    examples: ["kill -9 -1", "kill -1", "kill -KILL -- -1", "sudo kill -s TERM -1"],
  },
  {
    id: "shutdown",
    description: "stopping or restarting the machine",
    hits: ({ words: [name = "", ...args] }) => stopsMachine(programOf(name), args),
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

function isRecursive(args: readonly string[]): boolean {
  return args.some((arg) => /^-[a-zA-Z]*[rR]/.test(arg) || /^--r[a-z]*$/.test(arg));
}

function targets(args: readonly string[]): readonly string[] {
  return args.filter((arg) => !arg.startsWith("-"));
}

function deletesAll(args: readonly string[]): boolean {
  const removes =
    args.includes("-delete") ||
    (args.some((arg) => /^-(?:exec|ok)/.test(arg)) && args.some((arg) => programOf(arg) === "rm"));
  return removes && !args.some((arg) => filters.test(arg));
}

/** `find / | xargs rm` */
function listsVital([name, ...args]: readonly string[], place: FloorPlace): boolean {
  const filtered = args.some((arg) => filters.test(arg));
  return programOf(name) === "find" && !filtered && targets(args).some((path) => isVital(path, place));
}

function isVital(target: string, { cwds, userHome }: FloorPlace): boolean {
  const home = withHome(target.replace(/^~[\w-]+(?=\/|$)/, "~"), userHome);
  const folder = home
    .replace(/^\/+[^/]*[*?[][^/]*$/, "/")
    .replace(/(?<=^|\/)(?:\*|\.\*|\.\[!\.\]\*|\.\?\*|\?\*)$/, ".");
  return cwds.some((cwd) => {
    const path = resolve(cwd, folder);
    return systemRoots.includes(path) || path === userHome || userHome.startsWith(`${path}/`);
  });
}

function stopsMachine(name: string, args: readonly string[]): boolean {
  const words = args.filter((arg) => !arg.startsWith("-"));
  if (/^(?:shutdown|reboot|halt|poweroff|restart-computer|stop-computer)$/.test(name))
    return !args.some((arg) => arg === "--help" || arg === "--version");
  if (name === "init" || name === "telinit") return /^[06]$/.test(words[0] ?? "");
  return (name === "systemctl" || name === "loginctl") && /^(?:poweroff|reboot|halt|kexec)$/.test(words[0] ?? "");
}
