import { hasFlag, operandsOf, valuesOf, type Call, type Rule } from "./rule.ts";

const family = { family: "containers, clusters, cloud", ask: "always", persistable: true } as const;
const engines = /^(?:docker|podman|nerdctl|docker-compose|podman-compose)$/;
const clusterTools = /^(?:kubectl|oc|k|microk8s\.kubectl)$/;

const clusterMakers = /^(?:kind|minikube|k3d|eksctl|velero|flux|argocd|multipass)$/;
const clusterLosses: ReadonlyMap<string, (args: readonly string[]) => boolean> = new Map([
  [
    "helm",
    (args) =>
      verbIs(args, /^(?:uninstall|delete|rollback|del|un)$/) || (args.includes("upgrade") && args.includes("--force")),
  ],
  ["nomad", (args) => operandsOf(args).includes("stop")],
  ["vagrant", (args) => args[0] === "destroy"],
  [
    "virsh",
    (args) =>
      operandsOf(args).some((word) =>
        /^(?:destroy|undefine|shutdown|reset|\w+-(?:delete|destroy|undefine))$/.test(word),
      ),
  ],
  ["vboxmanage", (args) => args.some((arg) => /^(?:unregistervm|controlvm|closemedium|--delete)$/.test(arg))],
  ["lxc", (args) => verbIs(args, /^(?:delete|stop|restart|restore)$/)],
  ["incus", (args) => verbIs(args, /^(?:delete|stop|restart|restore)$/)],
  ["qm", (args) => verbIs(args, /^(?:destroy|stop|shutdown|rollback)$/)],
  ["pct", (args) => verbIs(args, /^(?:destroy|stop|shutdown|rollback)$/)],
]);

export const containerRules: readonly Rule[] = [
  {
    ...family,
    id: "containers",
    description: "stop or remove containers, images or their data",
    hits: (call) => engines.test(call.program) && !call.args.includes("--help") && losesContainer(call),
    examples: {
      hit: [
        "docker stop web",
        "docker kill web",
        "docker rm -f web",
        "docker rm --force web",
        "docker container rm -vf web",
        "docker system prune -af",
        "docker volume rm data",
        "docker image prune",
        "docker compose down -v",
        "docker compose -f x.yml down --volumes",
        "docker-compose down -v",
        "docker rm -f $(docker ps -aq)",
        "podman stop x",
        "docker rmi -f x",
      ],
      miss: [
        "docker ps",
        "docker build -t x .",
        "docker compose up -d",
        "docker logs web",
        "docker rm old",
        "docker compose down",
        "docker run --rm -v $PWD:/app node npm test",
        "docker inspect x",
        "docker images",
        "docker compose logs -f stop",
      ],
    },
  },
  {
    ...family,
    id: "remote-daemon",
    description: "command the containers of another machine",
    hits: ({ program, args, settings }) =>
      engines.test(program) &&
      (settings.some((one) => /^DOCKER_(?:HOST|CONTEXT)=./.test(one)) ||
        /^context (?:use|rm|update|import)$/.test(operandsOf(args).slice(0, 2).join(" ")) ||
        args
          .slice(0, firstOperand(args))
          .some((arg) => /^(?:-H|-H\S+|--host(?:=.*)?|-c|--context(?:=.*)?)$/.test(arg))),
    examples: {
      hit: [
        "docker -H tcp://x ps",
        "docker --host=ssh://x ps",
        "DOCKER_HOST=ssh://x docker ps",
        "docker --context prod ps",
      ],
      miss: ["docker run -h web x", "docker context ls"],
    },
  },
  {
    ...family,
    id: "cluster",
    description: "delete from a cluster, or move its work away",
    hits: ({ program, args }) =>
      !args.some((arg) => arg.startsWith("--dry-run")) &&
      ((clusterTools.test(program) && (verbIs(args, /^(?:delete|drain|cordon|taint)$/) || movesAway(args))) ||
        clusterLosses.get(program)?.(args) === true ||
        (clusterMakers.test(program) && operandsOf(args).includes("delete"))),
    examples: {
      hit: [
        "kubectl delete pod x",
        "kubectl -n prod delete deploy x",
        "kubectl drain node1",
        "kubectl scale deploy x --replicas=0",
        "kubectl replace --force -f x.yml",
        "helm uninstall x",
        "helm -n a delete x",
        "minikube delete",
        "vagrant destroy -f",
      ],
      miss: [
        "kubectl get pods",
        "kubectl describe pod delete",
        "kubectl logs -f x",
        "helm list",
        "kubectl apply -f x.yml",
        "kubectl delete pod x --dry-run=client",
        "kubectl scale deploy x --replicas=3",
      ],
    },
  },
];

/** Verbs behind `docker`, or behind `docker volume` and the like. `force`: only with -f or -v. */
const losingVerbs =
  /^(?:stop|kill|restart|prune)$|^(?:system|volume|image|container|network|builder|buildx|pod) prune$|^container (?:stop|kill|restart)$|^(?:volume|secret|stack|service|config|network) (?:rm|remove)$|^swarm leave$|^system reset$/;
const forcedVerbs = /^(?:(?:container|image) )?(?:rm|rmi|remove)$/;

function losesContainer({ args }: Call): boolean {
  const words = operandsOf(args);
  const [verb = "", second = ""] = words.slice(words.indexOf("compose") + 1);
  if (args.includes("down")) return hasFlag(args.slice(args.indexOf("down")), "v", ["volumes", "rmi"]);
  const phrases = [verb, `${verb} ${second}`];
  const forced = hasFlag(args.slice(args.indexOf(verb)), "fv", ["force", "volumes"]);
  return phrases.some((phrase) => losingVerbs.test(phrase) || (forced && forcedVerbs.test(phrase)));
}

function firstOperand(args: readonly string[]): number {
  const at = args.findIndex((arg) =>
    /^(?:ps|run|exec|build|logs|pull|push|images|compose|container|image|volume|network|system|inspect|stop|rm|kill|start|info|context)$/.test(
      arg,
    ),
  );
  return at === -1 ? args.length : at;
}

/** The first word that is a verb: flags with values may stand before it. */
function verbIs(args: readonly string[], pattern: RegExp): boolean {
  const verb = args.find(
    (arg, at) =>
      !arg.startsWith("-") &&
      !/^-(?:n|f|c|-namespace|-context|-kubeconfig|-kube-context|-cluster|-user|s|-server)$/.test(args[at - 1] ?? ""),
  );
  return verb !== undefined && pattern.test(verb);
}

function movesAway(args: readonly string[]): boolean {
  return (
    (args.includes("scale") && valuesOf(args, null, ["replicas"]).includes("0")) ||
    (args.includes("replace") && args.includes("--force")) ||
    (args.includes("apply") && args.includes("--prune")) ||
    (args.includes("rollout") && args.includes("undo")) ||
    (args.includes("patch") && args.some((arg) => /"replicas"\s*:\s*0\b/.test(arg)))
  );
}
