import { hasFlag, operandsOf, valuesOf, type Rule } from "./rule.ts";

const family = { family: "permissions", ask: "always", persistable: true } as const;

export const permissionRules: readonly Rule[] = [
  {
    ...family,
    id: "open-permissions",
    description: "let every user of the machine write to it, or run it with its owner's rights",
    hits: ({ program, args }) =>
      (program === "chmod" && args.some(opensWide)) ||
      (/^(?:install|mkdir|mkfifo)$/.test(program) && valuesOf(args, "m", ["mode"]).some(opensWide)) ||
      (program === "umask" && args.some((arg) => /^\d*[0145]$/.test(arg))) ||
      (program === "icacls" && args.some((arg) => /^(?:everyone|\*s-1-1-0):/i.test(arg))) ||
      (program === "setfacl" &&
        hasFlag(args, "mMxXbkR", ["modify", "set", "set-file", "restore", "remove", "remove-all"])),
    examples: {
      hit: [
        "chmod 777 x",
        "chmod -R 0777 .",
        "chmod -R o+w .",
        "chmod a+rwx x",
        "chmod ugo+w x",
        "chmod 666 f",
        "chmod u+s f",
        "chmod 4755 f",
        "icacls x /grant Everyone:F",
        "chmod 02777 d",
        "umask 000",
        "install -m 4755 x y",
        "mkdir -m 777 x",
        "setfacl -m u:nobody:rwx x",
      ],
      miss: [
        "chmod +x f",
        "chmod 755 f",
        "chmod 644 f",
        "chmod u+w f",
        "chmod -R 755 dist",
        "chmod o-w f",
        "chmod 600 k",
      ],
    },
  },
  {
    ...family,
    id: "file-attributes",
    description: "lift or set the protection of a file that the system keeps beside its permissions",
    hits: ({ program, args }) =>
      (/^(?:chattr|chflags)$/.test(program) && args.length > 0) ||
      (program === "xattr" && hasFlag(args, "dcw")) ||
      (program === "setfattr" && hasFlag(args, "nx", ["name", "remove", "restore"])),
    examples: {
      hit: [
        "chattr -i x",
        "chattr +i x",
        "sudo chattr -R -i /srv",
        "chflags nouchg x",
        "xattr -d com.apple.quarantine x",
      ],
      miss: ["lsattr x", "xattr -l x", "getfacl x"],
    },
  },
  {
    ...family,
    id: "change-owner",
    description: "give files to another owner",
    hits: ({ program, args }) =>
      (/^(?:chown|chgrp)$/.test(program) &&
        (hasFlag(args, "R", ["recursive"]) || /^(?:root|0)(?::|$)/.test(operandsOf(args)[0] ?? ""))) ||
      program === "takeown",
    examples: {
      hit: ["chown -R root .", "chown --recursive me:me /srv", "chown root x", "chgrp -R wheel .", "takeown /f x /r"],
      miss: ["chown me file", "chgrp dev file"],
    },
  },
];

/** The write bit of "others", or set-user-id. */
function opensWide(arg: string): boolean {
  const mode = /^0*([0-7]{3,4})$/.exec(arg)?.[1];
  if (mode !== undefined) return /[2367]$/.test(mode) || (mode.length === 4 && /^[2467]/.test(mode));
  return arg
    .split(",")
    .some((clause) => /^[ug]*[oa][ugoa]*[+=][rxXst]*w/.test(clause) || /^[ugoa]*[+=][rwxX]*s/.test(clause));
}
