import type { Action, FileSpec } from "../../contracts.ts";
import type { RecordedAction, RecordedStep } from "../collector.ts";
import type { Look } from "../page/note.ts";
import type { StandIns } from "../personal/stand-ins.ts";
import { standInName } from "../personal/stand-ins.ts";
import type { Codes } from "./codes.ts";
import { toSteadyName } from "./steady-name.ts";

/** The state shared by all steps of a fixture. */
export interface Writing {
  readonly standIns: StandIns;
  readonly codes: Codes;
  readonly organisation: string;
  readonly form: string;
  /** Uploaded files by name. */
  readonly files: Record<string, FileSpec>;
  /** File names by upload key. */
  readonly given: Map<string, string>;
  /** Actions without a verb. */
  readonly unsaid: string[];
}
const endings = { "application/pdf": "pdf", "image/png": "png", "image/jpeg": "jpg" } as const;
const paperTypes = Object.keys(endings) as (keyof typeof endings)[];
const oneTimeCode = "one-time-code";

/** Teaches the stand-ins every typed value and file name first, because pages repeat them later. */
export async function learnDeeds(steps: readonly RecordedStep[], writing: Writing): Promise<void> {
  for (const deed of steps.flatMap(({ deeds }) => deeds)) {
    if (deed.kind === "fill" && !isCode(deed, writing)) await toTyped(deed, writing);
    if (deed.kind === "upload") describe(deed, writing);
  }
}

/** Fixture actions for a recorded action. Empty when no verb exists. */
export async function toActions(deed: RecordedAction, writing: Writing): Promise<Action[]> {
  const { standIns } = writing;
  if (!("name" in deed)) return toTravel(deed, writing);
  if (deed.isHidden)
    writing.unsaid.push(`which of those called '${standIns.said(deed.name)}' it was: the first is taken`);
  const name = toName(deed.name, writing);
  const within = deed.in && { in: { role: deed.in.role, name: toName(deed.in.name, writing) } };
  switch (deed.kind) {
    case "press":
      return [{ press: name, ...(deed.role && { role: deed.role }), ...within }];
    case "fill":
      if (isCode(deed, writing)) return [toCode(deed, writing)];
      return [{ fill: name, with: await toTyped(deed, writing), ...within }];
    case "tick":
      return [{ choose: name, ...within }];
    case "choose":
      return [
        {
          choose: name,
          ...(deed.typed && { type: standIns.said(unbraced(deed.typed)) }),
          option: deed.option,
          ...within,
        },
      ];
    case "date":
      return [{ date: name, on: deed.on, ...within }];
    case "upload":
      return toUpload(deed, writing);
  }
}

/** Checks the heading at the end of a step. Undefined without a heading. */
export function toSee({ sign }: Look, writing: Writing): Action | undefined {
  return sign && { see: { role: sign.role, name: toName(sign.name, writing) } };
}

const toName = (name: string, { standIns }: Writing) => toSteadyName(standIns.said(name));
type Fill = Extract<RecordedAction, { kind: "fill" }>;
type Upload = Extract<RecordedAction, { kind: "upload" }>;

const isCode = ({ autofill, value }: Fill, { codes, standIns }: Writing): boolean =>
  autofill === oneTimeCode ||
  (/^\d{4,8}$/.test(value) && codes.findRecipient(value, standIns.person.mobile) !== undefined);

/** A sent code becomes `otp`. A wrong code becomes zeros. */
function toCode({ name, value }: Fill, writing: Writing): Action {
  const recipient = writing.codes.findRecipient(value, writing.standIns.person.mobile);
  const fill = toName(name, writing);
  return recipient === undefined
    ? { fill, with: "0".repeat(value.length) }
    : { otp: writing.standIns.said(recipient), fill };
}

function toTravel(deed: Exclude<RecordedAction, { name: string }>, writing: Writing): Action[] {
  if (deed.kind === "pay") return [{ pay: deed.outcome }];
  if (deed.kind === "offline") return [{ offline: deed.offline }];
  if (deed.kind === "reload" || deed.kind === "back") return [{ [deed.kind]: true }];
  return deed.kind === "open" ? [{ open: toAddress(deed.path, writing) }] : [];
}

const toAddress = (path: string, writing: Writing): string => writing.standIns.said(toNamedAddress(path, writing));

/** An address with variables for organisation, form and transaction. */
export function toNamedAddress(path: string, { organisation, form }: Pick<Writing, "organisation" | "form">): string {
  const [place = "", query = ""] = path.split("?");
  const [, first, formId, txnId, ...rest] = place.split("/");
  const isForm = first === "ekyc" && formId === form;
  const named = isForm ? ["", first, "{formId}", ...(txnId ? ["{txnId}"] : []), ...rest].join("/") : place;
  const asked = query.replace(new RegExp(`\\borgId=${organisation}(?=&|$)`), "orgId={orgId}");
  return asked === "" ? named : `${named}?${asked}`;
}

function toUpload({ name, key, paper }: Upload, writing: Writing): Action[] {
  const file = writing.given.get(key);
  if (file !== undefined) return [{ upload: toName(name, writing), file }];
  writing.unsaid.push(`a file of type '${paper.type}' that was given to '${name}'`);
  return [];
}

/** A file spec of the same type, page count and size, with another name and text. */
function describe({ name, key, paper, pages }: Upload, { files, given, standIns }: Writing): void {
  const type = paperTypes.find((one) => one === paper.type);
  if (type === undefined) return;
  const described: FileSpec = {
    type,
    ...(type === "application/pdf" && { pages: Math.max(1, Math.min(200, pages ?? 1)) }),
    minBytes: Math.max(1, Math.min(64 * 1024 ** 2, paper.sizeBytes)),
    lines: [standIns.said(name), standInName],
  };
  const again = Object.keys(files).find((one) => JSON.stringify(files[one]) === JSON.stringify(described));
  const called = again ?? `paper-${Object.keys(files).length + 1}.${endings[type]}`;
  files[called] = described;
  given.set(key, called);
  standIns.put(paper.name, called);
}

const toTyped = ({ name, value, autofill }: Fill, { standIns }: Writing): Promise<string> =>
  standIns.typed(name, unbraced(value), { autofill: autofill === "off" ? "" : autofill });

/** Braces would name a variable. */
const unbraced = (text: string): string => text.replaceAll("{", "(").replaceAll("}", ")");
