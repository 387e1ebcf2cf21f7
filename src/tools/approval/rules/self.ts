import { operandsOf, type Call, type Rule } from "./rule.ts";

const changing =
  /(?:^| )(?:gateway (?!status|list|logs)|update\b|upgrade\b|uninstall\b|config (?:set|unset|edit|import|reset)|approvals (?!test|list|show)|plugins? (?!list|show|info)|mcp (?!list|test)|cron (?!list|show)|schedule (?!list|show)|sessions (?:delete|prune|purge|repair|import)|memory (?:clear|reset|off|set)|pairing|auth|login|logout|setup|profiles? (?:create|delete|use)|hooks (?!list|doctor)|skills? (?!list|view|show|info)|tools (?!list)|restore|backup|model$|model |checkpoints (?!list|diff))/;

export const selfRules: readonly Rule[] = [
  {
    family: "self",
    ask: "always",
    persistable: false,
    id: "self",
    description: "stop, update or reconfigure this program itself",
    hits: (call) => {
      const args = ownArguments(call);
      return (
        args !== null &&
        !args.includes("--help") &&
        (changing.test(`${operandsOf(args).join(" ")} `) ||
          call.settings.some((one) => /^HERMES_(?:YOLO|ACCEPT|HOME)/.test(one)) ||
          args.some((arg) => /^--(?:yolo|allow)(?:=|$)/.test(arg)))
      );
    },
    examples: {
      hit: [
        "hermes gateway stop",
        "hermes gateway restart",
        "hermes update",
        "hermes config set a b",
        "hermes run --yolo x",
        "npx hermes update",
        "hermes --profile x gateway stop",
        "node bin/hermes.cjs config set a b",
        "hermes hooks trust",
      ],
      miss: [
        "hermes status",
        "hermes --version",
        "hermes sessions list",
        "hermes config get a",
        "hermes gateway status",
        "hermes approvals test 'rm -rf x'",
      ],
    },
  },
];

/** Also where a runtime is given the file: `node bin/hermes.cjs …`. */
function ownArguments({ program, args }: Call): readonly string[] | null {
  if (program === "hermes") return args;
  const at = /^(?:node|bun|deno)$/.test(program)
    ? args.findIndex((arg) => /(?:^|\/)hermes(?:\.[cm]?js)?$/.test(arg))
    : -1;
  return at === -1 ? null : args.slice(at + 1);
}
