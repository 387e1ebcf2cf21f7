import { expect, test } from "vitest";
import type { Message } from "../../domain/message.ts";
import { invocationText } from "../../text/skill-invocation.ts";
import { droppedSkills } from "./dropped-skills.ts";
import { userMessages } from "./user-messages.ts";

const lost = (name: string): string =>
  `Skill "${name}" was loaded and its text is gone: load it again with skill_view before using it.`;
const invoked: Message = {
  role: "user",
  content: invocationText([{ name: "deploy", body: "Long text of the skill.", notes: [] }], "ship it"),
};
const viewed: Message = {
  role: "assistant",
  content: "",
  tool_calls: [
    {
      id: "c",
      call_id: "c",
      response_item_id: "c",
      type: "function",
      function: { name: "skill_view", arguments: '{"name":"review"}' },
    },
  ],
};

test("a skill whose text is dropped leaves a mark with its name, and marks outlive further compressions", () => {
  const marks = droppedSkills([invoked, viewed], []);
  expect(marks).toEqual([lost("deploy"), lost("review")]);
  expect(droppedSkills([], [...marks, "src/a.ts"])).toEqual(marks);
  expect(droppedSkills([viewed], marks)).toEqual([lost("review"), lost("deploy")]);
});

test("of a question with a skill in it only the person's own words are kept", () => {
  expect(userMessages([invoked], [])).toEqual(["ship it"]);
});
