import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { RequestDefinition } from "#engine/core/definitions/request.ts";
import type { State } from "#engine/core/definitions/states.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import { toRequest } from "#engine/core/payment/request-root.ts";
import { readPaths } from "#engine/core/rules/read-paths.ts";
import { toOrganisation } from "#engine/core/scope/organisation.ts";
import { toVerification } from "#engine/core/transaction/verification-root.ts";
import { listDecidingExpressions } from "#engine/authoring/release/parts/constants.ts";
import { toUnbegun } from "#engine/authoring/release/request-forms.ts";
import { check, elsewhere, type Check, type Finding } from "../check.ts";
import type { DefinitionSet } from "../support/definition-set.ts";
import { listModelledForms } from "../support/forms.ts";
import { definitions, findCatalogue, type PlacedDefinition } from "../support/places.ts";
import { searchForm, searchedDay } from "./form-search.ts";
import { describeConstraints, findConstraints, findContradictions } from "./satisfiable.ts";
import { findRefusingRules, followTransitions, type AlwaysRefused } from "./transitions.ts";

type PlacedRequest = PlacedDefinition<"request">;

/** The requests that may differ in this set: in a variant those of its organisation. */
const requests = (set: DefinitionSet): PlacedRequest[] =>
  definitions("request")(set).filter((placed) =>
    [undefined, toOrganisationId(placed)].includes(set.context.organisation),
  );

const toOrganisationId = ({ source }: PlacedRequest): string => source.path.split("/")[1] ?? "";

/** The roots that the definitions of a request decide. */
function toRoots(placed: PlacedRequest, set: DefinitionSet, verification?: VerificationDefinition) {
  const request = placed.document as RequestDefinition;
  const input = {
    find: set.find.bind(set) as DefinitionSet["find"],
    translate: (english: string) => english,
    now: `${searchedDay}T06:30:00Z`,
  };
  const organisation = set.find("organisation", toOrganisationId(placed));
  return {
    // A request that has expired was open once.
    request: { ...toRequest(request, input), expired: undefined },
    ...(organisation && { organisation: toOrganisation(organisation) }),
    ...(verification && { verification: toVerification(toUnbegun(verification), request.id, input) }),
  };
}

/** Verifications whose form has an answer, but none in this request. */
function findUnanswerable(placed: PlacedRequest, set: DefinitionSet): Finding[] {
  return (placed.document as RequestDefinition).verifications.flatMap(({ verification: name }, index) => {
    const verification = set.find("verification", name);
    const form = listModelledForms(set).find((one) => one.form.id === verification?.form);
    if (!verification || !form || findContradictions(form, set).length > 0) return [];
    const expressions = [...listDecidingExpressions(form.model)].map(({ value }) => value);
    const roots = toRoots(placed, set, verification);
    if (!readPaths(expressions, set.rules).some((path) => Object.hasOwn(roots, path.split(".")[0] ?? ""))) return [];
    const searched = { id: form.form.id, set, roots };
    if (searchForm(searched)) return [];
    const constraints = findConstraints(searched);
    const reason = constraints.length === 0 ? "" : `: ${describeConstraints(constraints, { ...searched, id: "" })}`;
    return [elsewhere(`/verifications/${index}/verification`, `Nobody can answer "${name}" in this request${reason}`)];
  });
}

/** Actors that move a transaction by themselves, without support. */
const followers = ["items", "transaction", "identity"];

/** Acts that no situation of a request allows. */
function findRefusedActs(placed: PlacedRequest, set: DefinitionSet): Finding[] {
  const states = findCatalogue(set, "states")?.document;
  if (!states) return [];
  const request = placed.document as RequestDefinition;
  const roots = toRoots(placed, set);
  const rootsIn = (state: State) => ({
    ...roots,
    transaction: {
      state,
      paymentRequired: request.payment === "required",
      userPaymentRequired: request.payment === "user",
    },
  });
  const isPaid = request.payment !== "none";
  const actors = ["transactions.process", ...(isPaid ? ["payments.init"] : []), ...followers];
  const rows = states.transitions;
  const reached = followTransitions(rows, actors, rootsIn, set);
  const isSent = [...reached.states].some((state) => isWithVerifier(states, state));
  if (!isSent) return [elsewhere("/payment", `Nobody can submit this request: ${describe(reached.refused)}`)];
  if (!isPaid) return [];
  const payments = [...reached.states].map((state): AlwaysRefused | undefined => {
    const rules = findRefusingRules(rows, rootsIn, { kind: "transaction", actor: "payments.init", state }, set);
    return rules && { by: "payments.init", state, rules };
  });
  if (payments.includes(undefined)) return [];
  return [elsewhere("/payment", `Nobody can pay for this request: ${describe(payments as AlwaysRefused[])}`)];
}

const isWithVerifier = ({ states }: DefinitionOf<"states">, state: State): boolean =>
  states[state]?.responsible === "verifier";

/** Names who is refused and the rules that contradict. */
function describe(refused: readonly AlwaysRefused[]): string {
  const named = refused
    .map(({ rules, ...one }) => ({ ...one, rules: rules() }))
    .filter(({ rules }) => rules.length > 0);
  if (named.length === 0) return "no transition of catalogues/states leads there";
  return named
    .map(({ by, state, rules }) => `${by} is always refused in ${state} by ${rules.join(", ")}`)
    .slice(0, 3)
    .join("; ");
}

/** Requests that no candidate can complete. They are looked at when nothing else is wrong. */
export const satisfiableRequestChecks: readonly Check[] = [
  check({
    code: "request/verification-never-answered",
    why: "The form has answers, but none in this request, so its candidates cannot complete it",
    at: requests,
    test: findUnanswerable,
  }),
  check({
    code: "request/never-completed",
    why: "In no situation may a candidate submit the request or pay for it",
    at: requests,
    test: findRefusedActs,
  }),
];
