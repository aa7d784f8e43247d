import { expect, test } from "vitest";
import { readArguments } from "#server/cli/read-arguments.ts";

const options = { against: { type: "string" }, fix: { type: "boolean" } } as const;

test("separates words and options", () => {
  expect(readArguments(options, ["folder", "--against", "main", "--fix"])).toMatchObject({
    positionals: ["folder"],
    values: { against: "main", fix: true },
  });
});

test.each([
  [["--agains", "main"], "There is no option --agains; did you mean --against?"],
  [["--zebra"], "There is no option --zebra; the options are --against, --fix"],
  [["--against"], "--against needs a value."],
  [["--against", "--fix"], "--against needs a value."],
  [["--fix=yes"], "--fix takes no value."],
])("rejects %j with the reason", (args, message) => {
  expect(() => readArguments(options, args)).toThrow(message);
});
