import fc from "fast-check";
import { expect, test } from "vitest";
import { redactSecrets, redaction } from "./redact.ts";

const tail = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6";
const key = `-----BEGIN OPENSSH PRIVATE KEY-----\n${"b3BlbnNzaC1rZXktdjEAAAAA\n".repeat(3)}-----END OPENSSH PRIVATE KEY-----`;

test.each([
  ["sk-ant-api03-abcdefgh12345678WXYZ", "sk-ant…WXYZ"],
  [`sk-proj-${tail}`, "sk-pro…o5P6"],
  [`(ghp_${tail})`, "(ghp_a1…o5P6)"],
  ["AKIAIOSFODNN7EXAMPLE", "AKIAIO…MPLE"],
  ["110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX", "110201…sawX"],
  ['{"text":"a\\nAKIAIOSFODNN7EXAMPLE\\n"}', '{"text":"a\\nAKIAIO…MPLE\\n"}'],
  ["Authorization: Bearer abc123def", "Authorization: Bearer ***"],
  [`curl -H "x-api-key: ${tail}"`, 'curl -H "x-api-key: a1B2c3…o5P6"'],
  ["postgres://app:hunter2pass@db:5432/x", "postgres://app:***@db:5432/x"],
  ["https://x.test/?a=1&access_token=zzz1234567890zzzz99&b=2", "https://x.test/?a=1&access_token=zzz123…zz99&b=2"],
  [`xoxc-${tail}`, "xoxc-a…o5P6"],
  [`xoxd-${tail}`, "xoxd-a…o5P6"],
  [`hvb.${tail}`, "hvb.a1…o5P6"],
  [`shpss_${tail}`, "shpss_…o5P6"],
  ["Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic ***"],
  ["https://x.test/?accessToken=zzz12345", "https://x.test/?accessToken=***"],
  ["https://x.test/#access_token=zzz12345", "https://x.test/#access_token=***"],
  ["https://x.test/?jwt=zzz12345", "https://x.test/?jwt=***"],
  ['{"api_key": "abcd1234efgh"}', '{"api_key": "***"}'],
  ['{"content":"{\\"apiKey\\": \\"abcd1234efgh\\"}"}', '{"content":"{\\"apiKey\\": \\"***\\"}"}'],
  ["db:\n  password: correct1horse2battery\n", "db:\n  password: correc…tery\n"],
  [`a eyJhbGciOiJIUzI1NiJ9.${tail}.${tail} b`, "a eyJhbG…o5P6 b"],
  [`x\n${key}\ny`, "x\n-----BEGIN OPENSSH PRIVATE KEY-----\n***\n***\n***\n-----END OPENSSH PRIVATE KEY-----\ny"],
])("%j is shown as %j", (text, shown) => expect(redactSecrets(text)).toBe(shown));

test.each([
  "MAX_TOKENS=100",
  "const API_KEY=readKey(12)",
  "export function password(token: string): string { return token1; }",
  "apiKey: process.env.OPENAI_API_KEY",
  '"password": "string"',
  "authorization: string;",
  "Authorization: Basic authentication",
  "https://x.test/?page=2#keynote=12345",
  "Authorization: Bearer ${token1}",
  "class sk-loading-spinner-container",
  "https://user:$PASSWORD@host/",
  "see -----BEGIN PRIVATE KEY----- for the marker",
  "max_tokens: 12345678901234567890",
])("%j is ordinary text and stays", (text) => expect(redactSecrets(text)).toBe(text));

test("an environment dump hides every variable with a secret's name, and only those", () => {
  const dump =
    "PATH=/bin\nMAX_TOKENS=100\nMY_TOKEN=abc\nSTRIPE_KEY=x\nAPI_KEY_2=y\nDB_PASS=z\nKEYBOARD=de\nexport DB_PASSWORD='correct horse battery staple'\n";
  expect(redactSecrets(dump, "environment")).toBe(
    "PATH=/bin\nMAX_TOKENS=100\nMY_TOKEN=***\nSTRIPE_KEY=***\nAPI_KEY_2=***\nDB_PASS=***\nKEYBOARD=de\nexport DB_PASSWORD='correc…aple'\n",
  );
});

test("what was hidden is told to whoever has to put it back", () => {
  expect(redaction("a AKIAIOSFODNN7EXAMPLE b").hits).toEqual([
    { mask: "AKIAIO…MPLE", original: "AKIAIOSFODNN7EXAMPLE" },
  ]);
});

test("a header's name in the place of its value does not hide the value behind it", () => {
  expect(redactSecrets(`Authorization: Authorization: ${key}`)).not.toContain(key);
  expect(redactSecrets("&token=Authorization: Authorization: a1B2c3D4e5F6g7H8i9J0")).toBe(
    "&token=*** Authorization: a1B2c3…i9J0",
  );
});

const fragments = fc.constantFrom(
  "sk-ant-",
  tail,
  "Authorization: ",
  "Bearer ",
  "password",
  '"',
  ":",
  " ",
  "\n",
  "=",
  "***",
  "…",
  "://u:",
  "@",
  "&token=",
  key,
);

test("masking what is masked changes nothing", () => {
  fc.assert(
    fc.property(fc.array(fragments, { maxLength: 12 }), fc.constantFrom("text", "environment"), (parts, mode) => {
      const once = redactSecrets(parts.join(""), mode === "text" ? "text" : "environment");
      expect(redactSecrets(once, mode === "text" ? "text" : "environment")).toBe(once);
    }),
  );
});

test.each([
  "a",
  "sk-",
  "eyJ",
  "eyJ.",
  "-",
  "-----BEGIN PRIVATE KEY-----",
  "a://b:",
  "?token=",
  '"password":"',
  "password: ",
  "authorization: bearer ",
  "1234567890:",
  '\\"',
  "A=",
  " ",
  "x-api-key:\t",
  "ghp_",
  "a-",
  "\n- ",
  "-----BEGIN PRIVATE KEY-----\nA: ",
])("a megabyte of %j takes linear time", (piece) => {
  const small = timed(piece.repeat(Math.ceil(100_000 / piece.length)));
  const large = timed(piece.repeat(Math.ceil(1_000_000 / piece.length)));
  expect(large).toBeLessThan(Math.max(small * 60, 1_500)); // quadratic would be a hundred times as long
});

test.each(["sk-", "eyJ", "ghp_", "?token=", "-----BEGIN PRIVATE KEY-----\n"])(
  "one endless run behind %j is read to its end, whatever its length",
  (start) => {
    const text = `${start}${"Ab3".repeat(4_000_000)}, ghp_${"c0ffee".repeat(6)}`;
    expect(redactSecrets(text)).not.toContain("c0ffeec0ffeec0ffee");
  },
);

function timed(text: string): number {
  const start = performance.now();
  redactSecrets(text, "environment");
  return performance.now() - start;
}
