import { getOperation, type OperationId } from "#engine/contract/operations.ts";
import { sandboxDirectory } from "../personal/sandbox-directory.ts";
import type { StandIns } from "../personal/stand-ins.ts";
import type { HeardCall } from "./heard-call.ts";
import type { Ids } from "./ids.ts";
import { mapStrings } from "./map-strings.ts";

/** Arguments with an id from an earlier answer. */
const idName = /^(id|subType|txnId|.*Id|.*Url)$/;
/** Ids of definitions, not of transactions. */
const documentNames: ReadonlySet<string> = new Set(["orgId", "formId", "eKycFormId"]);

/** Arguments as a fixture writes them. */
export interface WrittenArguments {
  readonly given: Record<string, unknown>;
  /** The recipient of the code. */
  readonly otp?: string;
  /** An id that no earlier answer returned, so the call cannot be repeated. */
  readonly stranger?: string;
}

/** The ids of the traffic, which have other values in a replay. */
export interface Whose {
  /** The organisation and the form in the traffic. */
  readonly orgId: string;
  readonly formId: string;
  /** The transaction of the calls, or undefined. */
  readonly txnId: string | undefined;
}

/** Writes arguments: ids as the variables that `use` returns, personal data as stand-ins, codes never. */
export async function writeArguments(
  { operation, given, code }: HeardCall,
  { whose, ids, standIns, use }: { whose: Whose; ids: Ids; standIns: StandIns; use: (text: string) => string },
): Promise<WrittenArguments> {
  const rest = withoutContext(operation, given, whose, use);
  const typed: { text: string; key: string }[] = [];
  let stranger: string | undefined;
  mapStrings(rest, (text, path) => {
    const key = path.at(-1) ?? "";
    if (ids.find(text)) return text;
    if (isStranger(key, text)) stranger = text;
    else typed.push({ text, key: key.split(".").at(-1) ?? "" });
    return text;
  });
  const said = new Map<string, string>();
  for (const { text, key } of typed) said.set(text, await standIns.given(key, text));
  const written = mapStrings(rest, (text) => (ids.find(text) ? use(text) : (said.get(text) ?? text))) as Record<
    string,
    unknown
  >;
  const isCode = "otp" in written;
  if (!isCode) return { given: written, stranger };
  const typedCode = String(written["otp"]);
  delete written["otp"];
  // A refused code stays a wrong code.
  if (code !== 0) return { given: { ...written, otp: "0".repeat(typedCode.length) }, stranger };
  return { given: written, otp: await toRecipient(written, whose), stranger };
}

/** Removes the three context ids where they are those of the traffic. */
function withoutContext(
  operation: OperationId,
  given: Readonly<Record<string, unknown>>,
  whose: Whose,
  use: (text: string) => string,
): Record<string, unknown> {
  const { context = [], contextAs = {} } = getOperation(operation);
  const own = new Map(context.map((name) => [contextAs[name] ?? name, whose[name]]));
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (own.get(name) !== undefined && own.get(name) === value) {
        if (value === whose.txnId) use(String(value));
        return [];
      }
      return [[name, value === whose.orgId ? "{orgId}" : value === whose.formId ? "{formId}" : value]];
    }),
  );
}

const isStranger = (key: string, text: string): boolean =>
  idName.test(key) && !documentNames.has(key) && /\d/.test(text) && !/^\{\w+\}$/.test(text);

/** The recipient of a code in the sandbox: the mailbox of a reference number, else the candidate. */
async function toRecipient(given: Readonly<Record<string, unknown>>, { orgId }: Whose): Promise<string> {
  const { value, fieldName } = given;
  const mailbox =
    typeof value === "string" ? await sandboxDirectory.findMailbox(orgId, String(fieldName), value) : undefined;
  return mailbox ?? "{mobile}";
}
