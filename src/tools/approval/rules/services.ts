import { hasFlag, operandsOf, type Rule } from "./rule.ts";

const family = { family: "system services, network", ask: "always", persistable: true } as const;

const verbs: ReadonlyMap<string, RegExp> = new Map([
  ["systemctl", /^(?:stop|restart|try-restart|disable|mask|kill|isolate|reload-or-restart|set-default|reset-failed)$/],
  ["service", /^(?:stop|restart)$/],
  ["rc-service", /^(?:stop|restart)$/],
  ["launchctl", /^(?:bootout|unload|remove|disable|kill|stop|kickstart)$/],
  ["brew", /^(?:stop|restart)$/],
  ["sc", /^(?:stop|delete|config)$/i],
  ["net", /^stop$/i],
  ["ufw", /^(?:disable|reset|delete)$/],
  ["nft", /^(?:flush|delete)$/],
  ["ip", /^(?:flush|del|delete|down)$/],
  ["ifconfig", /^down$/],
  ["route", /^(?:del|delete|flush)$/],
  ["nmcli", /^(?:down|off|delete|disconnect)$/],
  ["firewall-cmd", /^--(?:remove|panic-on|complete-reload)/],
  ["netsh", /^(?:delete|reset|set)$/i],
  ["reg", /^(?:delete|add)$/i],
]);
const tools = new Set(
  "stop-service set-service remove-service swapoff rmmod setenforce set-executionpolicy userdel usermod useradd groupdel passwd chpasswd visudo chsh vipw deluser adduser".split(
    " ",
  ),
);
const firewalls = /^(?:iptables|ip6tables|ebtables|arptables)$/;

export const serviceRules: readonly Rule[] = [
  {
    ...family,
    id: "services",
    description: "stop or change a service, the firewall, the network or the accounts of this machine",
    hits: ({ program, args }) =>
      tools.has(program) ||
      operandsOf(args).some((word) => verbs.get(program)?.test(word) === true) ||
      (program === "firewall-cmd" && args.some((arg) => verbs.get(program)?.test(arg) === true)) ||
      (firewalls.test(program) &&
        (hasFlag(args, "FXDPZ") || args.some((arg) => /^--(?:flush|delete|policy|zero)/.test(arg)))) ||
      (program === "sysctl" && hasFlag(args, "wp", ["write", "load", "system"])) ||
      (program === "modprobe" && hasFlag(args, "r", ["remove"])),
    examples: {
      hit: [
        "systemctl stop nginx",
        "systemctl restart nginx",
        "systemctl --user disable x",
        "systemctl mask x",
        "service nginx stop",
        "iptables -F",
        "sudo iptables --flush",
        "ufw disable",
        "launchctl bootout gui/501/x",
        "ip link set eth0 down",
        "sc stop x",
        "Stop-Service x",
        "sysctl -w a=1",
        "userdel me",
      ],
      miss: [
        "systemctl status",
        "systemctl status nginx",
        "systemctl list-units",
        "iptables -L -n",
        "ufw status",
        "ip addr",
        "launchctl list",
        "systemctl is-active nginx",
        "brew services list",
      ],
    },
  },
  {
    ...family,
    id: "crontab",
    description: "replace or remove the timed jobs of this machine",
    hits: ({ program, args, inputs, readsFrom }) =>
      program === "crontab" &&
      (hasFlag(args, "r") || (!hasFlag(args, "le") && args.length + inputs.length + readsFrom.length > 0)),
    examples: {
      hit: ["crontab -r", "crontab -u me -r", "echo '* * * * * x' | crontab -", "crontab jobs.txt"],
      miss: ["crontab -l"],
    },
  },
];
