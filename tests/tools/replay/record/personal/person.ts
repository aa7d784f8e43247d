import type { OperationId } from "#engine/contract/operations.ts";
import { parsePhoneNumber } from "libphonenumber-js/min";

/** Where an operation's arguments, or its answer, say who the candidate is; `isSure`: whose session it is. */
const told: Partial<Record<OperationId, { mobile?: string; names: readonly string[]; isSure?: true }>> = {
  "profile.login": { mobile: "mobile", names: [] },
  "profile.create": { mobile: "mobile", names: ["name"] },
  "profile.get": { mobile: "mobile", names: ["displayName", "profileDetails.name"], isSure: true },
  "profile.patch": { names: ["displayName"] },
};

/** The candidate of a recording, as far as its calls tell: what stands nowhere in what is written. */
export class Person {
  /** E.164; undefined while nobody has said. */
  mobile: string | undefined;
  /** What they are called, whoever says it. */
  readonly names = new Set<string>();
  #isSure = false;

  /** Hears the arguments of a call, or its answer. */
  learn(operation: OperationId, value: unknown): void {
    const places = told[operation];
    if (!places) return;
    const mobile = read(value, places.mobile);
    const number = mobile === undefined ? undefined : toE164(mobile);
    // A number that was asked for may have been mistyped; the first session is the candidate's.
    if (number !== undefined && (this.mobile === undefined || (places.isSure && !this.#isSure))) this.mobile = number;
    this.#isSure ||= number !== undefined && places.isSure === true;
    for (const name of places.names.map((place) => read(value, place)?.trim()))
      if (name !== undefined && name !== "") this.names.add(name);
  }

  /** The number without its country code; undefined while none is known. */
  get nationalNumber(): string | undefined {
    return this.mobile === undefined ? undefined : parsePhoneNumber(this.mobile).nationalNumber;
  }

  /** A pattern of which a number of the same country is drawn: each `#` a digit. */
  get mobilePattern(): string {
    if (this.mobile === undefined || this.mobile.startsWith("+91")) return "+9198########";
    const { countryCallingCode, nationalNumber } = parsePhoneNumber(this.mobile);
    return `+${countryCallingCode}${nationalNumber.slice(0, 2)}${"#".repeat(nationalNumber.length - 2)}`;
  }
}

function read(value: unknown, place = ""): string | undefined {
  const found = place.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], value);
  return typeof found === "string" ? found : undefined;
}

/** A number as it was typed, with India's code where it has none; undefined for what is no number. */
function toE164(typed: string): string | undefined {
  try {
    return parsePhoneNumber(typed, "IN").number;
  } catch {
    return undefined; // a mistyped number is nobody's
  }
}
