import type { Call, Rule } from "./rule.ts";

export const unknownProgramRules: readonly Rule[] = [
  {
    family: "unreadable",
    ask: "always",
    persistable: false,
    id: "unknown-program",
    description: "run a program whose name is only known when it runs",
    hits: (call) => call.argv[0]?.literal === false && !isInKnownFolder(call),
    examples: {
      hit: [
        "$X",
        '"$CMD" a',
        "$(echo ls)",
        "`x` y",
        "sudo $X",
        "r? x",
        "/bin/l* x",
        'bash -c "$X"',
        "eval $X",
        "xargs $X",
        "x=ls; $x",
        "${X:-ls} y",
      ],
      miss: ["$HOME/bin/tool a", '"$PWD"/tool', "ls $X", 'echo "$X"', "./run.sh $X"],
    },
  },
];

function isInKnownFolder({ words: [name = ""] }: Call): boolean {
  return /^(?:\$HOME|\$\{HOME\}|\$PWD|\$\{PWD\})\/[\w./@+-]+$/.test(name);
}
