import { meantOf } from "#engine/check/parts/meant.ts";
import type { DocumentSet } from "#engine/check/parts/set.ts";
import { listTriable } from "../coverage.ts";
import { toBeginning } from "../draft.ts";
import { BadFixture } from "../read-fixtures.ts";
import type { Setting } from "./session/to-fixture.ts";

/** What of a recording's place is said on the command line. */
export interface AskedPlace {
  readonly organisation?: string | undefined;
  readonly form?: string | undefined;
  /** An address of the app, or what `--draft` takes: 'state CLOSED'. The form's own address without it. */
  readonly from?: string | undefined;
}

/** How whoever records looks, where nothing else is said. */
export const usual = { locale: "en", timeZone: "Asia/Kolkata", viewport: { width: 390, height: 844 } };

/** Where and how a recording begins: what is not said is the first that there is. Throws BadFixture for what there is not. */
export function toSetting({ organisation, form, from }: AskedPlace, set: DocumentSet): Setting {
  if (from !== undefined && !from.startsWith("/")) {
    const { beginning, ...place } = toBeginning(from, listTriable(set), set.sources);
    return {
      ...usual,
      locale: place.locale,
      ...toPlace(
        set,
        organisation ?? place.organisation,
        form ?? (organisation === undefined ? place.form : undefined),
      ),
      beginning,
    };
  }
  const open = from ?? "/ekyc/{formId}?orgId={orgId}";
  return { ...usual, ...toPlace(set, organisation, form), beginning: [{ open }] };
}

/** The organisation and the form of those names; of what is not said the first. Throws BadFixture for what there is not. */
export function toPlace(
  set: DocumentSet,
  organisation?: string,
  form?: string,
): { organisation: string; form: string } {
  const organisations = set.ids("organisation");
  const requests = set
    .ofKind("request")
    .map(({ path, document }) => ({ organisation: path.split("/")[1] ?? "", form: document.id }));
  if (organisation !== undefined && !organisations.includes(organisation))
    throw new BadFixture(`There is no organisation '${organisation}'${meantOf(organisation, organisations)}`);
  const own = requests.filter((one) => organisation === undefined || one.organisation === organisation);
  const found = form === undefined ? own[0] : own.find((one) => one.form === form);
  if (!found) {
    const forms = own.map((one) => one.form);
    throw new BadFixture(
      `There is no form '${form ?? "*"}'${organisation ? ` of ${organisation}` : ""}${meantOf(form ?? "", forms)}`,
    );
  }
  return found;
}
