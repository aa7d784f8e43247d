import { pointerSteps, toPointerStep } from "#engine/core/base/json-pointer.ts";
import { followPath, keysOf } from "#engine/core/base/value-type.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { canBeShown } from "#engine/core/form/credential-facts.ts";
import { clientFlow } from "#engine/core/form/client-flow.ts";
import { isWithin } from "#engine/core/form/form-model.ts";
import { below, check, type Check } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import { findModel, leafPointers, listedValues, listMigratedForms, toDataShape } from "./support/forms.ts";
import { definitions, findCatalogue } from "./support/places.ts";
import { didYouMean } from "./support/suggestion.ts";

const categoriesCatalogue = definitions("categories");
const verifications = definitions("verification");

/** Pointers into form data that a verification names, with their places. */
function namedValues(verification: DefinitionOf<"verification">): readonly (readonly [place: string, at: string])[] {
  const { pricing, captcha, titleFrom, identity, credential } = verification;
  const named: Readonly<Record<string, string | undefined>> = {
    "/pricing/institution": pricing?.institution,
    "/pricing/level": pricing?.level,
    "/captcha/at": captcha?.at,
    "/titleFrom": titleFrom,
    "/identity/maskedFrom": identity?.maskedFrom,
    "/credential/proves": credential?.proves,
    "/credential/institution": credential?.institution,
  };
  return [
    ...Object.entries(named).flatMap(([place, at]) => (at === undefined ? [] : [[place, at] as const])),
    ...(credential?.attributes ?? []).map((at, index) => [`/credential/attributes/${index}`, at] as const),
  ];
}

/** Reports a pointer that leads to no value of a form. */
function unknownValue(set: DefinitionSet, form: string, at: string): string | undefined {
  const document = set.find("form", form);
  if (!document || "known" in followPath(toDataShape(form, set), pointerSteps(at))) return undefined;
  return `The form ${form} has no ${at}${didYouMean(at, leafPointers(document.data))}`;
}

/** Faults of verifications. */
export const verificationChecks: readonly Check[] = [
  check({
    code: "verification/unknown-category",
    why: "The tile of the verification would be under no heading",
    at: verifications,
    test: ({ document: { category } }, set) => {
      const catalogue = findCatalogue(set, "categories")?.document;
      const known = Object.keys(catalogue?.categories ?? {});
      if (!catalogue || known.includes(category)) return undefined;
      return below("/category", `There is no category "${category}"${didYouMean(category, known)}`);
    },
  }),
  check({
    code: "verification/unknown-value",
    why: "The form has no such value, so price, title or credential would lack it",
    at: verifications,
    test: ({ document }, set) =>
      namedValues(document).flatMap(([place, at]) => {
        if (document.form === undefined) return [below(place, "This verification has no form to read a value from")];
        const message = unknownValue(set, document.form, at);
        return message === undefined ? [] : [below(place, message)];
      }),
  }),
  check({
    code: "verification/unknown-institute",
    why: "No candidate can choose the institute, so its format is never shown or checked",
    allowable: true,
    at: verifications,
    test: ({ document: { form, pricing, candidateIdSchemaByInstitute = {} } }, set) => {
      const known = pricing?.institution === undefined ? undefined : listedValues(set, form, pricing.institution);
      if (!known) return undefined;
      return Object.keys(candidateIdSchemaByInstitute)
        .filter((name) => !known.has(name))
        .map((name) => {
          const message = `The list has no institute "${name}"${didYouMean(name, known)}`;
          return below(`/candidateIdSchemaByInstitute/${toPointerStep(name)}`, message);
        });
    },
  }),
  check({
    code: "verification/wrong-captcha-field",
    why: "A candidate would have to type the characters of a picture where none is shown",
    at: verifications,
    test: ({ document: { form, captcha } }, set) => {
      const field = captcha && form !== undefined ? findModel(set, form)?.byPointer.get(captcha.at)?.field : undefined;
      if (!field || field.widget === "captcha") return undefined;
      return below("/captcha/at", `The field ${captcha!.at} is a ${field.widget}, not a captcha`);
    },
  }),
  check({
    code: "verification/captcha-never-checked",
    why: "The form shows a captcha, but the server never asks for a solved one",
    at: verifications,
    test: ({ document: { form, captcha } }, set) => {
      const model = captcha || form === undefined ? undefined : findModel(set, form);
      const field = model?.fields.find(({ field: { widget } }) => widget === "captcha");
      return field && below("/form", `Its captcha ${field.pointer} needs "captcha": {"at": "${field.pointer}"}`);
    },
  }),
  check({
    code: "verification/attribute-not-shown",
    why: "A credential would certify what no card shows, so its holder could not know what they disclose",
    at: verifications,
    test: ({ document: { form, credential } }, set) => {
      const model = form === undefined ? undefined : findModel(set, form);
      if (!model) return [];
      return (credential?.attributes ?? []).flatMap((at, index) => {
        const fields = model.fields.filter(({ pointer }) => isWithin(pointer, [at]));
        if (fields.length === 0 || fields.some(canBeShown)) return [];
        const shown = model.fields.filter(canBeShown).map(({ pointer }) => pointer);
        const message = `No card can show ${at}: it is hidden, secret, a file or a list${didYouMean(at, shown)}`;
        return [below(`/credential/attributes/${index}`, message)];
      });
    },
  }),
  check({
    code: "verification/unknown-client",
    why: "There is no such client from which the inputs could be hidden",
    at: verifications,
    test: ({ document: { hidden = {} } }) =>
      Object.keys(hidden)
        .filter((client) => client !== clientFlow)
        .map((client) => {
          const message = `There is no client "${client}"${didYouMean(client, [clientFlow])}`;
          return below(`/hidden/${toPointerStep(client)}`, message);
        }),
  }),
  check({
    code: "verification/unknown-input",
    why: "The form has no such input that could be hidden",
    at: verifications,
    test: ({ document: { form, hidden = {} } }, set) => {
      const data = form === undefined ? undefined : toDataShape(form, set);
      return Object.entries(hidden).flatMap(([client, inputs]) =>
        inputs.flatMap((input, index) => {
          if (client !== clientFlow || !data || "known" in followPath(data, input.split("."))) return [];
          const message = `The form ${form} has no input "${input}"${didYouMean(input, keysOf(data))}`;
          return [below(`/hidden/${toPointerStep(client)}/${index}`, message)];
        }),
      );
    },
  }),
  check({
    code: "verification/unused-add-another",
    why: "A candidate submits the verification only once, so the text is never shown",
    at: verifications,
    test: ({ document: { id, texts, acceptMultipleSubmissions } }) =>
      texts && acceptMultipleSubmissions !== true
        ? below("/texts/addAnother", `${id} is submitted once, so there is no further one`)
        : undefined,
  }),
];

/** Faults of the versions of forms and of their migrations. */
export const migrationChecks: readonly Check[] = [
  check({
    code: "migration/unknown-value",
    why: "The form has no such value that the migration could set",
    at: (set) =>
      listMigratedForms(set).flatMap(({ id, version, migrations }) =>
        migrations
          .filter(({ document }) => document.to === version)
          .map(({ source, document }) => ({ source, pointer: "", id, names: Object.keys(document.set ?? {}) })),
      ),
    test: ({ id, names }, set) =>
      names.flatMap((at) => {
        const message = unknownValue(set, id, at);
        return message === undefined ? [] : [below(`/set/${toPointerStep(at)}`, message)];
      }),
  }),
  check({
    code: "migration/version-ahead",
    why: "The form never has this version, so the migration never runs",
    at: migrations,
    test: ({ id, version, document: { to } }) =>
      to > version
        ? below("/to", `The form ${id} has version ${version}: raise its version to ${to} in its own file`)
        : undefined,
  }),
  check({
    code: "migration/duplicate",
    why: "Only one of the migrations to this version would run",
    at: migrations,
    test: ({ id, version, document: { to }, earlier }) => {
      const other = to > version ? undefined : earlier.find((one) => one.document.to === to);
      return other && below("/to", `${other.source.path} already migrates ${id} to version ${to}`);
    },
  }),
  check({
    code: "migration/empty",
    why: "The migration changes nothing",
    at: migrations,
    test: ({ version, document: { to, set = {}, remove = [] }, earlier }) => {
      if (to > version || earlier.some((one) => one.document.to === to)) return undefined;
      const changes = Object.keys(set).length + remove.length;
      return changes === 0 ? "This migration changes nothing: it has neither set nor remove" : undefined;
    },
  }),
  check({
    code: "migration/missing",
    why: "Answers that were saved for an earlier version would not fit the form",
    allowable: true,
    at: listMigratedForms,
    test: ({ id, version, migrations: own }) => {
      if (version === 1) return undefined;
      const known = new Set(own.map(({ document }) => document.to));
      const first = Math.min(version, ...known);
      const missing = [...Array(version + 1 - first).keys()].map((step) => first + step).find((to) => !known.has(to));
      if (missing === undefined) return undefined;
      return below("/version", `No migration brings saved answers of ${id} to version ${missing}`);
    },
  }),
];

/** Every migration of a form, with those of the form that come before it. */
function migrations(set: DefinitionSet) {
  return listMigratedForms(set).flatMap(({ id, version, migrations: own }) =>
    own.map(({ source, document }, index) => ({
      source,
      pointer: "",
      id,
      version,
      document,
      earlier: own.slice(0, index),
    })),
  );
}

/** Categories of no verification. */
export const unusedVerificationChecks: readonly Check[] = [
  check({
    code: "verification/unused-category",
    why: "No verification has the category, so its heading is never shown",
    allowable: true,
    unused: true,
    removable: true,
    at: categoriesCatalogue,
    test: ({ document }, set) => {
      const used = verifications(set).map((one) => one.document.category);
      return Object.keys(document.categories)
        .filter((name) => !used.includes(name))
        .map((name) => below(`/categories/${toPointerStep(name)}`, `No verification has the category "${name}"`));
    },
  }),
];
