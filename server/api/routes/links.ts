import { getLink, listShowing, makeLink, takeBackLink } from "#server/wallet/sharing/links.ts";
import { forgetVisits, openLink } from "#server/wallet/sharing/open.ts";
import type { Handlers } from "../operations.ts";
import type { Area } from "./area.ts";

/** Nobody guesses a secret; this only keeps who tries from costing anything. */
const opensPerHour = 300;
const forgetSeconds = 600;

const handlers = {
  "links.list": ({ query }, { services, candidate, words }) =>
    listShowing(services, { id: candidate.id, words }, query.credentialId),
  "links.get": ({ params }, { services, candidate, words }) =>
    getLink(services, { id: candidate.id, words }, params.id),
  "links.make": ({ body }, { services, candidate, words }) => makeLink(services, { id: candidate.id, words }, body),
  "links.take-back": ({ params }, { services, candidate, words }) =>
    takeBackLink(services, { id: candidate.id, words }, params.id),
  "links.paper": async ({ params }, { services, candidate, words, reply }) => {
    const { makePaper } = await import("#server/wallet/sharing/paper.ts");
    const { fileName, pdf } = await makePaper(services, { id: candidate.id, words }, params.id);
    void reply
      .type("application/pdf")
      .header("content-disposition", `attachment; filename="${fileName}"`)
      .header("x-content-type-options", "nosniff")
      .header("cache-control", "no-store");
    return pdf;
  },
  "links.open": async ({ params, query }, { services, request, words }) => {
    await services.limits.takeAddress("link-opened", request.ip, opensPerHour, 3600);
    const visitor = {
      zone: query.zone ?? "",
      userAgent: request.headers["user-agent"] ?? "",
      address: request.ip,
    };
    return openLink(services, params.secret, visitor, words);
  },
} satisfies Handlers;

/** Links by which credentials are shown to people without an account. */
export const linksArea = {
  handlers,
  prepare: ({ jobs, db }) => jobs.register("forget-visits", forgetSeconds, (now) => forgetVisits(db, now)),
} satisfies Area;
