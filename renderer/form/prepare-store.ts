import type { OptionsDocument } from "#engine/documents/screen.ts";
import type { Text } from "#engine/documents/text.ts";
import { toInitialData } from "#engine/form/derive.ts";
import { toFlatData, toNestedData } from "#engine/form/data-tree.ts";
import { isWithin, toFormModel, type FormModel } from "#engine/form/form-model.ts";
import { isSearched, toChoices, toOptionValues, type OptionValues } from "#engine/form/options.ts";
import { holdsFile } from "#engine/form/holds-file.ts";
import type { Replacing } from "#engine/form/replaced.ts";
import { resolveText } from "#engine/documents/text.ts";
import type { Scope } from "#engine/rules/evaluate.ts";
import type { Call } from "#renderer/data/client.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { fetchCode } from "#renderer/session/page-code.ts";
import type { OptionsSource } from "#widgets/widget.ts";
import type { DraftKeeper } from "./draft/draft-keeper.ts";
import type { DraftHome } from "./draft/draft-place.ts";
import type { runFills } from "./fill.ts";
import { FormStore } from "./form-store.ts";
import { propsOf } from "./widget-contracts.ts";
import type { ReadySection } from "./parts/section.ts";
import { loadSections } from "./section-validator.ts";

/** A form at work, without what draws it. */
export interface PreparedStore {
  readonly store: FormStore;
  readonly sections: ReadonlyMap<string, ReadySection>;
  readonly draft: DraftKeeper | undefined;
  /** Where a field fills others. */
  readonly runFills: typeof runFills | undefined;
}

export interface PrepareSetup {
  readonly formId: string;
  readonly config: ConfigClient;
  readonly scope: Scope;
  readonly initial: unknown;
  readonly only?: readonly string[];
  readonly replacing?: Replacing;
  readonly draft?: DraftHome;
  readonly call: Call;
  /** How a validator's module is had; the page imports it. */
  readonly loadModule?: (url: string) => Promise<unknown>;
}

/** The model of a form, its documents fetched where they are not there yet. */
export async function loadModel(config: ConfigClient, formId: string): Promise<FormModel> {
  if (!config.find("form", formId)) await config.load(`bundle/form.${formId}`);
  return toFormModel(config.get("form", formId), (id) => config.find("form", id));
}

/** Fetches a form's validators and draft at once and joins them. Rejects when a validator cannot be had; a draft may be missing. */
export async function prepareStore(model: FormModel, setup: PrepareSetup): Promise<PreparedStore> {
  const { formId, config, scope, only, replacing, loadModule } = setup;
  const [sections, { draft, drafted }, fills] = await Promise.all([
    loadSections(model, (id) => config.validatorUrl(formId, id), loadModule),
    openDraft(model, setup),
    model.fields.some(({ field }) => field.fill) ? fetchCode(() => import("./fill.ts")) : undefined,
  ]);
  const initial = replacing ? withoutRefused(model, setup.initial, replacing) : setup.initial;
  const data = drafted ? withUndrafted(model, drafted, initial) : initial;
  const store = new FormStore({
    model,
    scope,
    ...(only ? { only } : {}),
    ...(replacing ? { replacing } : {}),
    data: toInitialData(model, data, scope),
    before: setup.initial,
    tools: { shape: (id, values) => sections.get(id)?.shape(values) ?? [], options: toOptionLookup(config) },
    messages: {
      validation: config.find("validation", "validation")?.messages ?? {},
      translate: config.translate,
    },
    view: { translate: config.translate, words: config.words, propsOf, options: toSources(config) },
  });
  return { store, sections, draft, runFills: fills?.runFills };
}

/** A paper that was refused is not what one begins with: its place is empty, and it stands beside it. Words stay, to be mended. */
function withoutRefused(model: FormModel, initial: unknown, { places }: Replacing): Record<string, unknown> {
  const flat = toFlatData(model, initial);
  for (const { pointer, schema } of model.fields)
    if (isWithin(pointer, places) && holdsFile(schema)) delete flat[pointer];
  return toNestedData(model, flat);
}

/** A draft holds no sensitive value: those stay as the submission has them. */
function withUndrafted(model: FormModel, drafted: Record<string, unknown>, initial: unknown): Record<string, unknown> {
  const flat = toFlatData(model, drafted);
  const first = toFlatData(model, initial);
  for (const { pointer, field } of model.fields)
    if (field.sensitive && first[pointer] !== undefined) flat[pointer] = first[pointer];
  return toNestedData(model, flat);
}

/** The draft of who is signed in, with what it holds; what keeps it is fetched only then. */
async function openDraft(
  model: FormModel,
  { draft, call }: PrepareSetup,
): Promise<{ draft?: DraftKeeper; drafted?: Record<string, unknown> | undefined }> {
  if (!draft) return {};
  const { toKeeper } = await fetchCode(() => import("./draft/open-draft.ts"));
  const keeper = toKeeper(model, draft, call);
  return { draft: keeper, drafted: await keeper.load() };
}

const findOptionsIn = (config: ConfigClient) => (id: string) => config.find("options", id);

/** Values of fixed lists, each list read once. */
function toOptionLookup(config: ConfigClient): (id: string) => OptionValues | undefined {
  const known = new Map<string, OptionValues | undefined>();
  return (id) => {
    if (!known.has(id)) known.set(id, toOptionValues(id, findOptionsIn(config)));
    return known.get(id);
  };
}

/** Option lists as widgets take them; a fixed list is the same object as long as it reads the same. */
function toSources(config: ConfigClient): (id: string, label: string, scope: Scope) => OptionsSource | undefined {
  const fixed = new Map<string, { text: string; source: OptionsSource }>();
  return (id, label, scope) => {
    const options = findOptionsIn(config)(id);
    if (!options) return undefined;
    if (isSearched(options)) return toSearched(id, options, label, scope, config);
    const list = toChoices(id, findOptionsIn(config), scope, config.translate);
    const text = JSON.stringify(list);
    const known = fixed.get(id);
    if (known?.text === text) return known.source;
    const source = { id, list, ...toManual(options, label, scope, config) };
    fixed.set(id, { text, source });
    return source;
  };
}

function toSearched(
  id: string,
  options: OptionsDocument,
  label: string,
  scope: Scope,
  config: ConfigClient,
): OptionsSource {
  return {
    id,
    pageSize: options.pageSize ?? 50,
    searchDelayMs: options.searchDelayMs ?? 700,
    ...toManual(options, label, scope, config),
  };
}

/** The words of manual entry, where a candidate may type what the list lacks. */
function toManual(
  { manual }: OptionsDocument,
  label: string,
  scope: Scope,
  config: ConfigClient,
): Pick<OptionsSource, "manual"> {
  if (!manual) return {};
  const labelled = { ...scope, roots: { ...scope.roots, label } };
  const say = (text: unknown) => resolveText(text as Text, labelled, config.translate).replaceAll("{label}", label);
  return {
    manual: {
      offer: say(manual.offer),
      enter: say(manual.enter),
      back: say(manual.back),
      ...(manual.placeholder === undefined ? {} : { placeholder: say(manual.placeholder) }),
    },
  };
}
