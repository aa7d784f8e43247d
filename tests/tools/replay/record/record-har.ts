import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { InvalidFixture, fixturesFolder } from "../read-fixtures.ts";
import { readDocumentSet } from "../references/index.ts";
import { startServer } from "../server.ts";
import type { TrafficIds } from "./har/arguments.ts";
import { toHarCall, type HarCall } from "./har/har-call.ts";
import { readHar, type HarEntry } from "./har/read-har.ts";
import { toHarFixture, type ImportedFixture } from "./har/to-har-fixture.ts";
import { printWritten } from "./record.ts";
import { findForm, type RecordingOptions } from "./recording-setup.ts";
import { tryFixture } from "./try-fixture.ts";
import { assertFreeName, writeFixture } from "./write-fixture.ts";

/**
 * Writes a fixture from a HAR and plays it at once. Returns the exit code: 1 without a known call or when the fixture
 * fails. Throws InvalidFixture for an invalid file, name or place.
 */
export async function recordHar(
  file: string,
  name: string | undefined,
  options: RecordingOptions,
  schemasDir: string,
): Promise<number> {
  assertFreeName(name, fixturesFolder);
  const entries = readHar(file);
  const set = await readDocumentSet(schemasDir);
  const written = await importHar(entries, options, set);
  console.log(`${entries.length} requests, ${written?.others ?? entries.length} of them no operation of the API.`);
  if (!written) {
    console.error("None can be called again, so nothing is written.");
    return 1;
  }
  const fixture = writeFixture(name, written.fixture, fixturesFolder);
  printWritten(name, written);
  const args = process.env["BASE_URL"]?.replace(/\/+$/, "");
  const server = args === undefined ? await startServer() : undefined;
  try {
    return (await tryFixture(fixture, args ?? server?.baseUrl ?? "", set)).holds ? 0 : 1;
  } finally {
    await server?.stop();
  }
}

/**
 * A fixture of the calls in a HAR. `others`: number of other requests. Undefined when no call can be repeated. Throws
 * InvalidFixture.
 */
export async function importHar(
  entries: readonly HarEntry[],
  options: RecordingOptions,
  set: DefinitionSet,
): Promise<(ImportedFixture & { readonly others: number }) | undefined> {
  const calls = entries.flatMap((entry) => toHarCall(entry) ?? []);
  if (calls.length === 0) return undefined;
  const trafficIds = findTrafficIds(calls);
  const importOptions = { ...toOwnIds(trafficIds, options, set), trafficIds };
  const written = await toHarFixture(calls, importOptions, set);
  return written && { ...written, others: entries.length - calls.length };
}

/** The organisation, form and transaction of most calls. */
function findTrafficIds(calls: readonly HarCall[]): TrafficIds {
  const findMostFrequent = (...names: readonly string[]): string | undefined => {
    const args = calls
      .filter(({ operation }) => operation !== "profile.verify-otp") // its transaction belongs to a code
      .flatMap((call) => names.map((name) => call.args[name]))
      .filter((value) => typeof value === "string");
    const counts = new Map(args.map((value) => [value, args.filter((one) => one === value).length]));
    return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
  };
  return {
    orgId: findMostFrequent("orgId") ?? "",
    formId: findMostFrequent("eKycFormId", "formId") ?? "",
    txnId: findMostFrequent("txnId"),
  };
}

/** The organisation and form in this repository. Throws InvalidFixture when unknown and no option names them. */
function toOwnIds({ orgId, formId }: TrafficIds, { organisation, form }: RecordingOptions, set: DefinitionSet) {
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
