import { didYouMean } from "#engine/authoring/check/support/suggestion.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { listCoverageItems } from "../coverage.ts";
import { toFixtureStart } from "../draft.ts";
import { InvalidFixture } from "../read-fixtures.ts";
import type { Setting } from "./session/to-fixture.ts";

/** What of a recording's place is said on the command line. */
export interface RecordingOptions {
  readonly organisation?: string | undefined;
  readonly form?: string | undefined;
  /** An address of the app, or what `--draft` takes: 'state CLOSED'. The form's own address without it. */
  readonly from?: string | undefined;
}

/** How whoever records looks, where nothing else is said. */
export const defaultSetup = { locale: "en", timeZone: "Asia/Kolkata", viewport: { width: 390, height: 844 } };

/** Where and how a recording begins: what is not said is the first that there is. Throws BadFixture for what there is not. */
export function toRecordingSetup({ organisation, form, from }: RecordingOptions, set: DefinitionSet): Setting {
  if (from !== undefined && !from.startsWith("/")) {
    const { beginning, ...place } = toFixtureStart(from, listCoverageItems(set), set.sources);
    return {
      ...defaultSetup,
      locale: place.locale,
      ...findForm(
        set,
        organisation ?? place.organisation,
        form ?? (organisation === undefined ? place.form : undefined),
      ),
      beginning,
    };
  }
  const open = from ?? "/ekyc/{formId}?orgId={orgId}";
  return { ...defaultSetup, ...findForm(set, organisation, form), beginning: [{ open }] };
}

/** The organisation and the form of those names; of what is not said the first. Throws BadFixture for what there is not. */
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
