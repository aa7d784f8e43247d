import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { isMap } from "#engine/core/rules/expression.ts";

/**
 * Former paths of the evaluation scope with their present names, longer ones first. Pinned definitions of running
 * transactions still read the former ones. After renaming a root or one of its properties, add a line.
 */
const formerPaths: readonly (readonly [former: string, present: string])[] = [
  ["request.asksIdentity", "request.requiresIdentity"],
  ["request.asks", "request.requirements"],
  ["transaction.lacks", "transaction.missingInput"],
  ["verification.shownList", "verification.presentationList"],
  ["verification.allowed.presentations.share", "verification.allowed.presentations.create"],
  ["verification.allowed.presentations.ask", "verification.allowed.presentation-requests.create"],
  ["item.allowed.presentations.share", "item.allowed.presentations.create"],
  ["item.allowed.presentations.ask", "item.allowed.presentation-requests.create"],
  ["item.standing.asked", "item.progress.insufficient"],
  ["item.standing", "item.progress"],
  ["item.waitsFor", "item.responsible"],
  ["item.lead", "item.isNext"],
  ["item.papers", "item.documents"],
  ["session.leadsBackTo", "session.returnPath"],
  ["showing", "sharing"],
  ["shown.standing", "sharedCredential.status"],
  ["shown", "sharedCredential"],
  ["link.state", "shareLink.status"],
  ["link.code", "shareLink.qrCode"],
  ["link.looks", "shareLink.viewCount"],
  ["link.maxLooks", "shareLink.viewLimit"],
  ["link.visits", "shareLink.views"],
  ["link", "shareLink"],
  ["choices", "matchingCredentials"],
  ["asking.asks", "presentationRequest.requestedCredentials"],
  ["asking.code", "presentationRequest.qrCode"],
  ["asking", "presentationRequest"],
  ["offer.code", "offer.qrCode"],
  ["route.askingId", "route.requestId"],
  ["route.beside", "route.isPanel"],
];

/** Gives a stored definition the present path names. Returns the same object when it has no former one. */
export function upgradeDefinition<D extends AnyDefinition>(definition: D): D {
  return upgrade(definition) as D;
}

function upgrade(value: unknown): unknown {
  if (Array.isArray(value)) {
    const parts = value.map(upgrade);
    return parts.every((part, index) => part === value[index]) ? value : parts;
  }
  if (!isMap(value)) return value;
  const entries = Object.entries(value).map(
    ([key, part]) => [key, key === "var" && typeof part === "string" ? toPresentPath(part) : upgrade(part)] as const,
  );
  return entries.every(([key, part]) => part === value[key]) ? value : Object.fromEntries(entries);
}

function toPresentPath(path: string): string {
  const found = formerPaths.find(([former]) => path === former || path.startsWith(`${former}.`));
  return found ? found[1] + path.slice(found[0].length) : path;
}
