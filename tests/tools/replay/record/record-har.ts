import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { InvalidFixture, fixturesFolder } from "../read-fixtures.ts";
import { readDocumentSet } from "../references/index.ts";
import { startServer } from "../server.ts";
import type { Whose } from "./har/arguments.ts";
import { toHeardCall, type HeardCall } from "./har/heard-call.ts";
import { readHar, type HarEntry } from "./har/read-har.ts";
import { toHarFixture, type WrittenCalls } from "./har/to-har-fixture.ts";
import { printWritten } from "./record.ts";
import { findForm, type RecordingOptions } from "./recording-setup.ts";
import { tryFixture } from "./try-fixture.ts";
import { assertFreeName, writeFixture } from "./write-fixture.ts";

/**
 * Makes a fixture of the calls in a HAR and plays it at once. Gives the exit code: 1 where no call is one of the API, or what
 * was written does not hold. Throws BadFixture for a file, a name or a place that cannot be.
 */
export async function recordHar(
  file: string,
  name: string | undefined,
  place: RecordingOptions,
  schemasDir: string,
): Promise<number> {
  assertFreeName(name, fixturesFolder);
  const entries = readHar(file);
  const set = await readDocumentSet(schemasDir);
  const written = await importHar(entries, place, set);
  console.log(`${entries.length} requests, ${written?.others ?? entries.length} of them no operation of the API.`);
  if (!written) {
    console.error("None can be called again, so nothing is written.");
    return 1;
  }
  const fixture = writeFixture(name, written.fixture, fixturesFolder);
  printWritten(name, written);
  const given = process.env["BASE_URL"]?.replace(/\/+$/, "");
  const server = given === undefined ? await startServer() : undefined;
  try {
    return (await tryFixture(fixture, given ?? server?.baseUrl ?? "", set)).holds ? 0 : 1;
  } finally {
    await server?.stop();
  }
}

/** A fixture of the calls among a HAR's entries; `others`: how many are none. Undefined where none can be called again. Throws BadFixture. */
export async function importHar(
  entries: readonly HarEntry[],
  place: RecordingOptions,
  set: DefinitionSet,
): Promise<(WrittenCalls & { readonly others: number }) | undefined> {
  const heard = entries.flatMap((entry) => toHeardCall(entry) ?? []);
  if (heard.length === 0) return undefined;
  const whose = toWhose(heard);
  const setting = { ...toOwnPlace(whose, place, set), whose };
  const written = await toHarFixture(heard, setting, set);
  return written && { ...written, others: entries.length - heard.length };
}

/** The organisation, the form and the transaction that most calls name. */
function toWhose(heard: readonly HeardCall[]): Whose {
  const mostGiven = (...names: readonly string[]): string | undefined => {
    const given = heard
      .filter(({ operation }) => operation !== "profile.verify-otp") // its transaction is that of a code
      .flatMap((call) => names.map((name) => call.given[name]))
      .filter((value) => typeof value === "string");
    const counts = new Map(given.map((value) => [value, given.filter((one) => one === value).length]));
    return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
  };
  return {
    orgId: mostGiven("orgId") ?? "",
    formId: mostGiven("eKycFormId", "formId") ?? "",
    txnId: mostGiven("txnId"),
  };
}

/** What goes by those names here. Throws BadFixture where nothing does and nobody says what. */
function toOwnPlace({ orgId, formId }: Whose, { organisation, form }: RecordingOptions, set: DefinitionSet) {
  const known = set.ids("organisation").includes(orgId);
  if (organisation === undefined && !known && orgId !== "")
    throw new InvalidFixture(
      `There is no organisation '${orgId}', as the calls have it: say which with --organisation.`,
    );
  const own = organisation ?? (orgId === "" ? undefined : orgId);
  const forms = set.ofKind("request").filter(({ path }) => path.split("/")[1] === own);
  if (form === undefined && formId !== "" && !forms.some(({ document }) => document.id === formId))
    throw new InvalidFixture(
      `There is no form '${formId}' of ${own ?? "any"}, as the calls have it: say which with --form.`,
    );
  return findForm(set, own, form ?? (formId === "" ? undefined : formId));
}
