// Reads the reports of both test runners: counts, and for each failed test its name and the first lines of the reason.
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./prepare.mjs";

/** A test file that does not load has no failed test, so it counts as one. */
export function readVitest(report) {
  if (!report) return undefined;
  const failed = report.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === "failed");
    if (tests.length > 0)
      return tests.map((test) => describeFailure(file.name, test.fullName, test.failureMessages[0]));
    return file.status === "failed" ? [describeFailure(file.name, "the file did not run", file.message)] : [];
  });
  return { passed: report.numPassedTests, failed: failed.length, why: failed };
}

/** An error outside a test (a file that does not load, a server that does not start) counts as a failure. */
export function readPlaywright(report) {
  if (!report) return undefined;
  const describeAll = (status, pick) =>
    report.suites
      .flatMap(specsOf)
      .flatMap((spec) =>
        spec.tests
          .filter((test) => test.status === status)
          .map((test) => describeFailure(spec.file, spec.title, pick(test.results)?.error?.message)),
      );
  const failed = describeAll("unexpected", (results) => results.at(-1));
  const errors = report.errors.map((error) =>
    describeFailure(error.location?.file ?? "", "outside a test", error.message),
  );
  return {
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected + report.errors.length,
    why: [...failed, ...errors],
    unstable: describeAll("flaky", (results) => results[0]),
  };
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

function describeFailure(file, name, message = "no reason was given") {
  const lines = stripVTControlCharacters(message).split("\n");
  return [
    `  ✗ ${path.relative(root, path.resolve(root, file))} › ${name}`,
    ...lines.slice(0, 40).map((line) => `      ${line.slice(0, 240)}`),
  ].join("\n");
}
