import type { ReportDefinition, ReportSection } from "#engine/core/definitions/report.ts";
import { resolveText } from "#engine/core/definitions/text.ts";
import { formatDate } from "#engine/core/rules/dates.ts";
import { isTrue, type Scope } from "#engine/core/rules/evaluate.ts";
import { toOrganisation } from "#engine/core/scope/organisation.ts";
import type { ReportRoot, SubmissionRoot } from "#engine/core/scope/report.ts";
import { toHolderName } from "#server/accounts/profile/profile.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { LoadedTransaction } from "#server/wallet/transactions/load.ts";
import type { ReadAnswers } from "#server/wallet/submissions/read-answers.ts";
import { zone } from "#server/platform/time-zone.ts";

/** A label and a value, in the language of the report. */
export interface ReportFact {
  label: string;
  value: string;
}

/** A section as it is written; `groups` are the answers under the headings of their form. */
export interface WrittenSection {
  title: string;
  text: string;
  facts: ReportFact[];
  groups: { title: string; facts: ReportFact[] }[];
}

/** A report in one language, without its files. */
export interface WrittenReport {
  title: string;
  language: string;
  sections: WrittenSection[];
}

/** A submission of the transaction, or a verification without one, as a report is about it. */
export interface ReportedSubmission {
  verificationName: string;
  subType: string;
  /** English. */
  label: string;
  title: string;
  result: SubmissionRoot["result"];
  source: SubmissionRoot["source"];
  issuer: string;
  submittedAt?: string;
  verifiedAt?: string;
  credentialId: string;
  /** In the language of the report. */
  answers: ReadAnswers[];
}

/** What a report is written from. */
export interface ReportSource {
  id: string;
  issuedAt: Date;
  loaded: LoadedTransaction;
  organisation: OrganisationRelease;
  receiver: string;
  submissions: readonly ReportedSubmission[];
}

/** Writes the sections of a definition, in the language of `messages`. A fact without a value is left out. */
export function writeReport(
  { title, sections }: ReportDefinition,
  source: ReportSource,
  messages: MessageTexts,
): WrittenReport {
  const roots = {
    organisation: toOrganisation(source.organisation.organisation),
    report: toReportRoot(source, messages),
  };
  const scope = { roots, rules: source.organisation.rules };
  return {
    title: resolveText(title, scope, messages.translate),
    language: messages.language,
    sections: sections.flatMap((section) => writeSection(section, source, { scope, messages })),
  };
}

interface Writing {
  scope: Scope;
  messages: MessageTexts;
}

function writeSection(section: ReportSection, { submissions }: ReportSource, writing: Writing): WrittenSection[] {
  if (section.of === undefined) return writeOne(section, writing, []);
  return submissions
    .filter(({ verificationName }) => section.only?.includes(verificationName) ?? true)
    .flatMap((one) => {
      const roots = { ...writing.scope.roots, submission: toSubmissionRoot(one, writing.messages) };
      const scope = { ...writing.scope, roots };
      return writeOne(section, { ...writing, scope }, section.answers ? one.answers : []);
    });
}

function writeOne(
  { title, when = true, text, facts = [] }: ReportSection,
  { scope, messages }: Writing,
  answers: readonly ReadAnswers[],
): WrittenSection[] {
  if (!isTrue(when, scope)) return [];
  const write = (part: Parameters<typeof resolveText>[0]) => resolveText(part, scope, messages.translate);
  return [
    {
      title: write(title),
      text: write(text),
      facts: facts.flatMap((fact) => {
        const value = isTrue(fact.when ?? true, scope) ? write(fact.value) : "";
        return value === "" ? [] : [{ label: write(fact.label), value }];
      }),
      groups: answers.map((group) => ({
        title: group.title,
        facts: group.answers.map(({ label, text: value }) => ({ label, value })),
      })),
    },
  ];
}

const toDay = (moment: Date | string | null | undefined, { language }: MessageTexts): string =>
  moment ? formatDate(new Date(moment).toISOString(), "long", { locale: language, zone }) : "";

function toReportRoot(
  { id, issuedAt, loaded, organisation, receiver }: ReportSource,
  messages: MessageTexts,
): ReportRoot {
  const { row, profile, definitions, userInputs } = loaded;
  const { name, displayName = name } = organisation.organisation;
  return {
    id,
    issuedOn: toDay(issuedAt, messages),
    holder: row.holderName ?? toHolderName(profile),
    mobile: profile.mobile,
    request: resolveText(definitions.request(row.formId).name, { roots: {}, rules: {} }, messages.translate),
    organisation: displayName,
    receiver,
    references: userInputs.map(({ value }) => value).join(", "),
    submittedOn: toDay(row.submittedAt, messages),
    transactionId: row.id,
  };
}

function toSubmissionRoot(one: ReportedSubmission, messages: MessageTexts): SubmissionRoot {
  const { verificationName, label, title, result, source, issuer, submittedAt, verifiedAt, credentialId } = one;
  return {
    verificationName,
    label: messages.translate(label),
    title,
    result,
    source,
    issuer,
    submittedOn: toDay(submittedAt, messages),
    verifiedOn: toDay(verifiedAt, messages),
    credentialId,
  };
}
