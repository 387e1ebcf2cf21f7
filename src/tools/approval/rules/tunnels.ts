import { hasFlag, operandsOf, type Rule } from "./rule.ts";

const tunnels: ReadonlyMap<string, (args: readonly string[]) => boolean> = new Map([
  [
    "ssh",
    (args: readonly string[]) => args.some((arg) => /^-[A-Za-z]*R/.test(arg) || /^(?:-o)?RemoteForward[= ]/i.test(arg)),
  ],
  ["autossh", (args: readonly string[]) => hasFlag(args, "R")],
  ["ngrok", (args: readonly string[]) => /^(?:http|tcp|tls|start|tunnel)$/.test(args[0] ?? "")],
  ["cloudflared", (args: readonly string[]) => args[0] === "tunnel"],
  ["tailscale", (args: readonly string[]) => /^(?:funnel|serve|up|set)$/.test(args[0] ?? "")],
  ["code", (args: readonly string[]) => args[0] === "tunnel"],
  ["bore", (args: readonly string[]) => args[0] === "local"],
  ["localtunnel", () => true],
  ["lt", (args: readonly string[]) => hasFlag(args, "p", ["port"])],
  ["vercel", (args: readonly string[]) => operandsOf(args)[0] === "tunnel"],
  ["upterm", () => true],
  ["tmate", () => true],
]);

export const tunnelRules: readonly Rule[] = [
  {
    family: "system services, network",
    ask: "always",
    persistable: true,
    id: "tunnel",
    description: "open a way into this machine from outside",
    hits: ({ program, args }) => tunnels.get(program)?.(args) === true,
    examples: {
      hit: [
        "ssh -R 8080:localhost:80 host",
        "ssh -fNR 1:localhost:2 host",
        "ngrok http 3000",
        "cloudflared tunnel --url x",
        "npx localtunnel --port 3000",
        "tmate",
      ],
      miss: ["ssh -L 5432:db:5432 host", "ssh host ls", "ngrok version", "tailscale status"],
    },
  },
];
