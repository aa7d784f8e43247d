import type { Action, Fixture, Step } from "../../contracts.ts";
import type { RecordedAction } from "../collector.ts";
import type { PageView } from "../page/message.ts";
import { standInName, type StandIns } from "../personal/stand-ins.ts";
import type { Recording } from "../recording.ts";
import type { Codes } from "./codes.ts";
import { learnUserActions, toActions, toSee, type FixtureContext } from "./to-actions.ts";

/** The setup of a recording and its start. */
export interface RecordingSetup {
  readonly organisation: string;
  readonly form: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly viewport: Fixture["viewport"];
  /** Actions before the person's first one. Empty when the person opened the address. */
  readonly startActions: readonly Action[];
}

/** A recorded fixture with notes for its author. */
export interface RecordedFixture {
  readonly fixture: Omit<Fixture, "name">;
  /** Actions without a verb. */
  readonly omitted: readonly string[];
  /** Typed values that stay unchanged, with their field. */
  readonly unchanged: ReadonlyMap<string, string>;
}

/** Converts a recording to a fixture without personal data. Undefined without an action. */
export async function toRecordedFixture(
  recording: Recording,
  setup: RecordingSetup,
  standIns: StandIns,
  codes: Codes,
): Promise<RecordedFixture | undefined> {
  const { organisation, form, locale, timeZone, viewport, startActions } = setup;
  const context: FixtureContext = { standIns, codes, organisation, form, files: {}, fileNames: new Map(), omitted: [] };
  await learnUserActions(recording.steps, context);
  const names = new Set<string>();
  const steps: Step[] = [];
  for (const { start, userActions, end } of recording.steps) {
    const actions = (await Promise.all(userActions.map((userAction) => toActions(userAction, context)))).flat();
    if (actions.length === 0) continue;
    const see = end && toSee(end, context);
    if (!see) context.omitted.push(`the result of the last action (${describeAction(userActions.at(-1))})`);
    const title = start.sign ? `At '${standIns.replace(start.sign.name)}'.` : "Opens the page.";
    steps.push({ id: toId(start.screen || "open", names), title, do: [...actions, ...(see ? [see] : [])] });
  }
  const [first] = recording.steps;
  if (!first || steps.length === 0) return undefined;
  if (startActions.length > 0) steps.unshift(toStartStep(startActions, first.start, context, names));
  const last = recording.steps.at(-1)?.end;
  const fixture = {
    description: `Recorded: ${describeView(first.start, standIns)} to ${describeView(last ?? { screen: "" }, standIns)}.`,
    organisation,
    form,
    locale,
    timeZone,
    viewport,
    candidate: { name: standInName, mobile: standIns.person.mobilePattern },
    values: {},
    files: context.files,
    steps,
  };
  return { fixture, omitted: [...recording.unsupported, ...context.omitted], unchanged: standIns.unchanged };
}

function toStartStep(
  startActions: readonly Action[],
  view: PageView,
  context: FixtureContext,
  names: Set<string>,
): Step {
  const see = toSee(view, context);
  return { id: toId("begin", names), title: "The start.", do: [...startActions, ...(see ? [see] : [])] };
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

const describeView = ({ sign, screen }: PageView, standIns: StandIns): string =>
  sign ? `'${standIns.replace(sign.name)}'` : screen || "the address";
const describeAction = (userAction: RecordedAction | undefined): string =>
  userAction && "name" in userAction ? `${userAction.kind} '${userAction.name}'` : (userAction?.kind ?? "nothing");
