import { operandsOf, type Rule } from "./rule.ts";

const changing =
  /(?:^| )(?:gateway (?!status|list|logs)|update\b|upgrade\b|uninstall\b|config (?:set|unset|edit|import|reset)|approvals (?!test|list|show)|plugins? (?!list|show|info)|mcp (?!list|test)|cron (?!list|show)|schedule (?!list|show)|sessions (?:delete|prune|purge|repair|import)|memory (?:clear|reset|off|set)|pairing|auth|login|logout|setup|profiles? (?:create|delete|use))/;

export const selfRules: readonly Rule[] = [
  {
    family: "self",
    ask: "always",
    persistable: false,
    id: "self",
    description: "stop, update or reconfigure this program itself",
    hits: ({ program, args }) =>
      program === "hermes" &&
      !args.includes("--help") &&
      (changing.test(`${operandsOf(args).join(" ")} `) || args.some((arg) => /^--(?:yolo|allow)(?:=|$)/.test(arg))),
    examples: {
      hit: [
        "hermes gateway stop",
        "hermes gateway restart",
        "hermes update",
        "hermes config set a b",
        "hermes run --yolo x",
        "npx hermes update",
        "hermes --profile x gateway stop",
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
