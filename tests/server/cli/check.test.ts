import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkSchemas } from "#server/config/check-schemas.ts";
import { formats, type Format } from "#server/config/report/formats.ts";
import { copySmallSchemas } from "../config/small-schemas.ts";
import { runBuilt } from "../run-built.ts";

const place = mkdtempSync(path.join(tmpdir(), "sanad check "));
const faulty = path.join(place, "our schemas");

beforeAll(() => {
  copySmallSchemas(faulty);
  const file = path.join(faulty, "screens/wallet/help.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"title"', '"titel"'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** The output of a format for a folder. */
async function write(format: Format, folder: string): Promise<string> {
  const { issues, allowed, sources } = await checkSchemas(path.join(place, folder));
  const counts = { definitions: sources.length, organisations: 1, languages: 1, seconds: 0 };
  return formats[format]({ folder, issues, allowed, ...counts }).output;
}

function check(...args: string[]) {
  const { status, stdout, stderr } = runBuilt("cli/check.js", args, { cwd: place });
  return { status, stdout, stderr };
}

test("prints its usage for --help, and with exit code 2 for wrong arguments", () => {
  const helped = check("--help");
  expect(helped).toMatchObject({ status: 0, stderr: "" });
  expect(helped.stdout).toContain("--format");
  for (const args of [
    ["--formt", "json"],
    ["--format", "xml"],
    ["one", "two"],
  ]) {
    const refused = check(...args);
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toContain("Usage: npm run check");
  }
});

test("reports the same fault at the same position in lines, JSON and SARIF", async () => {
  const lines = check("our schemas");
  expect(lines.status).toBe(1);
  const [, line, column] =
    /^screens\/wallet\/help\.json:(\d+):(\d+) \/titel definition\/unknown-key: .*did you mean "title"/m.exec(
      lines.stderr,
    )!;
  expect(lines.stdout).toMatch(/: \d+ faults \(\d+\.\d s\)$/m);

  const json = check("our schemas", "--format", "json");
  expect(json).toMatchObject({ status: 1, stderr: "" });
  const report = JSON.parse(json.stdout) as { folder: string; issues: { code: string }[] };
  expect(report.folder).toBe("our schemas");
  expect(report.issues).toHaveLength(lines.stderr.trim().split("\n").length);
  expect(report.issues).toContainEqual({
    document: "screens/wallet/help.json",
    pointer: "/titel",
    code: "definition/unknown-key",
    message: expect.stringContaining('did you mean "title"'),
    fix: { rename: "title" },
    line: Number(line),
    column: Number(column),
  });

  const { version, runs } = JSON.parse(await write("sarif", "our schemas")) as {
    version: string;
    runs: { tool: { driver: { rules: { id: string }[] } }; results: { ruleIndex: number; ruleId: string }[] }[];
  };
  expect(version).toBe("2.1.0");
  const [{ tool, results }] = runs as [(typeof runs)[number]];
  expect(results).toHaveLength(report.issues.length);
  expect(results.every(({ ruleIndex, ruleId }) => tool.driver.rules[ruleIndex]?.id === ruleId)).toBe(true);
  expect(results).toContainEqual(
    expect.objectContaining({
      ruleId: "definition/unknown-key",
      level: "error",
      locations: [
        expect.objectContaining({
          physicalLocation: {
            artifactLocation: { uri: "our%20schemas/screens/wallet/help.json" },
            region: { startLine: Number(line), startColumn: Number(column) },
          },
        }),
      ],
    }),
  );
});

test("counts allowed findings, and suppresses them in SARIF with their reason", async () => {
  const folder = path.join(place, "allowed");
  copySmallSchemas(folder);
  const file = path.join(folder, "organisations/gce/organisation.json");
  const document = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown> & { flags: object };
  document.flags = { ...document.flags, lonely: true };
  writeFileSync(file, JSON.stringify(document));
  expect((await checkSchemas(folder)).issues.map(({ code }) => code)).toEqual(["organisation/unused-flag"]);

  writeFileSync(
    file,
    JSON.stringify({ ...document, "x-allow": { "organisation/unused-flag /flags/lonely": "Asked soon." } }),
  );
  expect(await write("lines", "allowed")).toContain("all good, 1 allowed");
  const sarif = check("allowed", "--format", "sarif");
  expect(sarif).toMatchObject({ status: 0, stderr: "" });
  const { runs } = JSON.parse(sarif.stdout) as { runs: { results: unknown[] }[] };
  expect(runs[0]!.results).toMatchObject([
    { ruleId: "organisation/unused-flag", suppressions: [{ kind: "inSource", justification: "Asked soon." }] },
  ]);
});
