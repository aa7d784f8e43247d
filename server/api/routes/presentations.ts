import { addOpenid4vpEndpoints } from "#server/wallet/presentations/openid4vp-endpoints.ts";
import {
  listPresentableCredentials,
  presentOwnCredential,
} from "#server/wallet/presentations/present-own-credential.ts";
import {
  createPresentationRequest,
  getPresentationRequest,
  prunePresentationRequests,
} from "#server/wallet/presentations/requests.ts";
import type { Handlers, RequestContext } from "../operations.ts";
import type { Area } from "./area.ts";

const toHolder = ({ candidate, messages }: RequestContext) => ({ id: candidate.id, messages });

const handlers = {
  "presentations.list-matching": ({ params, query }, context) =>
    listPresentableCredentials(context.services, toHolder(context), query, params.type),
  "presentations.create": ({ body }, context) => presentOwnCredential(context.services, toHolder(context), body),
  "presentation-requests.create": ({ body }, context) =>
    createPresentationRequest(context.services, toHolder(context), body),
  "presentation-requests.get": ({ params }, context) =>
    getPresentationRequest(context.services, toHolder(context), params.id),
} satisfies Handlers;

/** Presentations of credentials in place of a verification, from this wallet or another. */
export const presentationsArea = {
  handlers,
  plugin: addOpenid4vpEndpoints,
  register: ({ jobs, db }) => jobs.register("presentations", 3600, () => prunePresentationRequests(db)),
} satisfies Area;
