// Placeholder until the app is built.
process.stdout.write(`hermes ${process.version}\n`);
