import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { isMap } from "#engine/core/rules/expression.ts";
import { findOwn } from "#engine/core/rules/own-value.ts";

/**
 * Former paths of the evaluation scope with their present names, longer ones first. Pinned definitions of running
 * transactions still read the former ones. After renaming a root or one of its properties, or a value, add a line.
 */
const formerPaths: readonly (readonly [former: string, present: string])[] = [
  ["request.asksIdentity", "request.requiresIdentity"],
  ["request.asks", "request.requirements"],
  ["transaction.lacks", "transaction.missingInput"],
  ["verification.shownList", "verification.presentationList"],
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

/** Former parts of paths: a verification is the root `verification`, an `item`, or below `transaction`. */
const formerParts: readonly (readonly [former: string, present: string])[] = [
  [".allowed.presentations.share", ".allowed.presentations.create"],
  [".allowed.presentations.ask", ".allowed.presentation-requests.create"],
];

/** Former values by the present path that has them; definitions compare the path with them. */
const formerValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "transaction.missingInput": { nothing: "none", sending: "submission" },
  "item.responsible": { nobody: "none" },
  "shareLink.status": { open: "valid", "taken-back": "revoked", "used-up": "exhausted" },
  "sharedCredential.status": { "taken-back": "revoked", "used-up": "exhausted" },
  "offer.state": { taken: "accepted" },
  "presentationRequest.state": { taken: "accepted" },
};

/** Gives a stored definition the present names of paths and values. Returns the same object without a former name. */
export function upgradeDefinition<D extends AnyDefinition>(definition: D): D {
  return upgrade(definition) as D;
}

function upgrade(value: unknown): unknown {
  if (Array.isArray(value)) {
    const parts = upgradeValues(value.map(upgrade));
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
  const renamed = found ? found[1] + path.slice(found[0].length) : path;
  return formerParts.reduce((present, [former, part]) => present.replace(former, part), renamed);
}

/** Replaces former values among the operands of an operator: those beside a path that has them. */
function upgradeValues(operands: unknown[]): unknown[] {
  const renamed = operands
    .map((operand) => (isMap(operand) ? operand["var"] : undefined))
    .map((path) => (typeof path === "string" ? findOwn(formerValues, path) : undefined))
    .filter((values) => values !== undefined);
  const toPresent = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.some((one) => toPresent(one) !== one) ? value.map(toPresent) : value;
    if (typeof value !== "string") return value;
    return renamed.map((values) => findOwn(values, value)).find((present) => present !== undefined) ?? value;
  };
  return renamed.length === 0 ? operands : operands.map(toPresent);
}
