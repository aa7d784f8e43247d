import { pointerSteps } from "#engine/core/base/json-pointer.ts";
import { followPath, keysOf } from "#engine/core/base/value-type.ts";
import { listCertifiedFields } from "#engine/core/form/credential-facts.ts";
import { findDateShape } from "#engine/core/form/date-values.ts";
import { formats } from "#engine/core/form/formats.ts";
import { below, check, emptyRange, type Check } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import { findModel, toDataShape } from "./support/forms.ts";
import { definitions, repeatedIndexes } from "./support/places.ts";
import { regionPlaces, unknownRegion } from "./support/regions.ts";
import { didYouMean } from "./support/suggestion.ts";

const requests = definitions("request");

/** The formats in which an answer that is a date can be saved. */
const dateFormats = Object.keys(formats).filter((name) => findDateShape(name) !== undefined);

const questions = (set: DefinitionSet) =>
  requests(set).flatMap(({ source, document }) =>
    (document.questions ?? []).map((question, index) => ({ source, pointer: `/questions/${index}`, question })),
  );

/** Verifications for which a request accepts credentials. */
const acceptances = (set: DefinitionSet) =>
  requests(set).flatMap(({ source, document }) =>
    document.verifications.flatMap(({ verification, accepts = [] }, index) =>
      accepts.length === 0
        ? []
        : [
            {
              source,
              pointer: `/verifications/${index}/accepts`,
              verification: set.find("verification", verification),
              accepts,
            },
          ],
    ),
  );

/** Credentials that a request accepts, with the verification that issues them. */
const acceptedCredentials = (set: DefinitionSet) =>
  acceptances(set).flatMap(({ source, pointer, verification, accepts }) =>
    accepts.flatMap((accepted, index) => {
      const issuer = set.find("verification", accepted.verification);
      // A verification of identity is reported as a whole.
      if (verification?.identity || !issuer) return [];
      return [{ source, pointer: `${pointer}/${index}`, accepted, issuer }];
    }),
  );

/** Credentials are shown value by value, so an object has to be listed by its values. */
function isOneValue(set: DefinitionSet, form: string | undefined, at: string): boolean {
  const found = form === undefined ? undefined : followPath(toDataShape(form, set), pointerSteps(at));
  return found === undefined || !("known" in found) || keysOf(found.known).length === 0;
}

/** The range of an expiry in seconds since 1970: the years 2001 to 2286. */
const [minExpiry, maxExpiry] = [1_000_000_000, 9_999_999_999];

/** Faults of what a request asks of a candidate. */
const contentChecks: readonly Check[] = [
  check({
    code: "request/duplicate-verification",
    why: "A candidate could submit only one of the two",
    at: requests,
    test: ({ document: { verifications } }) => {
      const names = verifications.map(({ verification }) => verification);
      return repeatedIndexes(names).map((index) =>
        below(`/verifications/${index}/verification`, `This request already asks for "${names[index]}"`),
      );
    },
  }),
  check({
    code: "request/nothing-required",
    why: "A candidate could skip everything and send an empty form",
    allowable: true,
    at: requests,
    test: ({ document: { minimumSet, questions: asked, verifications } }) => {
      if (minimumSet || asked?.length || verifications.some(({ skipAllowed }) => !skipAllowed)) return undefined;
      return below("/verifications", "All of these may be skipped: write how many are required (minimumSet)");
    },
  }),
  check({
    code: "request/unknown-in-minimum-set",
    why: "The request does not ask for the verification, so the set could never be complete",
    at: requests,
    test: ({ document: { minimumSet, verifications } }, set) => {
      const asked = verifications.map(({ verification }) => verification);
      return (minimumSet?.of ?? []).flatMap((name, index) => {
        if (asked.includes(name) || !set.find("verification", name)) return [];
        return [below(`/minimumSet/of/${index}`, `This request does not ask for "${name}"${didYouMean(name, asked)}`)];
      });
    },
  }),
  check({
    code: "request/minimum-set-too-small",
    why: "The set has fewer verifications than are required, so the form could never be sent",
    at: requests,
    test: ({ document: { minimumSet } }) => {
      const size = new Set(minimumSet?.of).size;
      if (!minimumSet || minimumSet.atLeast <= size) return undefined;
      return below("/minimumSet/atLeast", `${minimumSet.atLeast} are required of a set of ${size}`);
    },
  }),
  check({
    code: "request/duplicate-question",
    why: "One answer would overwrite the other",
    at: requests,
    test: ({ document }) => {
      const ids = (document.questions ?? []).map(({ id }) => id);
      return repeatedIndexes(ids).map((index) =>
        below(`/questions/${index}/id`, `There is already a question "${ids[index]}"`),
      );
    },
  }),
  check({
    code: "request/question-format",
    why: "The answer cannot be saved in this format",
    at: questions,
    test: ({ question: { id, type, format } }) => {
      if (format === undefined) return undefined;
      if (type !== "date") return below("/format", `"${id}" is not a date, so it has no format`);
      if (dateFormats.includes(format)) return undefined;
      return below("/format", `"${format}" is not a format of days${didYouMean(format, dateFormats)}`);
    },
  }),
  check({
    code: "request/question-without-options",
    why: "There is nothing to choose",
    at: questions,
    test: ({ question: { id, type, options = [] } }) =>
      type === "select" && options.length === 0 ? `"${id}" is a choice, but it has no options` : undefined,
  }),
  check({
    code: "request/question-with-unused-options",
    why: "The options of a question that is not a choice are never shown",
    at: questions,
    test: ({ question: { id, type, options = [] } }) =>
      type !== "select" && options.length > 0
        ? below("/options", `"${id}" is not a choice, so these options are never shown`)
        : undefined,
  }),
];

/** Faults of the credentials that a request accepts in place of verifications. */
const credentialChecks: readonly Check[] = [
  check({
    code: "request/credential-for-identity",
    why: "A candidate proves their identity once for all forms, and no credential replaces that",
    at: acceptances,
    test: ({ verification }) =>
      verification?.identity ? "A verification of identity accepts no credential: remove accepts" : undefined,
  }),
  check({
    code: "request/credential-never-issued",
    why: "The verification issues no credential, so a candidate could never show one",
    at: acceptedCredentials,
    test: ({ accepted, issuer }) =>
      issuer.credential ? undefined : below("/verification", `"${accepted.verification}" issues no credential`),
  }),
  check({
    code: "request/wrong-credential-attribute",
    why: "The credential does not hold the value as one attribute, so a candidate could never show it",
    at: acceptedCredentials,
    test: ({ accepted, issuer: { credential, form } }, set) =>
      (accepted.attributes ?? []).flatMap((at, index) => {
        if (!credential) return [];
        const isHeld = credential.attributes.some((held) => at === held || at.startsWith(`${held}/`));
        const model = form === undefined ? undefined : findModel(set, form);
        const shown = listCertifiedFields(model, credential).map(({ pointer }) => pointer);
        if (!model || shown.includes(at)) return [];
        const message =
          isHeld && !isOneValue(set, form, at)
            ? `${at} has several values: name each`
            : `A credential of "${accepted.verification}" does not hold ${at}${didYouMean(at, shown)}`;
        return [below(`/attributes/${index}`, message)];
      }),
  }),
];

/** Faults of terms: price, time and region. */
const termChecks: readonly Check[] = [
  check({
    code: "request/discount-without-payment",
    why: "Nothing is paid, so nothing can be discounted",
    at: requests,
    test: ({ document: { discount, payment } }) =>
      discount && payment === "none" ? below("/discount", "Nothing is paid here: remove the discount") : undefined,
  }),
  check({
    code: "request/wrong-expiry",
    why: "The request would have expired long ago, or would never expire",
    at: requests,
    test: ({ document: { expiry } }) => {
      if (expiry === -1 || (expiry >= minExpiry && expiry <= maxExpiry)) return undefined;
      const advice = expiry > maxExpiry ? "; this looks like milliseconds" : "; -1 means never";
      return below("/expiry", `The expiry is in seconds since 1970${advice}`);
    },
  }),
  check({
    code: "request/empty-promise",
    why: "No number of days is between the least and the most",
    at: requests,
    test: ({ document }) =>
      emptyRange("/evaluation/expressWithinWorkingDays", "days", document.evaluation?.expressWithinWorkingDays),
  }),
  check({
    code: "request/unknown-region",
    why: "There is no such region to pay from",
    at: (set) =>
      requests(set).flatMap(({ source, document: { discount } }) =>
        discount ? regionPlaces(source, "/discount/minAmount", discount.minAmount) : [],
      ),
    test: unknownRegion,
  }),
];

export const requestChecks: readonly Check[] = [...contentChecks, ...credentialChecks, ...termChecks];
