import path from "node:path";
import { pathToFileURL } from "node:url";
import { toSeverity } from "#engine/authoring/check/severity.ts";
import type { LocatedIssue } from "../check-schemas.ts";
import type { CheckReport, ReportText } from "./check-report.ts";

/** SARIF 2.1.0 (OASIS) for code review tools: one run, one result per issue. Allowed findings are suppressed. */
export function toSarif({ folder, issues, allowed }: CheckReport): ReportText {
  const results = [...issues, ...allowed];
  const rules = [...new Set(results.map(({ code }) => code))].sort();
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "sanad-check", rules: rules.map((id) => ({ id })) } },
        columnKind: "utf16CodeUnits",
        results: results.map((issue) => ({
          ruleId: issue.code,
          ruleIndex: rules.indexOf(issue.code),
          level: toSeverity(issue),
          message: { text: issue.message },
          locations: [toLocation(folder, issue)],
          ...("why" in issue && { suppressions: [{ kind: "inSource", justification: issue.why }] }),
        })),
      },
    ],
  };
  return { output: JSON.stringify(log, undefined, 2) };
}

const toLocation = (folder: string, { document, pointer, line, column }: LocatedIssue) => ({
  physicalLocation: {
    artifactLocation: { uri: toUri(folder, document) },
    region: { startLine: line, startColumn: column },
  },
  logicalLocations: [{ fullyQualifiedName: `${document}#${pointer}`, kind: "member" }],
});

/** A relative address below the working directory, which review tools expect; else a file URL. */
function toUri(folder: string, document: string): string {
  const file = path.join(folder, document);
  return path.isAbsolute(folder) || folder.startsWith("..")
    ? pathToFileURL(path.resolve(file)).href
    : file.split(path.sep).map(encodeURIComponent).join("/");
}
