import { stateNames, type State } from "#engine/api/states.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { applyOverrides } from "#engine/documents/merge.ts";
import { isTrue, type Expr } from "#engine/rules/evaluate.ts";
import { toOrganisation } from "#engine/scope/organisation.ts";
import type { Choice, Frame } from "./choice.ts";
import type { Documents } from "./documents.ts";
import { findRequest, findScreen, findVerification } from "./scene.ts";

type Screen = DocumentOf<"screen">;

/** The state in which a form can be filled in. */
const usualState: State = "PENDING";

const isState = (who: string): boolean => stateNames.some((state) => state === who);
const readsTransaction = ({ load = [] }: Screen): boolean => load.some(({ root }) => root === "transaction");

/** The choice of another screen or form: one that is about a transaction is looked at by somebody who has one. */
export function choose(documents: Documents, choice: Choice, subject: string): Choice {
  const screen = findScreen(documents, subject);
  const isSeen = !subject.startsWith("forms/") || !screen || !readsTransaction(screen) || choice.who.some(isState);
  return { ...choice, subject, values: {}, ...(!isSeen && { who: [usualState] }) };
}

/** Why a frame shows another screen than the one that was chosen, as far as the documents tell. */
export function sayElsewhere(documents: Documents, choice: Choice, frame: Frame, shown: string): string | undefined {
  const chosen = findScreen(documents, choice.subject);
  if (!chosen || chosen.id === shown) return undefined;
  const screen = toOwn(documents, chosen, frame.org);
  for (const obstacle of obstacles) {
    const said = obstacle({ documents, choice, frame, screen });
    if (said !== undefined) return said;
  }
  return `The screen ${screen.id} is not shown here: one of its own needs, or something it loads, led on to ${shown}.`;
}

interface Case {
  documents: Documents;
  choice: Choice;
  frame: Frame;
  screen: Screen;
}

/** What can stand in the way, the nearest reason first. */
const obstacles: readonly ((looked: Case) => string | undefined)[] = [
  sayRefused,
  sayHidden,
  ({ frame, screen }) =>
    screen.access === "signedIn" && frame.who === "visitor"
      ? `The screen ${screen.id} is for who is signed in.`
      : undefined,
  ({ frame, screen }) =>
    screen.access === "signedOut" && frame.who !== "visitor"
      ? `The screen ${screen.id} is for who is not signed in: look as a visitor.`
      : undefined,
  ({ frame, screen }) =>
    readsTransaction(screen) && !isState(frame.who)
      ? `The screen ${screen.id} needs a started transaction: look at a state, such as ${usualState}.`
      : undefined,
  ({ documents, screen: { id, needs = [] } }) =>
    needs.length > 0
      ? `The screen ${id} has needs of its own, and not all of them hold here: ${needs.map(({ rule }) => sayRule(documents, rule)).join("; ")}.`
      : undefined,
];

/** No request asks for the form, or not the one that was chosen. */
function sayRefused({ documents, choice, frame: { org }, screen }: Case): string | undefined {
  const verification = findVerification(documents, choice.subject);
  const request = findRequest(documents, org, choice);
  if (!request)
    return verification
      ? `No request of ${org} asks for ${verification}.`
      : readsTransaction(screen)
        ? `${org} has no request.`
        : undefined;
  return !verification || request.verifications.some((one) => one.verification === verification)
    ? undefined
    : `The request ${request.id} of ${org} does not ask for ${verification}.`;
}

function sayHidden({ documents, frame, screen: { id, when } }: Case): string | undefined {
  const organisation = documents.find("organisation", frame.org);
  if (when === undefined || !organisation) return undefined;
  const roots = { organisation: toOrganisation(organisation), session: { showInitScreen: true } };
  return isTrue(when as Expr, { roots, rules: listRules(documents) })
    ? undefined
    : `The screen ${id} is hidden for ${frame.org} by its own when: ${sayRule(documents, when)}.`;
}

/** A rule as it is written; a named one with what it says of itself. */
function sayRule(documents: Documents, rule: unknown): string {
  const text = JSON.stringify(rule);
  const names = [...text.matchAll(/"rule":"([^"]+)"/g)].map(([, name]) => name!);
  const said = names.flatMap((name) => {
    const why = documents
      .list("rules")
      .flatMap(({ rules }) => (Object.hasOwn(rules, name) ? [rules[name]!.why] : []))[0];
    return typeof why === "string" ? [why] : [];
  });
  return said.length > 0 ? `${text} (${said.join(", ")})` : text;
}

const listRules = (documents: Documents): Record<string, Expr> =>
  Object.fromEntries(
    documents.list("rules").flatMap(({ rules }) => Object.entries(rules).map(([name, { expr }]) => [name, expr])),
  );

/** The screen as the organisation has it. */
function toOwn(documents: Documents, screen: Screen, orgId: string): Screen {
  const { overrides } = documents.find("organisation", orgId) ?? {};
  return applyOverrides([screen], overrides ?? {}).documents[0] as Screen;
}
