import { didYouMean } from "#engine/authoring/check/support/suggestion.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { listCoverageItems } from "../coverage.ts";
import { toFixtureStart } from "../draft.ts";
import { InvalidFixture } from "../read-fixtures.ts";
import type { RecordingSetup } from "./session/to-fixture.ts";

/** Command line options for the start of a recording. */
export interface RecordingOptions {
  readonly organisation?: string | undefined;
  readonly form?: string | undefined;
  /** An address of the app or an item as in `--draft`: 'state CLOSED'. The default is the form's address. */
  readonly from?: string | undefined;
}

/** Default language, time zone and viewport. */
export const defaultSetup = { locale: "en", timeZone: "Asia/Kolkata", viewport: { width: 390, height: 844 } };

/**
 * The setup of a recording. The default is the first organisation and form. Throws InvalidFixture for an unknown one.
 */
export function toRecordingSetup({ organisation, form, from }: RecordingOptions, set: DefinitionSet): RecordingSetup {
  if (from !== undefined && !from.startsWith("/")) {
    const { startActions: beginning, ...start } = toFixtureStart(from, listCoverageItems(set), set.sources);
    return {
      ...defaultSetup,
      locale: start.locale,
      ...findForm(
        set,
        organisation ?? start.organisation,
        form ?? (organisation === undefined ? start.form : undefined),
      ),
      startActions: beginning,
    };
  }
  const open = from ?? "/ekyc/{formId}?orgId={orgId}";
  return { ...defaultSetup, ...findForm(set, organisation, form), startActions: [{ open }] };
}

/** The named organisation and form, or the first ones. Throws InvalidFixture for an unknown one. */
export function findForm(
  set: DefinitionSet,
  organisation?: string,
  form?: string,
): { organisation: string; form: string } {
  const organisations = set.ids("organisation");
  const requests = set
    .ofKind("request")
    .map(({ path, document }) => ({ organisation: path.split("/")[1] ?? "", form: document.id }));
  if (organisation !== undefined && !organisations.includes(organisation))
    throw new InvalidFixture(`There is no organisation '${organisation}'${didYouMean(organisation, organisations)}`);
  const own = requests.filter((one) => organisation === undefined || one.organisation === organisation);
  const found = form === undefined ? own[0] : own.find((one) => one.form === form);
  if (!found) {
    const forms = own.map((one) => one.form);
    throw new InvalidFixture(
      `There is no form '${form ?? "*"}'${organisation ? ` of ${organisation}` : ""}${didYouMean(form ?? "", forms)}`,
    );
  }
  return found;
}
