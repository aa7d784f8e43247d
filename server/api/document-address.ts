import { services as bases } from "#engine/contract/services.ts";
import { toAddress } from "#server/console/documents.ts";
import { findFile } from "#server/files/storage/stored-files.ts";
import { countPages } from "#server/files/storage/stored-pages.ts";
import type { StaffContext } from "./operations.ts";
import { assertReleased } from "./stored-file-answer.ts";

/** Pages of a longer document are read in the document itself. */
const pagesMax = 300;

/** Who may use the address of a document: a session in one organisation. */
export const toDocumentHolder = ({ tokenHash }: StaffContext["staffSession"], orgId: string): string =>
  `${orgId} ${tokenHash}`;

/** Addresses of a document and its pages for one session. Throws 404, and 409 while its scan is pending. */
export async function openDocument(
  { services, staffSession }: Pick<StaffContext, "services" | "staffSession">,
  { orgId, fileId, candidateId }: { orgId: string; fileId: string; candidateId: string },
): Promise<{ url: string; pageList: string[]; expiresAt: string }> {
  const scope = { holder: toDocumentHolder(staffSession, orgId), now: await services.clock.now() };
  const { address, expiresAt } = toAddress(services.secrets, { fileId, candidateId }, scope);
  const url = `${bases.console}/organisations/${orgId}/documents/${address}`;
  const row = await findFile(services, candidateId, fileId);
  assertReleased(row);
  const isPdf = row.contentType === "application/pdf";
  const pages = isPdf ? Math.min(await countPages(services, row, staffSession.staff.id), pagesMax) : 0;
  const pageList = isPdf ? Array.from({ length: pages }, (_, index) => `${url}/pages/${index + 1}`) : [url];
  return { url, pageList, expiresAt: expiresAt.toISOString() };
}
