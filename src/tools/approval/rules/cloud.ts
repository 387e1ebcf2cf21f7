import { hasFlag, operandsOf, valuesOf, type Rule } from "./rule.ts";

const family = { family: "containers, clusters, cloud", ask: "always", persistable: true } as const;
const planTools = /^(?:terraform|tofu|terragrunt|pulumi|cdk|cdktf|sst|serverless|sls)$/;

export const cloudRules: readonly Rule[] = [
  {
    ...family,
    id: "infrastructure",
    description: "change or destroy infrastructure without a plan that somebody read",
    hits: ({ program, args }) => planTools.test(program) && changesInfrastructure(program, args),
    examples: {
      hit: [
        "terraform destroy",
        "terraform -chdir=x apply -auto-approve",
        "terraform apply --auto-approve",
        "terraform apply -destroy",
        "terraform state rm x",
        "pulumi destroy",
        "pulumi up -y",
        "cdk destroy",
        "terragrunt run-all destroy",
        "sls remove",
      ],
      miss: [
        "terraform plan",
        "terraform init",
        "terraform fmt",
        "terraform validate",
        "terraform apply",
        "pulumi preview",
        "cdk synth",
        "terraform state list",
      ],
    },
  },
  {
    ...family,
    id: "cloud",
    description: "delete or stop something in a cloud",
    hits: ({ program, args }) => deletesInCloud(program, args) || deletesByRequest(program, args),
    examples: {
      hit: [
        "aws ec2 terminate-instances --instance-ids i",
        "aws s3 rm s3://x --recursive",
        "aws s3 rb s3://x",
        "aws s3 sync . s3://x --delete",
        "aws rds delete-db-instance --x y",
        "gcloud compute instances delete x",
        "az group delete -n x",
        "gh repo delete x",
        "gh api -X DELETE repos/x/y",
        "heroku apps:destroy x",
        "fly apps destroy x",
        "doctl compute droplet delete 1",
        "gsutil rm -r gs://x",
        "heroku pg:reset",
        "curl -X DELETE https://api.example/v1/x",
        "curl -XDELETE localhost:9200/_all",
        "gh repo archive x",
        "aws iam create-access-key --user-name x",
      ],
      miss: [
        "aws s3 ls",
        "aws ec2 describe-instances",
        "gcloud compute instances list",
        "az group list",
        "gh repo view",
        "aws s3 cp x s3://y",
        "gh pr list",
      ],
    },
  },
];

function changesInfrastructure(program: string, args: readonly string[]): boolean {
  const words = operandsOf(args);
  if (words.includes("destroy") || args.some((arg) => /^-{1,2}destroy$/.test(arg))) return true;
  if (args.some((arg) => /^-{1,2}auto-approve(?:=true)?$/.test(arg)) && words.includes("apply")) return true;
  if (/^(?:state (?:rm|push|replace-provider)|workspace delete|stack rm)$/.test(words.slice(0, 2).join(" ")))
    return true;
  if (/^(?:force-unlock|taint|destroy-all)$/.test(words[0] ?? "")) return true;
  if (program === "pulumi") return words[0] === "up" && hasFlag(args, "yf", ["yes", "skip-preview"]);
  return /^(?:sst|sls|serverless)$/.test(program) && words[0] === "remove";
}

const clouds: ReadonlyMap<string, RegExp> = new Map([
  [
    "aws",
    /^(?:(?:batch-)?(?:delete|terminate|deregister|purge|revoke|stop|reboot|disable|detach|remove)-[\w-]+|schedule-key-deletion|create-(?:access-key|login-profile|user)|attach-[\w-]*policy|put-[\w-]*(?:acl|policy|access-block)|change-resource-record-sets)$/,
  ],
  ["gcloud", /^(?:delete|destroy|stop|reset|disable|rm|(?:add|remove|set)-iam-policy(?:-binding)?)$/],
  ["az", /^(?:delete(?:-\w+)?|purge|deallocate|stop)$/],
  ["azcopy", /^(?:remove|rm|sync)$/],
  ["railway", /^(?:down|delete)$/],
  ["doctl", /^(?:delete|rm|destroy)$/],
  ["gh", /^(?:delete|archive|transfer|disable)$/],
  ["glab", /^delete$/],
  ["heroku", /^(?:[\w-]+:(?:destroy|reset|delete|remove|unset)|destroy)$|^\w+=0$/],
  ["fly", /^(?:destroy|delete|remove)$/],
  ["flyctl", /^(?:destroy|delete|remove)$/],
  ["vercel", /^(?:rm|remove)$/],
  ["netlify", /^[\w-]+:delete$/],
  ["firebase", /^[\w-]+:(?:delete|disable)$/],
  ["wrangler", /^delete$/],
  ["supabase", /^delete$/],
  ["gsutil", /^(?:rm|rb)$/],
  ["rclone", /^(?:delete|purge|sync|deletefile|rmdirs)$/],
  ["s3cmd", /^(?:del|rb|rm)$/],
  ["mc", /^(?:rm|rb)$/],
  ["linode-cli", /^delete$/],
  ["hcloud", /^delete$/],
  ["oci", /^(?:delete|terminate)$/],
  ["consul", /^delete$/],
  ["vault", /^(?:delete|destroy|disable|revoke)$/],
  ["b2", /^(?:delete|cancel)/],
  ["eb", /^terminate$/],
  ["cf", /^(?:delete|stop)/],
]);

function deletesInCloud(program: string, args: readonly string[]): boolean {
  const verbs = clouds.get(program);
  if (verbs === undefined) return false;
  const words = operandsOf(args).slice(0, 5);
  if (program === "gh" && (words[0] === "api" || ghSettings.test(words.slice(0, 2).join(" "))))
    return changesOnGitHub(args);
  if (program === "aws" && words.includes("s3")) return deletesInBuckets(args, words);
  return words.some((word) => verbs.test(word));
}

const ghSettings = /^(?:repo edit|secret set|variable set|(?:ssh|gpg)-key add)$/;

function changesOnGitHub(args: readonly string[]): boolean {
  const [noun] = operandsOf(args);
  if (noun === "api") return valuesOf(args, "X", ["method"]).includes("DELETE");
  return noun !== "repo" || hasFlag(args, "", ["visibility", "default-branch"]);
}

function deletesInBuckets(args: readonly string[], words: readonly string[]): boolean {
  const verb = words[words.indexOf("s3") + 1] ?? "";
  return /^(?:rm|rb)$/.test(verb) || args.includes("--delete") || (verb === "mv" && args.includes("--recursive"));
}

const ownMachine =
  /^(?:https?:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|[\w-]+\.(?:local|test|localhost))(?=[:/]|$)/i;
const searchEngine = /:(?:9200|9201|5984|8983)(?:\/|$)/;

/** An HTTP request that deletes, at somebody else's or in a database of this machine. */
function deletesByRequest(program: string, args: readonly string[]): boolean {
  const isDelete =
    program === "curl"
      ? valuesOf(args, "X", ["request"]).some((method) => /^delete$/i.test(method))
      : /^(?:http|https|xh)$/.test(program) && args.includes("DELETE");
  if (!isDelete) return false;
  const addresses = operandsOf(args).filter((word) => /^https?:|^[\w.-]+(?::\d+)?\/|^:\d|localhost|^[$]/.test(word));
  return addresses.some((address) => !(ownMachine.test(address) || /^:\d/.test(address)) || searchEngine.test(address));
}
