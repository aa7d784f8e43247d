import type { Action, Fixture, Step } from "../../contracts.ts";
import type { RecordedAction } from "../collector.ts";
import type { Look } from "../page/note.ts";
import { standInName, type StandIns } from "../personal/stand-ins.ts";
import type { Recording } from "../recording.ts";
import type { Codes } from "./codes.ts";
import { learnDeeds, toActions, toSee, type Writing } from "./to-actions.ts";

/** The setup of a recording and its start. */
export interface Setting {
  readonly organisation: string;
  readonly form: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly viewport: Fixture["viewport"];
  /** Actions before the person's first one. Empty when the person opened the address. */
  readonly beginning: readonly Action[];
}

/** A recorded fixture with notes for its author. */
export interface Written {
  readonly fixture: Omit<Fixture, "name">;
  /** Actions without a verb. */
  readonly unsaid: readonly string[];
  /** Typed values that stay unchanged, with their field. */
  readonly kept: ReadonlyMap<string, string>;
}

/** Converts a recording to a fixture without personal data. Undefined without an action. */
export async function toRecordedFixture(
  recording: Recording,
  setting: Setting,
  standIns: StandIns,
  codes: Codes,
): Promise<Written | undefined> {
  const { organisation, form, locale, timeZone, viewport, beginning } = setting;
  const writing: Writing = { standIns, codes, organisation, form, files: {}, given: new Map(), unsaid: [] };
  await learnDeeds(recording.steps, writing);
  const names = new Set<string>();
  const steps: Step[] = [];
  for (const { begin, deeds, end } of recording.steps) {
    const actions = (await Promise.all(deeds.map((deed) => toActions(deed, writing)))).flat();
    if (actions.length === 0) continue;
    const see = end && toSee(end, writing);
    if (!see) writing.unsaid.push(`what came of the last thing that was done (${toWords(deeds.at(-1))})`);
    const title = begin.sign ? `At '${standIns.said(begin.sign.name)}'.` : "Opens the page.";
    steps.push({ id: toId(begin.screen || "open", names), title, do: [...actions, ...(see ? [see] : [])] });
  }
  const [first] = recording.steps;
  if (!first || steps.length === 0) return undefined;
  if (beginning.length > 0) steps.unshift(toBeginStep(beginning, first.begin, writing, names));
  const last = recording.steps.at(-1)?.end;
  const fixture = {
    description: `Recorded: ${toWhere(first.begin, standIns)} to ${toWhere(last ?? { screen: "" }, standIns)}.`,
    organisation,
    form,
    locale,
    timeZone,
    viewport,
    candidate: { name: standInName, mobile: standIns.person.mobilePattern },
    values: {},
    files: writing.files,
    steps,
  };
  return { fixture, unsaid: [...recording.unsupported, ...writing.unsaid], kept: standIns.kept };
}

function toBeginStep(beginning: readonly Action[], look: Look, writing: Writing, names: Set<string>): Step {
  const see = toSee(look, writing);
  return { id: toId("begin", names), title: "The start.", do: [...beginning, ...(see ? [see] : [])] };
}

/** The screen id, numbered when it repeats. */
function toId(screen: string, names: Set<string>): string {
  const bare =
    screen
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "step";
  let id = bare;
  for (let count = 2; names.has(id); count += 1) id = `${bare}-${count}`;
  names.add(id);
  return id;
}

const toWhere = ({ sign, screen }: Look, standIns: StandIns): string =>
  sign ? `'${standIns.said(sign.name)}'` : screen || "the address";
const toWords = (deed: RecordedAction | undefined): string =>
  deed && "name" in deed ? `${deed.kind} '${deed.name}'` : (deed?.kind ?? "nothing");
