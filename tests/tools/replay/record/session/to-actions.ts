import type { Action, FileSpec } from "../../contracts.ts";
import type { RecordedAction, RecordedStep } from "../collector.ts";
import type { PageView } from "../page/message.ts";
import type { StandIns } from "../personal/stand-ins.ts";
import { standInName } from "../personal/stand-ins.ts";
import type { Codes } from "./codes.ts";
import { toStableName } from "./stable-name.ts";

/** The state shared by all steps of a fixture. */
export interface FixtureContext {
  readonly standIns: StandIns;
  readonly codes: Codes;
  readonly organisation: string;
  readonly form: string;
  /** Uploaded files by name. */
  readonly files: Record<string, FileSpec>;
  /** File names by upload key. */
  readonly fileNames: Map<string, string>;
  /** Actions without a verb. */
  readonly omitted: string[];
}
const endings = { "application/pdf": "pdf", "image/png": "png", "image/jpeg": "jpg" } as const;
const fileTypes = Object.keys(endings) as (keyof typeof endings)[];
const oneTimeCode = "one-time-code";

/** Teaches the stand-ins every typed value and file name first, because pages repeat them later. */
export async function learnUserActions(steps: readonly RecordedStep[], context: FixtureContext): Promise<void> {
  for (const userAction of steps.flatMap(({ userActions }) => userActions)) {
    if (userAction.kind === "fill" && !isCodeField(userAction, context)) await toTyped(userAction, context);
    if (userAction.kind === "upload") describeUpload(userAction, context);
  }
}

/** Fixture actions for a recorded action. Empty when no verb exists. */
export async function toActions(userAction: RecordedAction, context: FixtureContext): Promise<Action[]> {
  const { standIns } = context;
  if (!("name" in userAction)) return toNavigation(userAction, context);
  if (userAction.isHidden)
    context.omitted.push(`the choice among several '${standIns.replace(userAction.name)}': the fixture uses the first`);
  const name = toName(userAction.name, context);
  const within = userAction.in && { in: { role: userAction.in.role, name: toName(userAction.in.name, context) } };
  switch (userAction.kind) {
    case "press":
      return [{ press: name, ...(userAction.role && { role: userAction.role }), ...within }];
    case "fill":
      if (isCodeField(userAction, context)) return [toCodeAction(userAction, context)];
      return [{ fill: name, with: await toTyped(userAction, context), ...within }];
    case "tick":
      return [{ choose: name, ...within }];
    case "choose":
      return [
        {
          choose: name,
          ...(userAction.typed && { type: standIns.replace(withoutBraces(userAction.typed)) }),
          option: userAction.option,
          ...within,
        },
      ];
    case "date":
      return [{ date: name, on: userAction.on, ...within }];
    case "upload":
      return toUpload(userAction, context);
  }
}

/** Checks the heading at the end of a step. Undefined without a heading. */
export function toSee({ sign }: PageView, context: FixtureContext): Action | undefined {
  return sign && { see: { role: sign.role, name: toName(sign.name, context) } };
}

const toName = (name: string, { standIns }: FixtureContext) => toStableName(standIns.replace(name));
type Fill = Extract<RecordedAction, { kind: "fill" }>;
type Upload = Extract<RecordedAction, { kind: "upload" }>;

const isCodeField = ({ autofill, value }: Fill, { codes, standIns }: FixtureContext): boolean =>
  autofill === oneTimeCode ||
  (/^\d{4,8}$/.test(value) && codes.findRecipient(value, standIns.person.mobile) !== undefined);

/** A sent code becomes `otp`. A wrong code becomes zeros. */
function toCodeAction({ name, value }: Fill, context: FixtureContext): Action {
  const recipient = context.codes.findRecipient(value, context.standIns.person.mobile);
  const fill = toName(name, context);
  return recipient === undefined
    ? { fill, with: "0".repeat(value.length) }
    : { otp: context.standIns.replace(recipient), fill };
}

function toNavigation(userAction: Exclude<RecordedAction, { name: string }>, context: FixtureContext): Action[] {
  if (userAction.kind === "pay") return [{ pay: userAction.outcome }];
  if (userAction.kind === "offline") return [{ offline: userAction.offline }];
  if (userAction.kind === "reload" || userAction.kind === "back") return [{ [userAction.kind]: true }];
  return userAction.kind === "open" ? [{ open: toAddress(userAction.path, context) }] : [];
}

const toAddress = (path: string, context: FixtureContext): string =>
  context.standIns.replace(toNamedAddress(path, context));

/** An address with variables for organisation, form and transaction. */
export function toNamedAddress(
  path: string,
  { organisation, form }: Pick<FixtureContext, "organisation" | "form">,
): string {
  const [pathname = "", query = ""] = path.split("?");
  const [, first, formId, txnId, ...rest] = pathname.split("/");
  const isForm = first === "ekyc" && formId === form;
  const namedPath = isForm ? ["", first, "{formId}", ...(txnId ? ["{txnId}"] : []), ...rest].join("/") : pathname;
  const namedQuery = query.replace(new RegExp(`\\borgId=${organisation}(?=&|$)`), "orgId={orgId}");
  return namedQuery === "" ? namedPath : `${namedPath}?${namedQuery}`;
}

function toUpload({ name, key, file: upload }: Upload, context: FixtureContext): Action[] {
  const file = context.fileNames.get(key);
  if (file !== undefined) return [{ upload: toName(name, context), file }];
  context.omitted.push(`a file of type '${upload.type}' uploaded to '${name}'`);
  return [];
}

/** A file spec of the same type, page count and size, with another name and text. */
function describeUpload(
  { name, key, file: upload, pages }: Upload,
  { files, fileNames, standIns }: FixtureContext,
): void {
  const type = fileTypes.find((one) => one === upload.type);
  if (type === undefined) return;
  const spec: FileSpec = {
    type,
    ...(type === "application/pdf" && { pages: Math.max(1, Math.min(200, pages ?? 1)) }),
    minBytes: Math.max(1, Math.min(64 * 1024 ** 2, upload.sizeBytes)),
    lines: [standIns.replace(name), standInName],
  };
  const same = Object.keys(files).find((one) => JSON.stringify(files[one]) === JSON.stringify(spec));
  const fileName = same ?? `document-${Object.keys(files).length + 1}.${endings[type]}`;
  files[fileName] = spec;
  fileNames.set(key, fileName);
  standIns.set(upload.name, fileName);
}

const toTyped = ({ name, value, autofill }: Fill, { standIns }: FixtureContext): Promise<string> =>
  standIns.replaceTyped(name, withoutBraces(value), { autofill: autofill === "off" ? "" : autofill });

/** Braces would name a variable. */
const withoutBraces = (text: string): string => text.replaceAll("{", "(").replaceAll("}", ")");
