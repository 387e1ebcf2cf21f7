import { existsSync } from "node:fs";
import { pathsOf } from "./paths-of.ts";
import { asksForHelp, hasFlag, operandsOf, valuesOf, type Call, type Rule, type RulePlace } from "./rule.ts";

const family = { family: "disk, truncation", ask: "always", persistable: false } as const;
const tools = new Set(
  "fdisk sfdisk gdisk sgdisk parted wipefs blkdiscard mkswap diskpart format-volume clear-disk initialize-disk lvremove vgremove pvremove badblocks newfs lvreduce lvresize resize2fs debugfs scrub tune2fs".split(
    " ",
  ),
);
const verbs: ReadonlyMap<string, RegExp> = new Map([
  ["cryptsetup", /^(?:luksFormat|erase|luksErase|reencrypt)$/],
  ["zpool", /^(?:destroy|labelclear)$/],
  ["zfs", /^(?:destroy|rollback)$/],
  ["btrfs", /^delete$/],
  ["diskutil", /^(?:erase|partition|reformat|secureErase|zeroDisk|apfs)/i],
  ["hdparm", /^--security-(?:erase|set-pass)/],
  ["format", /^[a-z]:$/i],
  ["nvme", /^(?:format|sanitize|delete-ns|write-zeroes|security-\w+)$/],
  ["losetup", /^(?:-d|-D|--detach|--detach-all)$/],
  ["dmsetup", /^(?:remove|remove_all|wipe_table)$/],
  ["mdadm", /^--(?:zero-superblock|stop)$/],
]);

export const diskRules: readonly Rule[] = [
  {
    ...family,
    id: "disk",
    description: "copy raw data, or change disks and partitions",
    hits: ({ program, args }) =>
      !asksForHelp(args) &&
      (tools.has(program)
        ? !args.some((arg) => arg === "-l" || arg === "--list")
        : args.some((arg) => verbs.get(program)?.test(arg) === true) ||
          (program === "dd" && args.some((arg) => /^(?:if|of)=/.test(arg)))),
    examples: {
      hit: [
        "dd if=/dev/zero of=x",
        "dd if=a.img of=b.img bs=1M",
        "diskpart",
        "format c:",
        "sudo wipefs -a /dev/sdb",
        "zpool destroy tank",
        "diskutil eraseDisk JHFS+ X disk2",
        "parted /dev/sdb rm 1",
        "Format-Volume -DriveLetter D",
      ],
      miss: ["dd --help", "fdisk -l", "cargo fmt", "npm run format", "df -h", "lsblk"],
    },
  },
  {
    ...family,
    id: "truncate",
    description: "empty or overwrite a file beyond recovery",
    hits: (call, place) =>
      call.program === "shred" ||
      (call.program === "fallocate" && hasFlag(call.args, "pcz", ["punch-hole", "collapse-range", "zero-range"])) ||
      (call.program === "cp" && call.under.length > 0 && operandsOf(call.args)[0] === "/dev/null") ||
      (call.program === "truncate" && shrinks(call, place)),
    examples: {
      hit: [
        "shred x",
        "shred -u secret.txt",
        "truncate -s 0 log",
        "truncate --size=0 log",
        "truncate -s0 log",
        "fallocate -p -l 9 x",
      ],
      miss: ["truncate -s +1M new.bin", "truncate -s 1M new.bin", "truncate --help"],
    },
  },
];

function shrinks({ args }: Call, place: RulePlace): boolean {
  const clustered = args.flatMap((arg) => /^-[a-rt-z]+s(.+)$/.exec(arg)?.[1] ?? []);
  const size = [...valuesOf(args, "s", ["size"]), ...clustered][0];
  if (size === undefined || size.startsWith("+")) return false;
  return /^[-<]|^0+[A-Za-z]*$/.test(size) || operandsOf(args).some((path) => pathsOf(path, place).some(existsSync));
}
