import { expect, test } from "vitest";
import { announcesStep, promisesWork } from "./announcements.ts";

test.each([
  "Let me check the logs.",
  "Let me check if the file exists.",
  "I'll read the configuration file now.",
  "I’ll start by reading src/main.ts.",
  "I will now run the tests.",
  "Now I'll fix the import:",
  "Okay, let me take a look at the repository.",
  "Great! Let me update the README…",
  "The build fails in step two. Let me look into it.",
  "I'm going to search for every use of that function.",
  "I am going to create the file",
  "First, I'll list the directory.",
  "Next, I'll implement the parser.",
  "Let's run the build again.",
  "To start, I'll explore the codebase.",
  "Now let me verify the result.",
  "The test passes. Now I'll refactor the helper.",
  "I'll go ahead and apply the patch.",
  "Let me quickly grep for it.",
  "I'll have a look at `package.json`",
  "Alright, let me dig into the stack trace...",
  "Running the tests now.",
  "Checking the logs…",
  "Now updating the lock file...",
  "**Let me open the file.**",
  "I see two candidates.\n\nLet me inspect both.",
  "I'll continue with the second file.",
  "Let me make these changes.",
  "Then I will delete the old folder.",
])("announced: %s", (text) => {
  expect(announcesStep(text)).toBe(true);
});

test.each([
  "Done.",
  "42",
  "The capital of France is Paris.",
  "I fixed the import and all tests pass.",
  "Let me know if you need anything else.",
  "Let me know which file you mean and I'll check it.",
  "I'll check it as soon as you send the file.",
  "If you like, I'll run the tests.",
  "Shall I run the tests?",
  "Which file do you mean? I'll read it then.",
  "I'll remember that.",
  "I'll keep that in mind.",
  "I'll be here when you need me.",
  "I'll wait for your answer.",
  "I'll check back tomorrow.",
  "See you! I'll see you tomorrow.",
  "Let me explain: a closure captures variables.",
  "Let me list them: a, b and c.",
  "Once the build is green I'll merge it.",
  "Please send the log, then I'll look into it.",
  "You can run the tests with `npm test`.",
  "To check the logs, run `journalctl`.",
  "I will use that name from now on.",
  "Reading the file is safe.",
  "Running the tests takes a minute.",
  "The plan:\n1. I'll read the file\n2. I'll fix it",
  '"I\'ll find you," he said.',
  "She whispered: I'll run away.",
  "I need your approval. I'll run the migration then.",
  "```\nlet me run\n```",
  "I couldn't find the file, so nothing was changed.",
  "That should do it. Let me know how it goes.",
  "I would run the tests first.",
  "Ich schaue mir jetzt die Datei an.",
  "Lass mich die Protokolle prüfen.",
  "Ich werde nun die Tests ausführen.",
  "让我检查一下日志。",
  "我现在来读取配置文件。",
  "我会运行测试。",
  "",
])("an answer: %s", (text) => {
  expect(announcesStep(text)).toBe(false);
});

test("a promise of work counts wherever it stands, small talk and conditions do not", () => {
  const promise = "Understood. I'll review the code in src/agent and run the tests. I report back with what I find.";
  expect(promisesWork(promise)).toBe(true);
  expect(announcesStep(promise)).toBe(false);
  expect(promisesWork("I'll list three ideas. One: rest. Two: walk. Three: sleep.")).toBe(false);
  expect(promisesWork("I'll review the code once you push it. It is short.")).toBe(false);
  expect(promisesWork("The code in src/agent is sound. Nothing to do.")).toBe(false);
});
