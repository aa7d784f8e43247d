import { getOperation, type OperationId } from "#engine/contract/operations.ts";
import { sandboxDirectory } from "../personal/sandbox-directory.ts";
import type { StandIns } from "../personal/stand-ins.ts";
import type { HarCall } from "./har-call.ts";
import type { Ids } from "./ids.ts";
import { mapStrings } from "./map-strings.ts";

/** Arguments with an id from an earlier answer. */
const idName = /^(id|subType|txnId|.*Id|.*Url)$/;
/** Ids of definitions, not of transactions. */
const definitionIds: ReadonlySet<string> = new Set(["orgId", "formId", "eKycFormId"]);

/** Arguments as a fixture writes them. */
export interface WrittenArguments {
  readonly args: Record<string, unknown>;
  /** The recipient of the code. */
  readonly otp?: string;
  /** An id that no earlier answer returned, so the call cannot be repeated. */
  readonly unknownId?: string;
}

/** The ids of the traffic, which have other values in a replay. */
export interface TrafficIds {
  /** The organisation and the form in the traffic. */
  readonly orgId: string;
  readonly formId: string;
  /** The transaction of the calls, or undefined. */
  readonly txnId: string | undefined;
}

/** Writes arguments: ids as the variables that `use` returns, personal data as stand-ins, codes never. */
export async function writeArguments(
  { operation, args, code }: HarCall,
  {
    trafficIds,
    ids,
    standIns,
    use,
  }: { trafficIds: TrafficIds; ids: Ids; standIns: StandIns; use: (text: string) => string },
): Promise<WrittenArguments> {
  const rest = withoutContext(operation, args, trafficIds, use);
  const typed: { text: string; key: string }[] = [];
  let unknownId: string | undefined;
  mapStrings(rest, (text, path) => {
    const key = path.at(-1) ?? "";
    if (ids.find(text)) return text;
    if (isUnknownId(key, text)) unknownId = text;
    else typed.push({ text, key: key.split(".").at(-1) ?? "" });
    return text;
  });
  const replaced = new Map<string, string>();
  for (const { text, key } of typed) replaced.set(text, await standIns.replaceArgument(key, text));
  const written = mapStrings(rest, (text) => (ids.find(text) ? use(text) : (replaced.get(text) ?? text))) as Record<
    string,
    unknown
  >;
  const isCode = "otp" in written;
  if (!isCode) return { args: written, unknownId };
  const typedCode = String(written["otp"]);
  delete written["otp"];
  // A refused code stays a wrong code.
  if (code !== 0) return { args: { ...written, otp: "0".repeat(typedCode.length) }, unknownId };
  return { args: written, otp: await toRecipient(written, trafficIds), unknownId };
}

/** Removes the three context ids where they are those of the traffic. */
function withoutContext(
  operation: OperationId,
  args: Readonly<Record<string, unknown>>,
  trafficIds: TrafficIds,
  use: (text: string) => string,
): Record<string, unknown> {
  const { context = [], contextAs = {} } = getOperation(operation);
  const contextIds = new Map(context.map((name) => [contextAs[name] ?? name, trafficIds[name]]));
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) => {
      if (contextIds.get(name) !== undefined && contextIds.get(name) === value) {
        if (value === trafficIds.txnId) use(String(value));
        return [];
      }
      return [[name, value === trafficIds.orgId ? "{orgId}" : value === trafficIds.formId ? "{formId}" : value]];
    }),
  );
}

const isUnknownId = (key: string, text: string): boolean =>
  idName.test(key) && !definitionIds.has(key) && /\d/.test(text) && !/^\{\w+\}$/.test(text);

/** The recipient of a code in the sandbox: the mailbox of a reference number, else the candidate. */
async function toRecipient(args: Readonly<Record<string, unknown>>, { orgId }: TrafficIds): Promise<string> {
  const { value, fieldName } = args;
  const mailbox =
    typeof value === "string" ? await sandboxDirectory.findMailbox(orgId, String(fieldName), value) : undefined;
  return mailbox ?? "{mobile}";
}
