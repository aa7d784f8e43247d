import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { toHolderName } from "#server/accounts/profile/profile.ts";
import { newId } from "#server/platform/ids.ts";
import { transact } from "#server/platform/store/database.ts";
import { candidates } from "#server/platform/store/tables/candidates.ts";
import { reportFiles, reports } from "#server/platform/store/tables/deliveries.ts";
import type { Services } from "#server/services.ts";
import { presentWhole } from "#server/wallet/credentials/present-whole.ts";
import { findEvaluation } from "#server/wallet/steps/evaluation.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import { loadTransaction, type LoadedTransaction } from "#server/wallet/transactions/load.ts";
import { getEffectiveOrganisation } from "#server/wallet/transactions/pinned-definitions.ts";
import { toReceiverName } from "../receiver.ts";
import { writeReport, type ReportSource, type WrittenReport } from "./content.ts";
import { drawReport } from "./draw.ts";
import { readReported } from "./submissions.ts";

type ReportRow = typeof reports.$inferSelect;
type IssueServices = Pick<Services, "db" | "config" | "secrets" | "settings" | "findMessageTexts">;

/** The form of report.json; a change that readers notice raises it. */
const format = "sanad-report/1";

/**
 * The report of a verified transaction: issued once, by the newest definitions. Its files are JSON, credentials, and a
 * PDF in the receiver's language and in the candidate's. Throws when its request names no report.
 */
export async function issueReport(services: IssueServices, txnId: string): Promise<ReportRow> {
  const { db } = services;
  const find = async () => (await db.select().from(reports).where(eq(reports.transactionId, txnId)))[0];
  const issued = await find();
  if (issued) return issued;
  const loaded = await loadTransaction(db, txnId);
  const { row, files } = await makeReport(services, loaded);
  await transact(db, async (tx) => {
    const inserted = await tx.insert(reports).values(row).onConflictDoNothing().returning({ id: reports.id });
    // Another server was first: its report counts.
    if (inserted.length > 0) await tx.insert(reportFiles).values(files.map((file) => ({ reportId: row.id, ...file })));
  });
  return (await find())!;
}

async function makeReport(services: IssueServices, loaded: LoadedTransaction) {
  const { db, findMessageTexts, settings } = services;
  const { row, now } = loaded;
  const organisation = getEffectiveOrganisation(services, row.orgId);
  const evaluation = findEvaluation(loaded, services);
  const definition = evaluation?.report === undefined ? undefined : organisation.get("report", evaluation.report);
  if (!evaluation || !definition) throw new Error(`The request ${row.formId} of ${row.orgId} names no report.`);
  const receiver = toReceiverName(services, evaluation.provider);
  const id = newId();
  const base = { id, issuedAt: now, loaded, organisation, receiver };
  const write = async (language: string) => {
    const messages = findMessageTexts(language, row.orgId);
    const source: ReportSource = { ...base, submissions: await readReported(db, loaded, organisation, messages) };
    return { source, messages, written: writeReport(definition, source, messages) };
  };
  const own = definition.language ?? "en";
  const forReceiver = await write(own);
  const json = Buffer.from(`${JSON.stringify(toJson(services, forReceiver), null, 2)}\n`);
  const hash = toSha256(json);
  const address = `${settings.publicUrl}/report/${id}?hash=${hash}`;
  const credentials = await presentWhole({ db, secrets: services.secrets }, row.id, {
    aud: evaluation.provider,
    nonce: id,
    now,
  });
  const languages = [...new Set([own, await readLanguage(services, row.candidateId)])];
  const pdfs = await Promise.all(
    languages.map(async (language) => {
      const { written, messages } = language === own ? forReceiver : await write(language);
      const bytes = await drawReport(written, { organisation, messages, address, hash, issuedAt: now, settings });
      return toFile(`report.${language}.pdf`, "application/pdf", bytes);
    }),
  );
  const files = [
    toFile("report.json", "application/json", json),
    toFile("credentials.json", "application/json", Buffer.from(`${JSON.stringify({ credentials }, null, 2)}\n`)),
    ...pdfs,
  ];
  const holder = row.holderName ?? toHolderName(loaded.profile);
  const { transactionId, orgId } = { transactionId: row.id, orgId: row.orgId };
  return {
    row: { id, transactionId, orgId, definitionId: definition.id, holder, receiver, hash, issuedAt: now },
    files,
  };
}

const toSha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

const toFile = (name: string, contentType: string, bytes: Buffer) => ({
  name,
  contentType,
  sha256: toSha256(bytes),
  bytes,
});

async function readLanguage({ db }: IssueServices, candidateId: string): Promise<string> {
  const [row] = await db.select({ locale: candidates.locale }).from(candidates).where(eq(candidates.id, candidateId));
  return row?.locale ?? "en";
}

/** The report for machines: the same statements as the PDF, with the values as they are stored. */
function toJson(
  { settings }: IssueServices,
  { source, written }: { source: ReportSource; written: WrittenReport },
): Record<string, unknown> {
  const { id, issuedAt, loaded, organisation, receiver, submissions } = source;
  const { row, profile, userInputs, definitions } = loaded;
  return {
    format,
    id,
    issuer: settings.publicUrl,
    issuedAt: issuedAt.toISOString(),
    organisation: { orgId: row.orgId, name: organisation.organisation.displayName ?? organisation.organisation.name },
    receiver,
    request: { formId: row.formId, name: english(definitions.request(row.formId).name) },
    transactionId: row.id,
    holder: { name: row.holderName ?? toHolderName(profile), mobile: profile.mobile },
    references: Object.fromEntries(userInputs.map(({ fieldName, value }) => [fieldName, value])),
    verifications: submissions.map(({ answers, verificationName: verification, ...one }) => ({
      verification,
      ...one,
      answers: answers.flatMap((group) =>
        group.answers.map(({ at, label, text, value }) => ({ section: group.title, at, label, text, value })),
      ),
    })),
    text: written,
  };
}
