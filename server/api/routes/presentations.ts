import { addPresenting } from "#server/wallet/presenting/outside.ts";
import { listChoices, shareOwn } from "#server/wallet/presenting/own.ts";
import { askElsewhere, getAsking, sweepRequests } from "#server/wallet/presenting/requests.ts";
import type { Handlers, RequestContext } from "../operations.ts";
import type { Area } from "./area.ts";

const toShower = ({ candidate, words }: RequestContext) => ({ id: candidate.id, words });

const handlers = {
  "presentations.choices": ({ params, query }, context) =>
    listChoices(context.services, toShower(context), query, params.type),
  "presentations.share": ({ body }, context) => shareOwn(context.services, toShower(context), body),
  "presentations.ask": ({ body }, context) => askElsewhere(context.services, toShower(context), body),
  "presentations.get": ({ params }, context) => getAsking(context.services, toShower(context), params.id),
} satisfies Handlers;

/** Credentials that are shown in place of a verification, from this wallet or from another. */
export const presentationsArea = {
  handlers,
  plugin: addPresenting,
  prepare: ({ jobs, db }) => jobs.register("presentations", 3600, () => sweepRequests(db)),
} satisfies Area;
