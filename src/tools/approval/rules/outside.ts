import { statSync } from "node:fs";
import { changesOf } from "./changes.ts";
import { buildFolders } from "./fetched-code.ts";
import { isUnknown, pathsOf } from "./paths-of.ts";
import type { Call, Rule, RulePlace } from "./rule.ts";
import { isOutside } from "./write-class.ts";

export const outsideRules: readonly Rule[] = [
  {
    family: "outside workspace",
    ask: "always",
    persistable: false,
    id: "outside-workspace",
    description: "delete, move or overwrite a file outside the workspace, or build there",
    hits: (call, place) => changesOutside(call, place) || buildsOutside(call, place),
    examples: {
      hit: [
        "rm ~/x",
        "rm /srv/x",
        "mv ~/a ~/b",
        "mv src/app.ts ~/app.ts",
        "echo x > ~/notes.txt",
        "echo x >> ~/notes.txt",
        "cp src/app.ts ~/notes.txt",
        "cp notes.txt ~",
        "sed -i s/a/b/ ~/notes.txt",
        "tee ~/notes.txt < x",
        "cd ~ && rm x",
        "cd .. && cd .. && rm notes.txt",
        "curl -o ~/notes.txt https://x",
        "(echo x) > ~/notes.txt",
        "rm $UNKNOWN/x",
        "ssh host rm x",
        "T=~/notes.txt; echo x > $T",
        "python3 -m zipfile -e x.zip ~",
        "unzip -o x.zip -d ~",
        "tar -C ~ -xf x.tar",
        "tar xPf x.tar",
        "cd ~ && tar xf x.tar",
        "7z x x.7z -o../..",
        "cd ~ && jar xf x.jar",
        "gzip ~/notes.txt",
        "gcc x.c -o ~/notes.txt",
        "make -C ~/other",
        "cd ~/other && make install",
        "npm --prefix ../../other install",
      ],
      miss: [
        "rm src/app.ts",
        "mv a b",
        "echo x > out.txt",
        "cat ~/notes.txt",
        "cp ~/notes.txt .",
        "echo x > ~/new.txt",
        "cp src/app.ts ~/new.ts",
        'f=$(mktemp); rm "$f"',
        'for f in *.orig; do rm "$f"; done',
        "cd src && rm app.ts",
        "rm $PWD/x",
        "ls ~ > listing.txt",
        "tar xzf x.tgz -C vendor",
        "tar tf ~/x.tar",
        "unzip -l ~/x.zip",
        "python3 -m zipfile -e x.zip vendor",
        "gzip -k ~/notes.txt",
        "make -C src all",
        "npm --prefix src test",
        "docker exec web tar xf x.tar",
      ],
    },
  },
];

/** Where a change lands outside the workspace. What is not there yet cannot be overwritten. */
function changesOutside(call: Call, place: RulePlace): boolean {
  return changesOf(call).some(({ path, how }) => {
    if (how === "removed" && (call.elsewhere || isEnvironment(path))) return true;
    if (call.elsewhere) return false;
    return pathsOf(path, place).some(
      (one) => (how === "removed" || how === "filled" || isFile(one)) && isOutside(one, place),
    );
  });
}

/** A project's own build files decide what is written there. */
function buildsOutside(call: Call, place: RulePlace): boolean {
  return (
    !call.elsewhere && buildFolders(call).some((folder) => pathsOf(folder, place).some((one) => isOutside(one, place)))
  );
}

/** `$NAME` that the text itself did not set: nobody knows where that is. `$(mktemp)` is fine. */
function isEnvironment(path: string): boolean {
  return isUnknown(path) && /^["']?\$\{?[A-Za-z_]/.test(path) && !/^["']?\$\{?(?:PWD|TMPDIR|RUNNER_TEMP)\b/.test(path);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
}
