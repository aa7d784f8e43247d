import { below, check, type Check } from "./check.ts";
import { definitions } from "./support/places.ts";

const reports = definitions("report");
const requests = definitions("request");

/** Faults of reports, and of the requests that ask for an evaluation. */
export const reportChecks: readonly Check[] = [
  check({
    code: "report/empty-section",
    why: "The receiver would read a heading with nothing below it",
    at: reports,
    test: ({ document: { sections } }) =>
      sections.flatMap(({ facts = [], text, answers }, index) =>
        facts.length === 0 && text === undefined && !answers
          ? [below(`/sections/${index}`, "This section has no text, no facts and no answers")]
          : [],
      ),
  }),
  check({
    code: "report/no-submission",
    why: "Without a submission there are no answers to write, and no verification to choose",
    at: reports,
    test: ({ document: { sections } }) =>
      sections.flatMap(({ of, only, answers }, index) =>
        of === undefined && (answers || only)
          ? [below(`/sections/${index}/${answers ? "answers" : "only"}`, 'Write "of": "verifications" beside it')]
          : [],
      ),
  }),
  check({
    code: "report/verification-not-requested",
    why: "No request with this report asks for the verification, so the section is never written",
    at: reports,
    test: ({ document: { id, sections } }, set) => {
      const asked = new Set(
        requests(set)
          .filter(({ document }) => document.evaluation?.report === id)
          .flatMap(({ document }) => document.verifications.map(({ verification }) => verification)),
      );
      if (asked.size === 0) return [];
      return sections.flatMap(({ only = [] }, index) =>
        only.flatMap((name, place) =>
          asked.has(name)
            ? []
            : [below(`/sections/${index}/only/${place}`, `No request with this report asks for "${name}"`)],
        ),
      );
    },
  }),
  check({
    code: "report/missing-verification",
    why: "The candidate pays for a verification that the receiver would not read about",
    at: requests,
    test: ({ document: { evaluation, verifications } }, set) => {
      const report = evaluation?.report === undefined ? undefined : set.find("report", evaluation.report);
      const sections = (report?.sections ?? []).filter(({ of }) => of !== undefined);
      if (!report || sections.some(({ only }) => only === undefined)) return [];
      const named = new Set(sections.flatMap(({ only = [] }) => only));
      return verifications.flatMap(({ verification }, index) =>
        named.has(verification)
          ? []
          : [
              below(
                `/verifications/${index}/verification`,
                `No section of the report "${report.id}" is about "${verification}"`,
              ),
            ],
      );
    },
  }),
  check({
    code: "request/evaluation-without-report",
    why: "The partner could not evaluate, because nothing would tell the results",
    at: requests,
    test: ({ document: { evaluation } }) =>
      evaluation && evaluation.report === undefined
        ? below("/evaluation", "A partner evaluates, but no report is made: name one (report)")
        : undefined,
  }),
  check({
    code: "request/evaluation-without-delivery",
    why: "Documents and report would never reach the partner, and the candidate would wait for ever",
    at: requests,
    test: ({ document: { evaluation } }) =>
      evaluation && evaluation.delivery === undefined
        ? below("/evaluation", "A partner evaluates, but nothing is sent: state how (delivery)")
        : undefined,
  }),
];
