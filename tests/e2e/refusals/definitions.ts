import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { Expr } from "#engine/core/rules/expression.ts";
import { appRoot } from "#server/root.ts";
import {
  caseNames,
  getCase,
  splitRows,
  toVerificationName,
  toLabel,
  toRow,
  toRule,
  toWhy,
  type CaseName,
} from "./cases.ts";

// Test definitions: each transition of catalogues/states gets one more rule, which forbids one operation on one form.

type Request = DefinitionOf<"request">;
const name = "Errands to run";
const note = "Note";
/** The Hindi message of a case. */
export const hindiOf = (one: CaseName): string => `आज नहीं (${one})।`;

interface Form {
  orgId: string;
  more?: Partial<Request>;
  /** The form also has a verification that no rule refuses. */
  free?: true;
  /** A verified degree replaces each verification. */
  accepts?: true;
}
const free = { orgId: "harbour", free: true } as const;
const paid = { ...free, more: { payment: "required" } } as const;
const numbered: Form = {
  orgId: "gce",
  free: true,
  more: { basicDetails: [{ fieldName: "referenceNumber", label: "GCE reference number" }] },
};

/** The forms of the cases and of their counterparts without rules. */
export const forms: Readonly<Record<string, Form>> = {
  starting: free,
  asking: free,
  "first-number": numbered,
  "other-number": numbered,
  errands: { orgId: "harbour" },
  "two-errands": free,
  presenting: { orgId: "harbour", accepts: true },
  "asked-again": { orgId: "harbour" },
  sending: free,
  "sending-ready": free,
  paying: paid,
  "paying-early": paid,
  "paying-filled": paid,
  "paying-ready": paid,
  "nothing-refused": free,
};

/** Writes the product's definitions with the rules, forms and verifications of the cases into a folder. */
export function writeDocuments(folder: string): void {
  const put = (file: string, document: object) => writeFileSync(path.join(folder, file), JSON.stringify(document));
  const change = <T extends object>(file: string, to: (document: T) => T) =>
    put(file, to(JSON.parse(readFileSync(path.join(folder, file), "utf8")) as T));
  cpSync(path.join(appRoot, "schemas"), folder, { recursive: true });
  change<DefinitionOf<"rules">>("rules/transaction.json", (document) => ({
    ...document,
    rules: { ...document.rules, ...Object.fromEntries(caseNames.map((one) => [toRule(one), toNamedRule(one)])) },
  }));
  change<DefinitionOf<"states">>("catalogues/states.json", (document) => ({
    ...document,
    transitions: splitRows(document.transitions).map((row) => ({
      ...row,
      unless: [...listRules(toRow(row)), ...(row.unless ?? [])],
    })),
  }));
  change<DefinitionOf<"prices">>("catalogues/prices.json", (document) => {
    const price = { IN: { mrp: 1200, price: 1000 }, INTL: { mrp: 24, price: 20 } };
    const verifications = { ...document.prices.verifications, [toVerificationName("free")]: price };
    return { ...document, prices: { ...document.prices, verifications } };
  });
  change<DefinitionOf<"locale">>("locales/hi.json", (document) => ({
    ...document,
    texts: {
      ...document.texts,
      ...Object.fromEntries(errands.map(([one]) => [toLabel(one), `काम (${one})`])),
      ...Object.fromEntries(caseNames.map((one) => [toWhy(one), hindiOf(one)])),
      [name]: "काम",
      [note]: "टिप्पणी",
    },
  }));
  put("forms/errand.json", {
    ...toHead("form", "errand", ".."),
    data: { type: "object", properties: { note: { type: "string", maxLength: 60 } } },
    fields: [{ at: "/note", widget: "text", label: note, require: true }],
  });
  for (const [one, several] of errands)
    put(`verifications/${toVerificationName(one)}.json`, {
      ...toHead("verification", toVerificationName(one), ".."),
      label: toLabel(one),
      icon: "certificate",
      category: "Education",
      form: "errand",
      ...(several && { acceptMultipleSubmissions: true }),
    });
  const { questions } = JSON.parse(
    readFileSync(path.join(folder, "organisations/harbour/joining-questions.json"), "utf8"),
  ) as Request;
  for (const [id, form] of Object.entries(forms))
    put(`organisations/${form.orgId}/${id}.json`, {
      ...toRequest(id, form),
      // Optional items, so that a test can skip them.
      ...(getCase("answer").form === id
        ? { questions }
        : { "x-allow": { "request/nothing-required /verifications": "Its rows are looked at." } }),
    });
}

const toHead = (kind: string, id: string, up: string) => ({
  $schema: `${up}/meta/${kind}.schema.json`,
  kind,
  id,
  description: "Written by a test.",
});

const errands = [
  ["free", false] as const,
  ...caseNames.flatMap((one) => {
    const { errand } = getCase(one);
    return errand ? [[one, errand === "several"] as const] : [];
  }),
];

function toRequest(id: string, { more, free: withFree, accepts }: Form): object {
  const named = caseNames.filter((one) => getCase(one).form === id && getCase(one).errand);
  return {
    ...toHead("request", id, "../.."),
    name,
    expiry: -1,
    payment: "none",
    manualProfileRequired: true,
    verifications: [...(withFree ? (["free"] as const) : []), ...named].map((one) => ({
      verification: toVerificationName(one),
      skipAllowed: true,
      ...(accepts && { accepts: [{ verification: "bgv-degree" }] }),
    })),
    ...more,
  };
}

function toNamedRule(one: CaseName): DefinitionOf<"rules">["rules"][string] {
  const { form, errand, only } = getCase(one);
  const conditions: Expr[] = [{ "===": [{ var: "transaction.form.formId" }, form] }];
  if (errand) conditions.push({ "===": [{ var: "item.name" }, toVerificationName(one)] });
  if (only !== undefined) conditions.push(only);
  return { why: toWhy(one), expr: conditions.length === 1 ? conditions[0]! : { and: conditions } };
}

/** The rules of a transition's cases. They come first, because the first failing rule gives the message. */
const listRules = (row: string): string[] => caseNames.filter((one) => getCase(one).row === row).map(toRule);
