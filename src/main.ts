import manifest from "../package.json" with { type: "json" };

// What scripts ask most often is answered before anything is loaded.
if (process.argv.length === 3 && process.argv[2] === "--version") process.stdout.write(`hermes ${manifest.version}\n`);
else await start();

async function start(): Promise<void> {
  await (await import("./app/cli.ts")).main(process, manifest.version);
}
