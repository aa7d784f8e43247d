import { services as bases } from "#engine/contract/services.ts";
import { toAddress } from "#server/console/documents.ts";
import { findFile } from "#server/files/storage/stored-files.ts";
import { countPages } from "#server/files/storage/stored-pages.ts";
import type { Services } from "#server/services.ts";
import type { StaffSession } from "#server/staff/sessions.ts";
import { assertReleased } from "./stored-file-answer.ts";

/** Pages of a longer document are read in the document itself. */
const pagesMax = 300;

/** For whom an address of a document works: the session of a member of staff in an organisation. */
export const toHolder = ({ tokenHash }: Pick<StaffSession, "tokenHash">, orgId: string): string =>
  `${orgId} ${tokenHash}`;

/** The document of an address, when it may be read. Throws 404, and 409 while its scan is pending. */
export async function findReleased(services: Services, candidateId: string, fileId: string) {
  const row = await findFile(services, candidateId, fileId);
  assertReleased(row);
  return row;
}

/** Makes addresses of a document and its pages for this session. Reading them is audited. Throws 404 and 409. */
export async function openDocument(
  services: Services,
  staffSession: Pick<StaffSession, "tokenHash" | "staff">,
  { orgId, candidateId, fileId }: { orgId: string; candidateId: string; fileId: string },
): Promise<{ url: string; pageList: string[]; expiresAt: string }> {
  const scope = { holder: toHolder(staffSession, orgId), now: await services.clock.now() };
  const { address, expiresAt } = toAddress(services.secrets, { fileId, candidateId }, scope);
  const url = `${bases.console}/organisations/${orgId}/documents/${address}`;
  const row = await findReleased(services, candidateId, fileId);
  const isPdf = row.contentType === "application/pdf";
  const pages = isPdf ? Math.min(await countPages(services, row, staffSession.staff.id), pagesMax) : 0;
  const pageList = isPdf ? Array.from({ length: pages }, (_, index) => `${url}/pages/${index + 1}`) : [url];
  return { url, pageList, expiresAt: expiresAt.toISOString() };
}
