import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appRoot } from "#server/root.ts";
import { runBuilt } from "../run-built.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "sanad-import-"));
  cpSync(path.join(appRoot, "schemas"), path.join(folder, "schemas"), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `npm run import -- …` in the folder. */
function run(...args: string[]): { code: number | null; out: string; err: string } {
  const env = { ...process.env, SCHEMAS_DIR: path.join(folder, "schemas") };
  const { status, stdout, stderr } = runBuilt("cli/import.js", args, { cwd: folder, env });
  return { code: status, out: stdout, err: stderr };
}
const put = (name: string, content: unknown) => writeFileSync(path.join(folder, name), JSON.stringify(content));
const placed = (name: string) => path.join(folder, "schemas", name);

test("writes field definitions in the repository's format, reports the rest, and exports them again", () => {
  const definitions = [
    { fieldName: "board", inputType: "autocomplete", label: "Board name", optionsKey: "boards", required: true },
    { fieldName: "rollNumber", inputType: "text", label: "Roll number", maxLength: 40, validation: { fn: "isRoll" } },
    {
      fieldName: "status",
      inputType: "select",
      label: "Status",
      options: [
        { name: "Passed", value: "PASSED" },
        { name: "Not yet", value: "OPEN" },
      ],
    },
  ];
  put("oldMarksheet.json", definitions);
  const made = run("fields", "oldMarksheet.json");
  expect(made.code, made.err).toBe(0);
  expect(made.out.trim().split("\n")).toEqual([
    placed("forms/old-marksheet.json"),
    placed("options/old-marksheet-status.json"),
  ]);
  expect(made.err).toContain("Not carried over from oldMarksheet.json:\n  /1/validation/fn: 'isRoll' is code");
  const formatted = spawnSync(
    path.join(appRoot, "node_modules/.bin/oxfmt"),
    ["-c", path.join(appRoot, ".oxfmtrc.json"), "--check", ...made.out.trim().split("\n")],
    { encoding: "utf8" },
  );
  expect(formatted.status, formatted.stdout + formatted.stderr).toBe(0);
  const back = run("fields", "--back", "old-marksheet");
  expect(JSON.parse(back.out)).toEqual(definitions);
  expect(run("fields", "oldMarksheet.json")).toMatchObject({
    code: 1,
    err: expect.stringContaining("already exists"),
  });
});

test("imports a verification config as a verification with its form, and a schema with its uiSchema as a form", () => {
  put("config.json", {
    name: "old-degree",
    metadata: { label: "Old degree", iconUrl: "degree" },
    additionalInfo: { authOptions: [{ page: { config: [{ inputs: [{ fieldName: "roll", visibility: true }] }] } }] },
    category: { name: "Education" },
  });
  put("fields.json", [{ fieldName: "roll", inputType: "text", label: "Roll number" }]);
  expect(run("verification", "config.json", "--fields", "fields.json")).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(readFileSync(placed("verifications/old-degree.json"), "utf8"))).toMatchObject({
    form: "old-degree",
  });
  expect(JSON.parse(run("verification", "--back", "old-degree").out)).toMatchObject({ name: "old-degree" });
  put("record.json", { type: "object", properties: { name: { type: "string" } } });
  put("record-ui.json", { name: { "ui:placeholder": "Asha" } });
  expect(run("schema", "record.json", "--ui", "record-ui.json")).toMatchObject({ code: 0, err: "" });
  expect(readFileSync(placed("forms/record.json"), "utf8")).toContain('"placeholder": "Asha"');
});

test("rejects a wrong file before it writes anything", () => {
  put("wrong.json", [{ label: "no name" }]);
  expect(run("fields", "wrong.json")).toMatchObject({
    code: 1,
    err: expect.stringContaining("each with its fieldName"),
  });
  expect(existsSync(placed("forms/wrong.json"))).toBe(false);
  expect(run("fields", "absent.json").err).toContain("absent.json");
  expect(run("nothing").err).toContain("npm run import -- fields FILE");
});

test("reads a file with a byte order mark, and rejects another encoding with its name and the reason", () => {
  const definitions = JSON.stringify([{ fieldName: "city", inputType: "text", label: "Zürich" }]);
  writeFileSync(path.join(folder, "marked.json"), `\uFEFF${definitions}`);
  expect(run("fields", "marked.json")).toMatchObject({ code: 0, out: `${placed("forms/marked.json")}\n` });
  writeFileSync(path.join(folder, "foreign.json"), definitions, "latin1");
  writeFileSync(path.join(folder, "foreign.csv"), "code,name\n1,Zürich", "latin1");
  for (const args of [
    ["fields", "foreign.json"],
    ["institutes", "foreign.csv"],
  ])
    expect(run(...args)).toMatchObject({ code: 1, err: expect.stringMatching(/^foreign\.\w+: .*not UTF-8/) });
  expect(existsSync(placed("forms/foreign.json"))).toBe(false);
});

test("lists the imports for --help", () => {
  const help = run("--help");
  expect([help.code, help.err]).toEqual([0, ""]);
  expect(help.out).toContain("npm run import -- verification FILE");
});
