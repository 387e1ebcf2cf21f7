import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { knownPackages, knownScopes } from "./known-packages.ts";
import { operandsOf, type Call, type Rule, type RulePlace } from "./rule.ts";

type Runner = { readonly verb?: RegExp; readonly named?: RegExp; readonly values?: RegExp };

const nodeFlags = /^(?:-c|--call|-w|--workspace|--prefix|--cwd|-C|--filter|--loglevel|--cache)$/;
const pythonFlags = /^(?:--python|-p|--with|--index|--env-file|--directory|--with-requirements)$/;
const runners: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  ["npx", { named: /^(?:-p|--package)(?:=|$)/, values: nodeFlags }],
  ["bunx", { named: /^(?:-p|--package)(?:=|$)/, values: nodeFlags }],
  ["npm", { verb: /^(?:exec|x)$/, named: /^--package(?:=|$)/, values: nodeFlags }],
  ["pnpm", { verb: /^dlx$/, named: /^--package(?:=|$)/, values: nodeFlags }],
  ["yarn", { verb: /^dlx$/, named: /^(?:-p|--package)(?:=|$)/, values: nodeFlags }],
  ["bun", { verb: /^x$/, values: nodeFlags }],
  ["uvx", { named: /^--from(?:=|$)/, values: pythonFlags }],
  ["pipx", { verb: /^run$/, named: /^--spec(?:=|$)/, values: pythonFlags }],
]);

export const unknownPackageRules: readonly Rule[] = [
  {
    family: "remote code",
    ask: "always",
    persistable: false,
    id: "unknown-package",
    description: "fetch and run a package that is neither installed here nor widely known",
    hits: (call, place) => packagesOf(call).some((name) => !isKnown(name, place)),
    examples: {
      hit: [
        "npx some-unknown-package",
        "npx -y totally-new-tool@latest run",
        "npx -p evil-thing tool",
        "pnpm dlx never-heard-of",
        "uvx no-such-tool",
        "bunx @nobody/x",
        "npm exec -- what-is-this",
        "deno run npm:some-unknown-package",
        "deno run -A npm:@nobody/x@1/cli",
        "deno x jsr:@nobody/x",
      ],
      miss: [
        "npx tsc --noEmit",
        "npx -y prettier@3 --check .",
        "npx --no-install anything",
        "npx @angular/cli new x",
        "pnpm dlx create-vite",
        "uvx ruff check",
        "npx ./local-tool",
        "npm exec -c 'ls'",
        "deno run -A npm:prettier@3",
        "deno run --allow-net main.ts",
        "deno run jsr:@std/http/file-server",
      ],
    },
  },
];

/** What would be fetched, without versions. */
function packagesOf({ program, args }: Call): readonly string[] {
  if (program === "deno") return denoPackages(args);
  const runner = runners.get(program);
  if (runner === undefined || args.some((arg) => onlyHere.test(arg))) return [];
  const rest = behindVerb(args, runner);
  const at = rest.findIndex((arg, index) => isPackage(arg, rest[index - 1] ?? "", runner));
  const named = namedIn(at === -1 ? rest : rest.slice(0, at), runner);
  return (named.length > 0 ? named : rest.slice(at, at + 1)).filter((spec) => !spec.startsWith("$")).map(bare);
}

/** `deno run npm:x`, `deno x jsr:@a/b`; a plain word is a file. */
function denoPackages(args: readonly string[]): readonly string[] {
  const [verb = "", ...words] = operandsOf(args);
  if (!/^(?:run|x|serve|install|i)$/.test(verb) || args.some((arg) => onlyHere.test(arg))) return [];
  const [spec] = words.filter((word) => /^(?:npm:|jsr:(?!\/?@std\/))/.test(word)); // @std is Deno's own
  return spec === undefined
    ? []
    : [bare(spec.replace(/^(?:npm|jsr):\/?/, "")).replace(/(?<=^(?:@[^/]+\/)?[^/@]+)\/.*$/, "")];
}

const onlyHere = /^--(?:no-install|no|offline|version|help)$|^-[vh]$/;

function behindVerb(args: readonly string[], { verb }: Runner): readonly string[] {
  if (verb === undefined) return args;
  const first = args.findIndex((arg) => !arg.startsWith("-"));
  return verb.test(args[first] ?? "") ? args.slice(first + 1) : [];
}

function namedIn(flags: readonly string[], { named }: Runner): readonly string[] {
  return flags.flatMap((arg, at) => {
    if (named?.test(arg) !== true) return [];
    return arg.includes("=") ? [arg.slice(arg.indexOf("=") + 1)] : flags.slice(at + 1, at + 2);
  });
}

function isPackage(arg: string, before: string, { values, named }: Runner): boolean {
  return (
    !arg.startsWith("-") && values?.test(before) !== true && (named?.test(before) !== true || before.includes("="))
  );
}

/** `@scope/x@1.2` is `@scope/x`. */
function bare(spec: string): string {
  return spec.replace(/(?<=.)@[^/]*$/, "").replace(/(?<=[^=])[=<>~!].*$|\[.*$/, "");
}

function isKnown(name: string, place: RulePlace): boolean {
  if (name === "" || /^[./~]|^[a-z+]+:/.test(name)) return true; // a path, or an address, about which another rule speaks
  if (knownPackages.has(name) || knownScopes.has(name.split("/")[0] ?? "") || /^create-[\w-]+$/.test(name)) return true;
  return place.cwds.some((cwd) => isInstalled(name, cwd));
}

function isInstalled(name: string, folder: string): boolean {
  const here = [
    join("node_modules", ".bin", name.split("/").at(-1) ?? name),
    join("node_modules", name),
    join(".venv", "bin", name),
  ];
  if (here.some((place) => existsSync(join(folder, place)))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInstalled(name, parent);
}
