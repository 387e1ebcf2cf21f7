import { hasFlag, operandsOf, type Rule } from "./rule.ts";

const family = { family: "system services, network", ask: "always", persistable: true } as const;

const removal = /^(?:remove|purge|autoremove|erase|rm|delete|dist-upgrade)$/;
const verbs: ReadonlyMap<string, RegExp> = new Map<string, RegExp>([
  [
    "systemctl",
    /^(?:stop|restart|try-restart|disable|mask|kill|isolate|reload-or-restart|set-default|reset-failed|start|daemon-reload|daemon-reexec|enable|reenable|preset|link|edit|revert|import-environment|set-environment)$/,
  ],
  ["snap", /^(?:stop|restart|remove|disable)$/],
  ["hostnamectl", /^(?:set-\w+|hostname)$/],
  ["timedatectl", /^set-/],
  ["loginctl", /^enable-linger$/],
  ["rfkill", /^(?:block|unblock)$/],
  ["service", /^(?:stop|restart)$/],
  ["rc-service", /^(?:stop|restart)$/],
  ["launchctl", /^(?:bootout|unload|remove|disable|kill|stop|kickstart|load|bootstrap|submit)$/],
  ["brew", /^(?:stop|restart|uninstall|remove|rm|autoremove)$/],
  ...["apt", "apt-get", "aptitude", "dnf", "yum", "zypper", "pkg"].map((name) => [name, removal] as const),
  ["apk", /^del$/],
  ["sc", /^(?:stop|delete|config)$/i],
  ["net", /^stop$/i],
  ["ufw", /^(?:enable|disable|reset|delete|allow|deny|reject|limit|default|insert|route|logging)$/],
  ["nft", /^(?:flush|delete|add|insert|replace|create|destroy)$/],
  ["tc", /^(?:add|del|delete|replace|change)$/],
  ["resolvectl", /^(?:dns|domain|default-route|llmnr|dnssec|revert)$/],
  ["gsettings", /^(?:set|reset|reset-recursively)$/],
  ["dconf", /^(?:write|reset|load)$/],
  ["defaults", /^(?:write|delete|import|rename)$/],
  ["csrutil", /^(?:enable|disable|clear|authenticated-root)$/],
  ["tccutil", /^reset$/],
  ["pm2", /^(?:startup|unstartup)$/],
  ["ip", /^(?:flush|del|delete|down)$/],
  ["ifconfig", /^down$/],
  ["route", /^(?:del|delete|flush)$/],
  ["nmcli", /^(?:down|off|delete|disconnect)$/],
  ["netsh", /^(?:delete|reset|set)$/i],
  ["reg", /^(?:delete|add)$/i],
]);
const tools = new Set(
  "stop-service set-service remove-service swapoff rmmod setenforce set-executionpolicy userdel usermod useradd groupdel passwd chpasswd visudo chsh vipw deluser adduser gpasswd ifdown insmod umount systemd-run".split(
    " ",
  ),
);
/** Where a flag or the kind of words says it. */
const flagged: ReadonlyMap<string, (args: readonly string[]) => boolean> = new Map([
  ["firewall-cmd", (args) => args.some((arg) => /^--(?:remove|panic-on|complete-reload)/.test(arg))],
  [
    "sysctl",
    (args) => hasFlag(args, "wp", ["write", "load", "system"]) || operandsOf(args).some((word) => word.includes("=")),
  ],
  ["anacron", (args) => !hasFlag(args, "TVh")],
  ["hwclock", (args) => hasFlag(args, "sw", ["set", "hctosys", "systohc", "adjust"])],
  ["scutil", (args) => hasFlag(args, "", ["set", "prefs"])],
  ["pmset", (args) => args.length > 0 && args[0] !== "-g"],
  ["spctl", (args) => args.some((arg) => /^--(?:master-disable|global-disable|add|remove|disable)$/.test(arg))],
  ["networksetup", (args) => args.some((arg) => /^-(?:set|remove|delete|create|add)/.test(arg))],
  ["journalctl", (args) => args.some((arg) => /^--(?:vacuum|rotate|flush)/.test(arg))],
  ["ss", (args) => hasFlag(args, "K", ["kill"])],
  ["date", (args) => hasFlag(args, "s", ["set"])],
  ["mount", (args) => operandsOf(args).length > 0],
  ["dpkg", (args) => hasFlag(args, "rP", ["remove", "purge"])],
  ["pacman", (args) => hasFlag(args, "R", ["remove"])],
  ["modprobe", (args) => hasFlag(args, "r", ["remove"])],
]);
const firewalls = /^(?:iptables|ip6tables|ebtables|arptables)$/;

export const serviceRules: readonly Rule[] = [
  {
    ...family,
    id: "services",
    description: "stop or change a service, the firewall, the network or the accounts of this machine",
    hits: ({ program, args, words }) =>
      tools.has(program) ||
      flagged.get(program)?.(args) === true ||
      operandsOf(args).some((word) => verbs.get(program)?.test(word) === true) ||
      (firewalls.test(program) &&
        (hasFlag(args, "FXDPZAIRNE") ||
          args.some((arg) => /^--(?:flush|delete|policy|zero|append|insert|replace)/.test(arg)))) ||
      (words[0]?.startsWith("/etc/init.d/") === true && /^(?:stop|restart)$/.test(args[0] ?? "")),
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
        "apt-get purge -y x",
        "systemctl enable x",
        "umount /home",
        "iptables -A INPUT -j DROP",
        "journalctl --vacuum-time=1s",
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
        "mount",
        "date -u",
        "apt-get install -y jq",
      ],
    },
  },
  {
    ...family,
    id: "crontab",
    description: "replace or remove the timed jobs of this machine",
    hits: ({ program, args, inputs, readsFrom }) =>
      (program === "crontab" &&
        (hasFlag(args, "r") || (!hasFlag(args, "le") && args.length + inputs.length + readsFrom.length > 0))) ||
      (/^(?:at|batch)$/.test(program) && !hasFlag(args, "lqcV")),
    examples: {
      hit: ["crontab -r", "crontab -u me -r", "echo '* * * * * x' | crontab -", "crontab jobs.txt", "at now -f x"],
      miss: ["crontab -l"],
    },
  },
];
