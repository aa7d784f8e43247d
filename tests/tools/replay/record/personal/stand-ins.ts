import { readFileSync } from "node:fs";
import path from "node:path";
import { appRoot } from "#server/root.ts";
import { sandboxDirectory } from "./sandbox-directory.ts";
import { alikeDigits, alikeMail, alikeName, alikeNumber, alikePlace } from "./alike.ts";
import type { KnownField, KnownFields } from "./fields.ts";
import type { Person } from "./person.ts";

/** Who plays the candidate. */
export const standInName = "Asha Verma";
/** Numbers that UIDAI gives to nobody. */
const nobodysAadhaar = /^9999\d{8}$/;
const mail = /[^\s@"<>()]+@[^\s@"<>()]+\.[A-Za-z]{2,}/g;
/** A year, two of them, or a day: of no person. */
const dated = /^((19|20)\d\d([-/–](19|20)?\d\d)?|\d{1,2}[-./]\d{1,2}[-./]\d{4}|\d{4}-\d\d-\d\d)$/;
/** From so many digits on a number tells who somebody is. */
const longFrom = 5;
const mostTries = 50;
/** What a browser fills in that is somebody's. */
const nameWord = /^(name|given-name|family-name|additional-name|nickname)$/;

/** Puts stand-ins in the place of what is personal; the same for the same, wherever it stands. */
export class StandIns {
  readonly #made = new Map<string, string>();
  /** Those that tell who somebody is wherever they stand; a single word may be the page's own too. */
  readonly #telling = new Set<string>();
  /** Typed words that stand as they were typed, with where. */
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

  /** What stands for something wherever it is said: a file's name. */
  put(original: string, standIn: string): void {
    this.#made.set(original, standIn);
    if (original.length > 2) this.#telling.add(original);
  }

  /** What is written for what was given under a key. */
  given(key: string, value: string): Promise<string> {
    // Names of documents are given too: only words of a free field, or several, are somebody's.
    const isFree = /\s/.test(value) || this.fields.find(key).some((field) => field.isFree);
    return this.typed(key, value, { isFree });
  }

  /** What is written for what was typed into a field; `isFree`: who reads the fixture is told where it stays. */
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

  /** A text of the page, with whatever in it is personal by its stand-in. */
  said(text: string): string {
    const longestFirst = [...this.#made].toSorted(([one], [other]) => other.length - one.length);
    return longestFirst.reduce((said, [original, standIn]) => {
      if (!this.#telling.has(original)) return said;
      const source = original.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return said.replace(new RegExp(`(?<![\\p{L}\\p{N}{])${source}(?![\\p{L}\\p{N}}])`, "giu"), () => standIn);
    }, text);
  }

  /** The candidate's own number or name, however it was typed. */
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

  /** Numbers that the sandbox has given out are nobody's, and others do not do there. */
  async #isSandboxes(value: string): Promise<boolean> {
    if (nobodysAadhaar.test(value)) return true;
    return (await sandboxDirectory.findMailbox(this.orgId, "", value)) !== undefined;
  }

  #learnName(name: string): void {
    this.put(name, "{name}");
    const parts = name.split(/\s+/);
    const [given = "", family = ""] = standInName.split(" ");
    // Pages greet by a part of it.
    if (parts.length > 1) for (const [i, part] of parts.entries()) this.put(part, i === 0 ? given : family);
  }
}

/** Several digits with what stands between them, and no year or day. */
const isNumber = (text: string): boolean =>
  (text.match(/\d/g)?.length ?? 0) >= longFrom && !dated.test(text) && !/[a-z]{2}/.test(text);

/** A stand-in that the form's own rules take as they took the original. */
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

/** Another pincode of the same state, so that what it fills in is there. */
function alikePincode(value: string): string {
  const file = path.join(appRoot, "server/reference/places/pincodes.json");
  pincodes ??= JSON.parse(readFileSync(file, "utf8")) as typeof pincodes & object;
  const state = pincodes.find(([code]) => code === value)?.[3];
  const others = pincodes.filter(([code, , , other]) => code !== value && other === state).map(([code]) => code);
  const at = others.length > 0 ? Number(alikeNumber("9".repeat(6))) % others.length : -1;
  return others[at] ?? alikeNumber(value);
}
