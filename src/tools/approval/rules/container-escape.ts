import { pathsOf } from "./paths-of.ts";
import { operandsOf, valuesOf, type Call, type RulePlace } from "./rule.ts";
import { isOutside, isSensitive } from "./write-class.ts";

const strongFlags =
  /^--(?:privileged(?:=true)?|(?:pid|userns|ipc|uts|cgroupns)=host|cap-add=.*|device=.*|security-opt=.*(?:unconfined|disable).*)$/;
const strongValues: ReadonlyMap<string, RegExp> = new Map([
  ["--cap-add", /^(?!NET_BIND_SERVICE$)/i],
  ["--device", /^/],
  ["--pid", /^host$/],
  ["--userns", /^host$/],
  ["--ipc", /^host$/],
  ["--security-opt", /unconfined|disable/],
]);
/** Caches and clocks that builds in containers share with the machine. */
const shared =
  /^~\/\.(?:cache|npm|m2|gradle|cargo\/registry|pnpm-store|yarn)(?:\/|:|$)|^\/etc\/(?:localtime|timezone):/;

/** Who runs a container like this reaches what is not in it. */
export function leavesContainer(call: Call, place: RulePlace): boolean {
  const { program, args } = call;
  if (program === "kubectl" || program === "oc") return entersNode(args);
  if (!/^(?:docker|podman|nerdctl|docker-compose)$/.test(program)) return false;
  if (!args.some((arg) => /^(?:run|create|exec)$/.test(arg))) return false;
  return (
    args.some((arg, at) => strongFlags.test(arg) || strongValues.get(args[at - 1] ?? "")?.test(arg) === true) ||
    mountsOf(args).some((source) => isForeign(source, place))
  );
}

function entersNode(args: readonly string[]): boolean {
  return (
    (args.includes("debug") && args.some((arg) => arg.startsWith("node/"))) ||
    (args.includes("run") && args.some((arg) => /"(?:hostPID|hostNetwork|privileged|hostPath)"/.test(arg)))
  );
}

/** `docker exec -u root`: more than the container gives of itself. */
export function becomesRootInside({ program, args }: Call): boolean {
  if (!/^(?:docker|podman|nerdctl|docker-compose)$/.test(program)) return false;
  const at = args.indexOf("exec");
  if (at === -1 || !/^(?:|compose|container)$/.test(operandsOf(args.slice(0, at)).join(" "))) return false;
  return valuesOf(args.slice(at), "u", ["user"]).some((user) => /^(?:root|0)(?::|$)/.test(user));
}

/** Folders of this machine that it would see; names of volumes are none. */
function mountsOf(args: readonly string[]): readonly string[] {
  const short = valuesOf(args, "v", ["volume"]).filter((one) => one.includes(":"));
  const long = valuesOf(args, null, ["mount"])
    .filter((one) => !/type=(?:volume|tmpfs)/.test(one))
    .flatMap((one) => /(?:^|,)(?:src|source)=([^,]*)/.exec(one)?.[1] ?? []);
  return [...short.filter((one) => !shared.test(one)).map((one) => one.split(":")[0] ?? ""), ...long];
}

function isForeign(source: string, place: RulePlace): boolean {
  if (!/^[/~.$]/.test(source) || /^\$\(pwd\)|^`pwd`/.test(source)) return false;
  if (/^(?:\/var)?\/run\/.*\.sock$/.test(source)) return true;
  return pathsOf(source, place).some(
    (path) => isOutside(path, place) || (isSensitive(path, place) && !path.startsWith(place.cwd)),
  );
}
