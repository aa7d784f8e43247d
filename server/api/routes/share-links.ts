import { getShareLink, listShareLinks, createShareLink, revokeShareLink } from "#server/wallet/sharing/share-links.ts";
import { forgetViewerHashes, viewShareLink } from "#server/wallet/sharing/view-share-link.ts";
import type { Handlers } from "../operations.ts";
import type { Area } from "./area.ts";

/** Limits the cost of guessing. The secret itself cannot be guessed. */
const opensPerHour = 300;
const forgetSeconds = 600;

const handlers = {
  "share-links.list": ({ query }, { services, candidate, messages }) =>
    listShareLinks(services, { id: candidate.id, messages }, query.credentialId),
  "share-links.get": ({ params }, { services, candidate, messages }) =>
    getShareLink(services, { id: candidate.id, messages }, params.id),
  "share-links.create": ({ body }, { services, candidate, messages }) =>
    createShareLink(services, { id: candidate.id, messages }, body),
  "share-links.revoke": ({ params }, { services, candidate, messages }) =>
    revokeShareLink(services, { id: candidate.id, messages }, params.id),
  "share-links.pdf": async ({ params }, { services, candidate, messages, reply }) => {
    const { makeCertificate } = await import("#server/wallet/sharing/certificate-pdf.ts");
    const { fileName, pdf } = await makeCertificate(services, { id: candidate.id, messages }, params.id);
    void reply
      .type("application/pdf")
      .header("content-disposition", `attachment; filename="${fileName}"`)
      .header("x-content-type-options", "nosniff")
      .header("cache-control", "no-store");
    return pdf;
  },
  "share-links.view": async ({ params, query }, { services, request, messages }) => {
    await services.rateLimits.consumeForAddress("link-opened", request.ip, opensPerHour, 3600);
    const visitor = {
      timeZone: query.timeZone ?? "",
      userAgent: request.headers["user-agent"] ?? "",
      address: request.ip,
    };
    return viewShareLink(services, params.secret, visitor, messages);
  },
} satisfies Handlers;

/** Share links, which show credentials to people without an account. */
export const shareLinksArea = {
  handlers,
  register: ({ jobs, db }) =>
    jobs.register("forget-viewer-hashes", forgetSeconds, (now) => forgetViewerHashes(db, now)),
} satisfies Area;
