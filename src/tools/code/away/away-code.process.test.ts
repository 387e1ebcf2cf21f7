import { describe } from "vitest";
import { codeCarriers } from "../../../../tests/support/away-code.ts";
import { programStories } from "../../../../tests/support/program-stories.ts";

describe.each(codeCarriers)("over $name", programStories);
