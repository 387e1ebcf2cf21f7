import { expect, test } from "vitest";
import { visible } from "./visible.ts";

test("what cannot be seen is spelled out, the rest stays", () => {
  expect(visible("rm\t-r 😀 é\nls")).toBe("rm\t-r 😀 é\nls");
  expect(visible("ls\u001b[2K\u202Erm\u200B\r\u2028")).toBe("ls\\u{1b}[2K\\u{202e}rm\\u{200b}\\u{d}\\u{2028}");
});
