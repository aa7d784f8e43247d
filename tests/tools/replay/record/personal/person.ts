import type { OperationId } from "#engine/contract/operations.ts";
import { parsePhoneNumber } from "libphonenumber-js/min";

/** Arguments and answers that identify the candidate. `isSure`: it is the owner of the session. */
const identifyingCalls: Partial<Record<OperationId, { mobile?: string; names: readonly string[]; isSure?: true }>> = {
  "profile.login": { mobile: "mobile", names: [] },
  "profile.create": { mobile: "mobile", names: ["name"] },
  "profile.get": { mobile: "mobile", names: ["displayName", "profileDetails.name"], isSure: true },
  "profile.patch": { names: ["displayName"] },
};

/** The candidate of a recording, identified by calls. The fixture contains none of it. */
export class Person {
  /** E.164; undefined while unknown. */
  mobile: string | undefined;
  /** Names of the candidate. */
  readonly names = new Set<string>();
  #isSure = false;

  /** Reads the arguments or the answer of a call. */
  learn(operation: OperationId, value: unknown): void {
    const paths = identifyingCalls[operation];
    if (!paths) return;
    const mobile = read(value, paths.mobile);
    const number = mobile === undefined ? undefined : toE164(mobile);
    // A sign-in number may be mistyped. The first session belongs to the candidate.
    if (number !== undefined && (this.mobile === undefined || (paths.isSure && !this.#isSure))) this.mobile = number;
    this.#isSure ||= number !== undefined && paths.isSure === true;
    for (const name of paths.names.map((path) => read(value, path)?.trim()))
      if (name !== undefined && name !== "") this.names.add(name);
  }

  /** The number without its country code, or undefined. */
  get nationalNumber(): string | undefined {
    return this.mobile === undefined ? undefined : parsePhoneNumber(this.mobile).nationalNumber;
  }

  /** A pattern for random numbers of the same country. Each `#` is a digit. */
  get mobilePattern(): string {
    if (this.mobile === undefined || this.mobile.startsWith("+91")) return "+9198########";
    const { countryCallingCode, nationalNumber } = parsePhoneNumber(this.mobile);
    return `+${countryCallingCode}${nationalNumber.slice(0, 2)}${"#".repeat(nationalNumber.length - 2)}`;
  }
}

function read(value: unknown, path = ""): string | undefined {
  const found = path.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], value);
  return typeof found === "string" ? found : undefined;
}

/** Parses a number, by default an Indian one. Undefined for any other text. */
function toE164(typed: string): string | undefined {
  try {
    return parsePhoneNumber(typed, "IN").number;
  } catch {
    return undefined; // a mistyped number
  }
}
