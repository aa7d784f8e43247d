import { getOperation, type OperationId } from "#engine/contract/operations.ts";
import { sandboxDirectory } from "../personal/sandbox-directory.ts";
import type { StandIns } from "../personal/stand-ins.ts";
import type { HeardCall } from "./heard-call.ts";
import type { Ids } from "./ids.ts";
import { mapStrings } from "./map-strings.ts";

/** Names under which a call is given an id that something before it has brought. */
const idName = /^(id|subType|txnId|.*Id|.*Url)$/;
/** What is no transaction's id, and is given a name of the documents. */
const documentNames: ReadonlySet<string> = new Set(["orgId", "formId", "eKycFormId"]);

/** How the arguments of a call are written. */
export interface WrittenArguments {
  readonly given: Record<string, unknown>;
  /** Who was sent the code that it was given. */
  readonly otp?: string;
  /** It uses an id that nothing before it has brought: it can be said of nobody else. */
  readonly stranger?: string;
}

/** Whose traffic it was: what goes by other names where it is played. */
export interface Whose {
  /** The organisation and the form as the traffic has them. */
  readonly orgId: string;
  readonly formId: string;
  /** The transaction that the calls are about; undefined where none is. */
  readonly txnId: string | undefined;
}

/** Writes arguments: ids by the variables that `use` gives, what is personal by its stand-in, codes not at all. */
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
  // A code that was refused stays a wrong one.
  if (code !== 0) return { given: { ...written, otp: "0".repeat(typedCode.length) }, stranger };
  return { given: written, otp: await toRecipient(written, whose), stranger };
}

/** The three ids that a call is given by itself, where they are those of the traffic. */
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

/** Where the sandbox sends the code of a value: to its mailbox where it has one, else to the candidate. */
async function toRecipient(given: Readonly<Record<string, unknown>>, { orgId }: Whose): Promise<string> {
  const { value, fieldName } = given;
  const mailbox =
    typeof value === "string" ? await sandboxDirectory.findMailbox(orgId, String(fieldName), value) : undefined;
  return mailbox ?? "{mobile}";
}
