/** A program that runs the rest of its words as a command. */
export type Wrapper = {
  /** Short flags that take the next word as their value. */
  readonly values?: string;
  /** Long flags that do. */
  readonly longs?: readonly string[];
  /** Long flags that take two words. */
  readonly pairs?: readonly string[];
  /** Words of its own before the command, as `5s` in `timeout 5s ls`. */
  readonly own?: number;
  /** It runs something only after one of these words. */
  readonly after?: readonly string[];
  /** With one of these flags it only tells something. */
  readonly unless?: readonly string[];
  readonly elsewhere?: true;
};

const plain: Wrapper = {};

function all(names: string, wrapper: Wrapper = plain): readonly (readonly [string, Wrapper])[] {
  return names.split(" ").map((name) => [name, wrapper] as const);
}

const containerFlags: Wrapper = {
  values: "euwvplmhcn",
  longs:
    "env env-file user workdir volume publish label memory hostname cpus name network mount entrypoint platform container namespace index context kubeconfig add-host cap-add device gpus ulimit shm-size tmpfs restart log-driver".split(
      " ",
    ),
  own: 1,
  elsewhere: true,
};

/** Keys are programs. `sudo env A=1 rm x` is `env A=1 rm x`, which is `rm x`. */
const wrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ...all("nohup setsid unshare builtin busybox toybox fakeroot chronic caffeinate unbuffer entr xvfb-run"),
  ...all("bunx cross-env cross-env-shell winpty catchsegv ltrace rlwrap eatmydata noglob nocorrect"),
  [
    "sudo",
    {
      values: "ugpCDRrtTUh",
      longs: "user group prompt chdir chroot close-from host other-user role type command-timeout".split(" "),
    },
  ],
  ["doas", { values: "uC" }],
  ["pkexec", { longs: ["user"] }],
  ["runuser", { values: "ugG", longs: ["user", "group"] }],
  ["gosu", { own: 1 }],
  ["env", { values: "uC", longs: ["unset", "chdir"] }],
  ["time", { values: "fo", longs: ["format", "output"] }],
  ["nice", { values: "n", longs: ["adjustment"] }],
  ["ionice", { values: "cnpP", longs: ["class", "classdata"] }],
  ["chrt", { own: 1 }],
  ["taskset", { own: 1 }],
  ["timeout", { values: "ks", longs: ["kill-after", "signal"], own: 1 }],
  ["gtimeout", { values: "ks", longs: ["kill-after", "signal"], own: 1 }],
  ["exec", { values: "a" }],
  ["command", { unless: ["-v", "-V"] }],
  ["stdbuf", { values: "ioe", longs: ["input", "output", "error"] }],
  [
    "xargs",
    {
      values: "nPLIsdEa",
      longs: "max-args max-procs max-lines replace max-chars delimiter eof arg-file".split(" "),
    },
  ],
  ["parallel", { values: "jISNLnPa", longs: ["jobs", "colsep", "results", "joblog", "delay", "timeout", "halt"] }],
  ["chroot", { longs: ["userspec", "groups"], own: 1 }],
  ["nsenter", { values: "tSG", longs: ["target"] }],
  ["watch", { values: "n", longs: ["interval"] }],
  ["strace", { values: "eopsPuEaIO" }],
  ["flock", { values: "wE", longs: ["timeout", "conflict-exit-code"], own: 1 }],
  ["systemd-run", { values: "upEHM", longs: ["unit", "property", "uid", "gid", "setenv", "machine", "slice"] }],
  ["firejail", plain],
  [
    "bwrap",
    {
      pairs:
        "bind ro-bind dev-bind bind-try ro-bind-try dev-bind-try symlink setenv file bind-data ro-bind-data chmod".split(
          " ",
        ),
      longs: "unsetenv dev proc tmpfs dir chdir uid gid hostname lock-file seccomp args cap-add cap-drop perms".split(
        " ",
      ),
    },
  ],
  ["script", { values: "cOIBmTEot", own: 1 }],
  ["shx", plain],
  ["watchexec", { values: "wefidswE", longs: "watch exts filter ignore debounce shell signal delay-run".split(" ") }],
  ["python", { after: ["-m"] }],
  ["proxychains", { values: "f" }],
  ["proxychains4", { values: "f" }],
  ["torsocks", plain],
  ["sshpass", { values: "pfdP" }],
  ["npx", { values: "p", longs: ["package"] }],
  ...all("pnpm yarn npm bun", { after: ["exec", "dlx", "x"], values: "p", longs: ["package", "filter"] }),
  ...all("poetry pipenv uv pdm hatch rye dotenvx doppler op infisical", {
    after: ["run"],
    longs: ["with", "python", "env-file", "project", "config"],
  }),
  ["uvx", { longs: ["from", "with", "python"] }],
  ["dotenv", { values: "ef" }],
  ["bundle", { after: ["exec"] }],
  ["conda", { after: ["run"], values: "np", longs: ["name", "prefix"] }],
  ["mise", { after: ["exec", "x"] }],
  ["direnv", { after: ["exec"], own: 1 }],
  ["rustup", { after: ["run"], own: 1 }],
  ["aws-vault", { after: ["exec"], own: 1 }],
  ["nix", { after: ["-c", "--command"] }],
  ["nix-shell", { after: ["--command", "--run"] }],
  ["start", plain],
  ...all("linux32 linux64 i386 x86_64 valgrind dumb-init tini wsl systemd-inhibit dbus-run-session tsp"),
  ["setarch", { own: 1 }],
  ...all("setuidgid s6-setuidgid su-exec", { own: 1 }),
  ["ssh-agent", { values: "aEPt" }],
  ["prlimit", { values: "p" }],
  ["cpulimit", { values: "lpec" }],
  ["faketime", { values: "f", own: 1 }],
  ["sem", { values: "jISNLnP", longs: ["jobs", "id"] }],
  ["runcon", { values: "turlc", longs: ["type", "user", "role", "range"] }],
  ["choom", { values: "np", longs: ["adjust"] }],
  ["chpst", { values: "uUbemdofprcCn/" }],
  ["softlimit", { values: "acdflmorspt" }],
  ["numactl", { values: "NmCPpli", longs: ["cpunodebind", "membind", "physcpubind", "interleave"] }],
  ["cgexec", { values: "g" }],
  ["proot", { values: "rbwqS" }],
  ["perf", { after: ["stat", "record", "trace"], values: "eopFcDIr" }],
  ["run0", { values: "ugD", longs: ["user", "group", "chdir", "unit", "property"] }],
  ["dzdo", { values: "ugpr" }],
  ["setpriv", { longs: "reuid regid groups inh-caps bounding-set ambient-caps securebits".split(" ") }],
  ...all("docker podman nerdctl", { ...containerFlags, after: ["exec", "run"] }),
  ["docker-compose", { ...containerFlags, after: ["exec", "run"] }],
  ...all("kubectl oc", { ...containerFlags, after: ["exec"] }),
  ["lxc", { ...containerFlags, after: ["exec"] }],
]);

/** `python3.12` is python. */
export function wrapperOf(program: string): Wrapper | undefined {
  return wrappers.get(program) ?? wrappers.get(program.replace(/(?<=^python)[\d.]+$/, ""));
}
