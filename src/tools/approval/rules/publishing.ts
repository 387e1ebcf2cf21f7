import { hasFlag, operandsOf, type Rule } from "./rule.ts";

const family = { family: "publishing", ask: "always", persistable: true } as const;

/** The beginning of a command line without its flags. */
const publishing =
  /^(?:(?:npm|pnpm|bun|jsr|deno|vsce|ovsx|lerna|poetry|uv|flit|hatch|pdm|cargo|changeset|helm-push|hex) (?:publish|unpublish|yank|upload)|npm (?:deprecate|dist-tag (?:add|rm)|owner (?:add|rm)|stage publish)|pnpm -r publish|pnpm recursive publish|yarn (?:npm )?publish|twine upload|gem (?:push|yank)|gh release (?:create|upload|edit)|gh gist create|hub release create|(?:serverless|sls|cdk|hexo|sst) deploy|eas update|fastlane (?:release|deploy|beta)|surge|gh-pages|glab release create|gh pr merge|glab mr merge|ansible-galaxy (?:collection|role) (?:publish|import)|(?:huggingface-cli|hf) upload|kaggle (?:datasets|kernels|models) (?:create|push|version)|git push (?:heroku|dokku|production|prod)|(?:docker|podman|nerdctl) (?:image |manifest |compose )?push|skopeo copy|crane push|oras push|helm push|mvn (?:.* )?(?:deploy|release:perform)|(?:gradle|gradlew) (?:.* )?publish\w*|dotnet nuget push|nuget push|goreleaser release|pod trunk push|mix hex\.publish|wrangler (?:deploy|publish)|firebase deploy|fly(?:ctl)? deploy|eas submit|semantic-release|conda upload|anaconda upload|rsconnect deploy|snapcraft (?:upload|release|push)|python -m twine upload)(?: |$)/;

export const publishingRules: readonly Rule[] = [
  {
    ...family,
    id: "publish",
    description: "publish something that others can then install or see",
    hits: ({ program, args }) =>
      !args.some((arg) => /^(?:--dry-run|-n|--help|--snapshot|-h)$/.test(arg)) &&
      (publishing.test(lineOf(program, args)) ||
        (/^(?:docker|podman)$/.test(program) && args.includes("--push") && operandsOf(args).includes("build")) ||
        (/^(?:vercel|netlify)$/.test(program) && hasFlag(args, "", ["prod", "production"])) ||
        program === "semantic-release" ||
        program === "np"),
    examples: {
      hit: [
        "npm publish",
        "npm publish --tag x",
        "npm --workspace a publish",
        "pnpm -r publish",
        "yarn npm publish",
        "twine upload dist/*",
        "python -m twine upload dist/*",
        "cargo publish",
        "gh release create v1",
        "docker push x",
        "docker buildx build --push .",
        "npm unpublish x",
        "gem push x.gem",
        "poetry publish --build",
        "mvn clean deploy",
        "./gradlew publish",
        "npx semantic-release",
        "npx vsce publish",
      ],
      miss: [
        "npm pack",
        "npm publish --dry-run",
        "cargo package",
        "gh release list",
        "npm run publish-docs",
        "docker pull x",
        "goreleaser release --snapshot",
        "cargo publish --dry-run",
        "twine check dist/*",
      ],
    },
  },
];

const valued = /^(?:--workspace|-w|--filter|-F|--prefix|--cwd|-C|--registry)$/;

function lineOf(program: string, args: readonly string[]): string {
  const module = program.startsWith("python") && args[0] === "-m" ? ["python", "-m"] : [program];
  const words = args.filter((arg, at) => !arg.startsWith("-") && !valued.test(args[at - 1] ?? ""));
  return [...module, ...words].join(" ");
}
