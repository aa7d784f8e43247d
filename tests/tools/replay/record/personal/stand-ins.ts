import { readFileSync } from "node:fs";
import path from "node:path";
import { appRoot } from "#server/root.ts";
import { sandboxDirectory } from "./sandbox-directory.ts";
import { alikeDigits, alikeMail, alikeName, alikeNumber, alikePlace } from "./alike.ts";
import type { KnownField, KnownFields } from "./fields.ts";
import type { Person } from "./person.ts";

/** The name of the stand-in candidate. */
export const standInName = "Asha Verma";
/** Numbers that UIDAI never assigns. */
const nobodysAadhaar = /^9999\d{8}$/;
const mail = /[^\s@"<>()]+@[^\s@"<>()]+\.[A-Za-z]{2,}/g;
/** A year, a range of years or a date. None identifies a person. */
const dated = /^((19|20)\d\d([-/–](19|20)?\d\d)?|\d{1,2}[-./]\d{1,2}[-./]\d{4}|\d{4}-\d\d-\d\d)$/;
/** A number with this many digits identifies a person. */
const longFrom = 5;
const mostTries = 50;
/** Autofill names of personal names. */
const nameWord = /^(name|given-name|family-name|additional-name|nickname)$/;

/** Replaces personal data by stand-ins. The same value always gets the same stand-in. */
export class StandIns {
  readonly #made = new Map<string, string>();
  /** Values that identify a person anywhere. A single word may also be page text. */
  readonly #telling = new Set<string>();
  /** Typed words that stay unchanged, with their field. */
  readonly kept = new Map<string, string>();

  constructor(
    readonly person: Person,
    private readonly fields: KnownFields,
    private readonly orgId: string,
  ) {
    const { mobile, nationalNumber, names } = person;
    if (mobile !== undefined && nationalNumber !== undefined) {
      this.put(mobile, "{mobile}");
      this.put(mobile.slice(1), "{mobile}");
      this.put(nationalNumber, "{nationalNumber}");
    }
    for (const name of names) this.#learnName(name);
  }

  /** Sets the stand-in of a value, such as a file name. */
  put(original: string, standIn: string): void {
    this.#made.set(original, standIn);
    if (original.length > 2) this.#telling.add(original);
  }

  /** The stand-in for an argument. */
  given(key: string, value: string): Promise<string> {
    // Names of definitions are arguments too. Only several words or a free field count as personal.
    const isFree = /\s/.test(value) || this.fields.find(key).some((field) => field.isFree);
    return this.typed(key, value, { isFree });
  }

  /** The stand-in for a typed value. `isFree`: report it when it stays unchanged. */
  async typed(label: string, value: string, { autofill = "", isFree = true } = {}): Promise<string> {
    const trimmed = value.trim();
    const known = this.#made.get(trimmed) ?? this.#findOwn(trimmed);
    if (known !== undefined) return known;
    const fields = this.fields.find(label);
    const words = [autofill, ...fields.map((field) => field.autofill)];
    const standIn = await this.#toStandIn(trimmed, fields, words);
    if (standIn === trimmed) {
      const said = this.said(trimmed);
      if (isFree && /\p{L}/u.test(said) && said === trimmed && !(await this.#isSandboxes(trimmed)))
        this.kept.set(trimmed, label);
      return said;
    }
    if (/[\d@\s]/.test(trimmed)) this.put(trimmed, standIn);
    else this.#made.set(trimmed, standIn);
    return standIn;
  }

  /** Replaces personal data in a text of the page. */
  said(text: string): string {
    const longestFirst = [...this.#made].toSorted(([one], [other]) => other.length - one.length);
    return longestFirst.reduce((said, [original, standIn]) => {
      if (!this.#telling.has(original)) return said;
      const source = original.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return said.replace(new RegExp(`(?<![\\p{L}\\p{N}{])${source}(?![\\p{L}\\p{N}}])`, "giu"), () => standIn);
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

  async #toStandIn(value: string, fields: readonly KnownField[], words: readonly string[]): Promise<string> {
    if (value === "" || (await this.#isSandboxes(value))) return value;
    if (value.search(mail) >= 0) return value.replace(mail, alikeMail);
    if (words.includes("postal-code")) return alikePincode(value);
    const pass = (make: (text: string) => string) => drawFitting(value, make, fields);
    if (words.some((word) => nameWord.test(word))) return pass(alikeName);
    if (fields.some(({ isAddress }) => isAddress) || words.some((word) => /^(street-)?address/.test(word)))
      return pass(alikePlace);
    if (fields.some(({ isSensitive }) => isSensitive) || isNumber(value)) return pass(alikeNumber);
    return value
      .split(/(\s+)/)
      .map((part) => (isNumber(part) ? alikeNumber(part) : part))
      .join("");
  }

  /** Numbers of the sandbox belong to no person, and the sandbox accepts no others. */
  async #isSandboxes(value: string): Promise<boolean> {
    if (nobodysAadhaar.test(value)) return true;
    return (await sandboxDirectory.findMailbox(this.orgId, "", value)) !== undefined;
  }

  #learnName(name: string): void {
    this.put(name, "{name}");
    const parts = name.split(/\s+/);
    const [given = "", family = ""] = standInName.split(" ");
    // Pages greet with a part of the name.
    if (parts.length > 1) for (const [i, part] of parts.entries()) this.put(part, i === 0 ? given : family);
  }
}

/** Several digits with separators, but no year or date. */
const isNumber = (text: string): boolean =>
  (text.match(/\d/g)?.length ?? 0) >= longFrom && !dated.test(text) && !/[a-z]{2}/.test(text);

/** A stand-in that passes and fails the same form rules as the original. */
function drawFitting(value: string, make: (text: string) => string, fields: readonly KnownField[]): string {
  const asked = fields.filter(({ allows }) => allows(value));
  for (const draw of [make, alikeDigits])
    for (let tries = 0; tries < mostTries; tries += 1) {
      const drawn = draw(value);
      if (drawn !== value && asked.every(({ allows }) => allows(drawn))) return drawn;
    }
  return make(value);
}

let pincodes: readonly (readonly [code: string, town: string | null, district: string, state: string])[] | undefined;

/** A random pincode of the same state, so that a lookup finds it. */
function alikePincode(value: string): string {
  const file = path.join(appRoot, "server/reference/places/pincodes.json");
  pincodes ??= JSON.parse(readFileSync(file, "utf8")) as typeof pincodes & object;
  const state = pincodes.find(([code]) => code === value)?.[3];
  const others = pincodes.filter(([code, , , other]) => code !== value && other === state).map(([code]) => code);
  const at = others.length > 0 ? Number(alikeNumber("9".repeat(6))) % others.length : -1;
  return others[at] ?? alikeNumber(value);
}
