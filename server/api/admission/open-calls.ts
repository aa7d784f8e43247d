import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import type { EndpointContract } from "#engine/contract/parts/endpoint-contract.ts";
import { getOperation } from "#engine/contract/operations.ts";
import { services as bases } from "#engine/contract/services.ts";
import { blockedFor, type WalletError } from "#server/errors.ts";
import { FairShares } from "#server/platform/fair-shares.ts";
import { RateBuckets } from "#server/platform/rate-buckets.ts";
import { toAddressKey } from "#server/platform/rate-limits.ts";
import type { Refusals } from "#server/platform/refusals.ts";
import type { Settings } from "#server/platform/settings.ts";
import { watchTransfers } from "./transfer-watch.ts";

/** Calls of all people from head to end, and bodies that have not arrived. Memory is what limits them. */
const openCallsMax = 4000;
const openBodiesMax = 1000;
/** One candidate: several pages at once, each with the six connections of a browser. */
const callsPerCandidate = 64;
const bodiesPerCandidate = 24;
/** Connections of one address for each of its calls: browsers keep some that they do not use. */
const connectionsPerCall = 4;
const connectionsMax = 10_000;
const retrySeconds = 5;
/** Clients that retry at once cost more than served ones, so a refusal is delayed, at most this many at a time. */
const refusalDelayMs = 300;
const delayedMax = 2000;

/** Costly answers that anyone may request: they sign, render, read several rows, or have a megabyte. */
const publicReads: ReadonlySet<string> = new Set([
  "/openapi.json",
  ...Object.values<EndpointContract>(protocolEndpoints).flatMap(({ method, auth, path }) =>
    method === "GET" && auth === "public" ? [path] : [],
  ),
  bases[getOperation("share-links.view").service] + getOperation("share-links.view").path,
]);

type BudgetSettings = Pick<Settings, "addressLimits" | "budgets" | "trustProxy">;

/**
 * Gives each network address and each candidate a share of open calls, open bodies and public reads (429 beyond it),
 * and closes the connections of clients that send or read too slowly. Calls within this process do not count.
 */
export function addOpenCallBudgets(server: FastifyInstance, settings: BudgetSettings, refusals: Refusals): void {
  const { addressLimits, budgets } = settings;
  const calls = new FairShares({ places: openCallsMax, perPerson: budgets.callsPerAddress });
  const bodies = new FairShares({ places: openBodiesMax, perPerson: Math.ceil(budgets.callsPerAddress / 2) });
  const reads = new RateBuckets(budgets.publicReadsPerMinute);
  const watch = watchTransfers();
  const delayRefusal = createRefusalDelay();
  server.addHook("onClose", async () => watch.stop());
  if (addressLimits && settings.trustProxy === false) limitConnections(server, budgets.callsPerAddress, refusals);

  server.addHook("onRequest", async (request, reply) => {
    if (!isFromNetwork(request)) return;
    const address = toAddressKey(request.ip);
    const ends: (() => void)[] = [];
    const endShares = () => ends.splice(0).forEach((end) => end());
    request.endShares = endShares;
    watch.add({
      request: request.raw,
      reply: reply.raw,
      onEnd: endShares,
      onSlow: (direction) => refusals.add(direction === "body" ? "slow-body" : "slow-reader"),
    });
    request.holdShare = (share) => ends.push(share);
    if (!addressLimits) return;
    const refusal = takeAddressShares(request, address, { calls, bodies, reads });
    if (!refusal) return;
    await delayRefusal();
    throw refusal;
  });
  addCandidateShares(server, delayRefusal);
  server.addHook("onResponse", async ({ failure }) => {
    if (failure?.refusal) refusals.add(failure.refusal);
  });
}

interface AddressBudgets {
  calls: FairShares;
  bodies: FairShares;
  reads: RateBuckets;
}

function takeAddressShares(
  request: FastifyRequest,
  address: string,
  { calls, bodies, reads }: AddressBudgets,
): WalletError | undefined {
  const call = calls.take(address);
  if (!call) return blockedFor(retrySeconds, "open-calls");
  request.holdShare?.(call);
  const refusal = takeBody(request, bodies, address);
  if (refusal) return refusal;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const waitSeconds = isRead && publicReads.has(request.routeOptions.url ?? "") ? reads.take(address) : 0;
  return waitSeconds > 0 ? blockedFor(waitSeconds, "public-reads") : undefined;
}

/** The shares of a candidate, after the token is proved and before the body is read. */
function addCandidateShares(server: FastifyInstance, delayRefusal: () => Promise<void>): void {
  const calls = new FairShares({ places: openCallsMax, perPerson: callsPerCandidate });
  const bodies = new FairShares({ places: openBodiesMax, perPerson: bodiesPerCandidate });
  server.addHook("preParsing", async (request) => {
    const candidateId = request.session?.candidate.id;
    if (candidateId === undefined || !isFromNetwork(request)) return;
    const call = calls.take(candidateId);
    if (call) request.holdShare?.(call);
    const refusal = call ? takeBody(request, bodies, candidateId) : blockedFor(retrySeconds, "open-calls");
    if (!refusal) return;
    await delayRefusal();
    throw refusal;
  });
}

/** Takes a place for a body until it has arrived. */
function takeBody({ raw }: FastifyRequest, bodies: FairShares, person: string): WalletError | undefined {
  const { "content-length": length, "transfer-encoding": encoding } = raw.headers;
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0;
  if (!hasBody || raw.complete) return undefined;
  const end = bodies.take(person);
  if (!end) return blockedFor(retrySeconds, "open-bodies");
  raw.once("end", end).once("close", end);
  return undefined;
}

/** Limits the connections of each address. Behind a proxy all have its address, and it limits them itself. */
function limitConnections({ server }: FastifyInstance, callsPerAddress: number, refusals: Refusals): void {
  const shares = new FairShares({ places: connectionsMax, perPerson: connectionsPerCall * callsPerAddress });
  server.on("connection", (socket: Socket) => {
    const end = shares.take(toAddressKey(socket.remoteAddress ?? ""));
    if (end) return void socket.once("close", end);
    refusals.add("connections");
    socket.destroy();
  });
}

/** Calls of the sandbox and of tests come from this process. */
const isFromNetwork = ({ raw }: FastifyRequest): boolean => raw.socket instanceof Socket;

/** Returns a function that waits before a refusal. */
export function createRefusalDelay(): () => Promise<void> {
  let delayed = 0;
  return async () => {
    if (delayed >= delayedMax) return;
    delayed += 1;
    await sleep(refusalDelayMs);
    delayed -= 1;
  };
}

declare module "fastify" {
  interface FastifyRequest {
    /** Keeps a share until the end of the call. */
    holdShare?: (end: () => void) => void;
    /** Gives the shares back before the end: a stream of events has its own budget. */
    endShares?: () => void;
  }
}
