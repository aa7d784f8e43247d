import { stateNames, type State } from "#engine/core/definitions/states.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { applyOverrides } from "#engine/core/definitions/merge.ts";
import { isTrue, type Expr } from "#engine/core/rules/evaluate.ts";
import { toOrganisation } from "#engine/core/scope/organisation.ts";
import type { Choice, Frame } from "./choice.ts";
import { describeCondition } from "./describe-condition.ts";
import type { Documents } from "./documents.ts";
import { findRequest, findScreen, findVerification } from "./scene.ts";

type Screen = DefinitionOf<"screen">;

/** The state in which a form can be filled in. */
const fillableState: State = "PENDING";

const isState = (who: string): boolean => stateNames.some((state) => state === who);
const readsTransaction = ({ load = [] }: Screen): boolean => load.some(({ root }) => root === "transaction");

/** Chooses another screen or form. One that needs a transaction gets a viewer who has one. */
export function chooseSubject(documents: Documents, choice: Choice, subject: string): Choice {
  const screen = findScreen(documents, subject);
  const isSeen = !subject.startsWith("forms/") || !screen || !readsTransaction(screen) || choice.who.some(isState);
  return { ...choice, subject, values: {}, ...(!isSeen && { who: [fillableState] }) };
}

/** Why a frame shows another screen than the chosen one, as far as definitions tell. */
export function explainRedirect(documents: Documents, choice: Choice, frame: Frame, shown: string): string | undefined {
  const chosen = findScreen(documents, choice.subject);
  if (!chosen || chosen.id === shown) return undefined;
  const screen = withOverrides(documents, chosen, frame.org);
  for (const obstacle of obstacles) {
    const reason = obstacle({ documents, choice, frame, screen });
    if (reason !== undefined) return reason;
  }
  return `The screen ${screen.id} redirects to ${shown}: one of its conditions does not hold, or a root failed to load.`;
}

interface Case {
  documents: Documents;
  choice: Choice;
  frame: Frame;
  screen: Screen;
}

/** Possible reasons, the most specific first. */
const obstacles: readonly ((context: Case) => string | undefined)[] = [
  explainMissingRequest,
  explainHidden,
  ({ frame, screen }) =>
    screen.access === "signedIn" && frame.who === "visitor"
      ? `The screen ${screen.id} requires a signed-in viewer.`
      : undefined,
  ({ frame, screen }) =>
    screen.access === "signedOut" && frame.who !== "visitor"
      ? `The screen ${screen.id} requires a viewer who is not signed in: choose visitor.`
      : undefined,
  ({ frame, screen }) =>
    readsTransaction(screen) && !isState(frame.who)
      ? `The screen ${screen.id} needs a started transaction: choose a state, such as ${fillableState}.`
      : undefined,
  explainMissingAddress,
  ({ documents, screen: { id, needs = [] } }) =>
    needs.length > 0
      ? `The screen ${id} has conditions, and not all of them hold here: ${needs.map(({ rule }) => describeCondition(documents, rule)).join("; ")}.`
      : undefined,
];

/** No request, or not the chosen one, includes the form. */
function explainMissingRequest({ documents, choice, frame: { org }, screen }: Case): string | undefined {
  const verification = findVerification(documents, choice.subject);
  const request = findRequest(documents, org, choice);
  if (!request)
    return verification
      ? `No request of ${org} includes ${verification}.`
      : readsTransaction(screen)
        ? `${org} has no request.`
        : undefined;
  return !verification || request.verifications.some((one) => one.verification === verification)
    ? undefined
    : `The request ${request.id} of ${org} does not include ${verification}.`;
}

/** The parts of an address that the workbench fills in. */
const knownParts = ["orgId", "formId", "txnId", "txId", "verificationName"];

/** The screen is about one record, which its address names. */
function explainMissingAddress({ choice, screen: { id, route } }: Case): string | undefined {
  const parts = [...[route].flat()[0]!.matchAll(/\/:(\w+)(?!\w*\?)/g)].map(([, name]) => name!);
  const missing = parts.filter((name) => !knownParts.includes(name) && !choice.values[name]);
  return missing.length > 0
    ? `The screen ${id} needs ${missing.join(", ")} in its address. Enter it in “Values of the address”.`
    : undefined;
}

function explainHidden({ documents, frame, screen: { id, when } }: Case): string | undefined {
  const organisation = documents.find("organisation", frame.org);
  if (when === undefined || !organisation) return undefined;
  const roots = { organisation: toOrganisation(organisation), session: { showInitScreen: true } };
  return isTrue(when as Expr, { roots, rules: listRules(documents) })
    ? undefined
    : `The screen ${id} is hidden for ${frame.org} by its condition: ${describeCondition(documents, when)}.`;
}

const listRules = (documents: Documents): Record<string, Expr> =>
  Object.fromEntries(
    documents.list("rules").flatMap(({ rules }) => Object.entries(rules).map(([name, { expr }]) => [name, expr])),
  );

/** The screen with the organisation's overrides. */
function withOverrides(documents: Documents, screen: Screen, orgId: string): Screen {
  const { overrides } = documents.find("organisation", orgId) ?? {};
  return applyOverrides([screen], overrides ?? {}).documents[0] as Screen;
}
