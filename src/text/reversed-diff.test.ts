import { expect, test } from "vitest";
import { reversedDiff } from "./reversed-diff.ts";

const forth = `diff --git a/a.txt b/a.txt
index 111..222 100644
--- a/a.txt
+++ b/a.txt
@@ -1,3 +1,3 @@ head
 same
-agent
-more
+first
+second
@@ -9 +9,2 @@
-x
+x
+y
\\ No newline at end of file
diff --git a/new.txt b/new.txt
deleted file mode 100644
index 333..000
--- a/new.txt
+++ /dev/null
@@ -1 +0,0 @@
--- no head
`;

const back = `diff --git a/a.txt b/a.txt
index 222..111 100644
--- a/a.txt
+++ b/a.txt
@@ -1,3 +1,3 @@ head
 same
-first
-second
+agent
+more
@@ -9,2 +9 @@
-x
-y
\\ No newline at end of file
+x
diff --git a/new.txt b/new.txt
new file mode 100644
index 000..333
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+-- no head`;

test("a way back is turned into the way there, and back again; other lines are left out", () => {
  expect(reversedDiff(`${forth}2 files would go back.`)).toBe(back);
  expect(reversedDiff(back)).toBe(forth.trimEnd());
  expect(reversedDiff("Nothing to go back.")).toBe("");
});
