import { readFileSync } from "node:fs";
import path from "node:path";
import { appRoot } from "#server/root.ts";
import { sandboxDirectory } from "./sandbox-directory.ts";
import { similarDigits, randomMail, similarName, similarNumber, similarPlace } from "./similar-values.ts";
import type { KnownField, KnownFields } from "./fields.ts";
import type { Person } from "./person.ts";

/** The name of the stand-in candidate. */
export const standInName = "Asha Verma";
/** Numbers that UIDAI never assigns. */
const unassignedAadhaar = /^9999\d{8}$/;
const mail = /[^\s@"<>()]+@[^\s@"<>()]+\.[A-Za-z]{2,}/g;
/** A year, a range of years or a date. None identifies a person. */
const datePattern = /^((19|20)\d\d([-/–](19|20)?\d\d)?|\d{1,2}[-./]\d{1,2}[-./]\d{4}|\d{4}-\d\d-\d\d)$/;
/** A number with this many digits identifies a person. */
const identifyingDigits = 5;
const maxTries = 50;
/** Autofill names of personal names. */
const nameAutofill = /^(name|given-name|family-name|additional-name|nickname)$/;

/** Replaces personal data by stand-ins. The same value always gets the same stand-in. */
export class StandIns {
  readonly #standIns = new Map<string, string>();
  /** Values that identify a person anywhere. A single word may also be page text. */
  readonly #identifying = new Set<string>();
  /** Typed words that stay unchanged, with their field. */
  readonly unchanged = new Map<string, string>();

  constructor(
    readonly person: Person,
    private readonly fields: KnownFields,
    private readonly orgId: string,
  ) {
    const { mobile, nationalNumber, names } = person;
    if (mobile !== undefined && nationalNumber !== undefined) {
      this.set(mobile, "{mobile}");
      this.set(mobile.slice(1), "{mobile}");
      this.set(nationalNumber, "{nationalNumber}");
    }
    for (const name of names) this.#learnName(name);
  }

  /** Sets the stand-in of a value, such as a file name. */
  set(original: string, standIn: string): void {
    this.#standIns.set(original, standIn);
    if (original.length > 2) this.#identifying.add(original);
  }

  /** The stand-in for an argument. */
  replaceArgument(key: string, value: string): Promise<string> {
    // Names of definitions are arguments too. Only several words or a free field count as personal.
    const isFree = /\s/.test(value) || this.fields.find(key).some((field) => field.isFree);
    return this.replaceTyped(key, value, { isFree });
  }

  /** The stand-in for a typed value. `isFree`: report it when it stays unchanged. */
  async replaceTyped(label: string, value: string, { autofill = "", isFree = true } = {}): Promise<string> {
    const trimmed = value.trim();
    const known = this.#standIns.get(trimmed) ?? this.#findOwn(trimmed);
    if (known !== undefined) return known;
    const fields = this.fields.find(label);
    const autofills = [autofill, ...fields.map((field) => field.autofill)];
    const standIn = await this.#toStandIn(trimmed, fields, autofills);
    if (standIn === trimmed) {
      const replace = this.replace(trimmed);
      if (isFree && /\p{L}/u.test(replace) && replace === trimmed && !(await this.#isOfSandbox(trimmed)))
        this.unchanged.set(trimmed, label);
      return replace;
    }
    if (/[\d@\s]/.test(trimmed)) this.set(trimmed, standIn);
    else this.#standIns.set(trimmed, standIn);
    return standIn;
  }

  /** Replaces personal data in a text of the page. */
  replace(text: string): string {
    const longestFirst = [...this.#standIns].toSorted(([one], [other]) => other.length - one.length);
    return longestFirst.reduce((replace, [original, standIn]) => {
      if (!this.#identifying.has(original)) return replace;
      const source = original.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return replace.replace(new RegExp(`(?<![\\p{L}\\p{N}{])${source}(?![\\p{L}\\p{N}}])`, "giu"), () => standIn);
    }, text);
  }

  /** The variable of the candidate's own number or name in any spelling. */
  #findOwn(value: string): string | undefined {
    const { nationalNumber, mobile, names } = this.person;
    if (nationalNumber !== undefined && /^[+\d\s()-]+$/.test(value)) {
      const digits = value.replace(/\D/g, "").replace(/^0+/, "");
      if (digits === nationalNumber) return "{nationalNumber}";
      if (digits === mobile?.slice(1)) return "{mobile}";
    }
    return [...names].some((name) => name.toLowerCase() === value.toLowerCase()) ? "{name}" : undefined;
  }

  async #toStandIn(value: string, fields: readonly KnownField[], autofills: readonly string[]): Promise<string> {
    if (value === "" || (await this.#isOfSandbox(value))) return value;
    if (value.search(mail) >= 0) return value.replace(mail, randomMail);
    if (autofills.includes("postal-code")) return similarPincode(value);
    const fit = (make: (text: string) => string) => makeFitting(value, make, fields);
    if (autofills.some((autofill) => nameAutofill.test(autofill))) return fit(similarName);
    if (fields.some(({ isAddress }) => isAddress) || autofills.some((autofill) => /^(street-)?address/.test(autofill)))
      return fit(similarPlace);
    if (fields.some(({ isSensitive }) => isSensitive) || isNumber(value)) return fit(similarNumber);
    return value
      .split(/(\s+)/)
      .map((part) => (isNumber(part) ? similarNumber(part) : part))
      .join("");
  }

  /** Numbers of the sandbox belong to no person, and the sandbox accepts no others. */
  async #isOfSandbox(value: string): Promise<boolean> {
    if (unassignedAadhaar.test(value)) return true;
    return (await sandboxDirectory.findMailbox(this.orgId, "", value)) !== undefined;
  }

  #learnName(name: string): void {
    this.set(name, "{name}");
    const parts = name.split(/\s+/);
    const [replaceArgument = "", family = ""] = standInName.split(" ");
    // Pages greet with a part of the name.
    if (parts.length > 1) for (const [i, part] of parts.entries()) this.set(part, i === 0 ? replaceArgument : family);
  }
}

/** Several digits with separators, but no year or date. */
const isNumber = (text: string): boolean =>
  (text.match(/\d/g)?.length ?? 0) >= identifyingDigits && !datePattern.test(text) && !/[a-z]{2}/.test(text);

/** A stand-in that passes and fails the same form rules as the original. */
function makeFitting(value: string, make: (text: string) => string, fields: readonly KnownField[]): string {
  const fittingFields = fields.filter(({ allows }) => allows(value));
  for (const draw of [make, similarDigits])
    for (let tries = 0; tries < maxTries; tries += 1) {
      const standIn = draw(value);
      if (standIn !== value && fittingFields.every(({ allows }) => allows(standIn))) return standIn;
    }
  return make(value);
}

let pincodes: readonly (readonly [code: string, town: string | null, district: string, state: string])[] | undefined;

/** A random pincode of the same state, so that a lookup finds it. */
function similarPincode(value: string): string {
  const file = path.join(appRoot, "server/reference/places/pincodes.json");
  pincodes ??= JSON.parse(readFileSync(file, "utf8")) as typeof pincodes & object;
  const state = pincodes.find(([code]) => code === value)?.[3];
  const others = pincodes.filter(([code, , , other]) => code !== value && other === state).map(([code]) => code);
  const at = others.length > 0 ? Number(similarNumber("9".repeat(6))) % others.length : -1;
  return others[at] ?? similarNumber(value);
}
