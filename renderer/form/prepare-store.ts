import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import { toInitialData } from "#engine/core/form/derive.ts";
import { toFlatData, toNestedData } from "#engine/core/form/data-tree.ts";
import { isWithin, toFormModel, type FormModel } from "#engine/core/form/form-model.ts";
import { isSearched, toChoices, toOptionValues, type OptionValues } from "#engine/core/form/options.ts";
import { containsFile } from "#engine/core/form/data-schema.ts";
import type { Replacement } from "#engine/core/form/unchanged.ts";
import { resolveText } from "#engine/core/definitions/text.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";
import type { Call } from "#renderer/data/client.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { loadCode } from "#renderer/session/code-loading.ts";
import type { OptionsSource } from "#widgets/widget.ts";
import type { DraftSync } from "./draft/draft-sync.ts";
import type { DraftLocation } from "./draft/draft-location.ts";
import type { startFills } from "./fill-fields.ts";
import { FormStore } from "./form-store.ts";
import { getWidgetProps } from "./widget-contracts.ts";
import type { ReadySection } from "./parts/section.ts";
import type { FormSteps, StepsSetup } from "./steps/form-steps.ts";
import { loadSections } from "./section-validator.ts";

/** A form with its data and validators, without the parts that draw it. */
export interface PreparedStore {
  readonly store: FormStore;
  readonly sections: ReadonlyMap<string, ReadySection>;
  readonly draft: DraftSync | undefined;
  /** Set when a field of the form has `fill`. */
  readonly startFills: typeof startFills | undefined;
  /** Makes the steps of a form with pages; undefined in one without. */
  readonly toSteps: ((setup: Pick<StepsSetup, "text" | "location">) => FormSteps) | undefined;
}

export interface PrepareSetup {
  readonly formId: string;
  readonly config: ConfigClient;
  readonly scope: Scope;
  readonly initial: unknown;
  readonly only?: readonly string[];
  readonly replacing?: Replacement;
  /** Why each field is requested, by pointer. */
  readonly reasons?: Readonly<Record<string, string>>;
  readonly draft?: DraftLocation;
  readonly call: Call;
  /** Loads a validator module; defaults to `import`. */
  readonly loadModule?: (url: string) => Promise<unknown>;
}

/** The model of a form; loads its definitions when they are missing. */
export async function loadModel(config: ConfigClient, formId: string): Promise<FormModel> {
  if (!config.find("form", formId)) await config.load(`bundle/form.${formId}`);
  return toFormModel(config.get("form", formId), (id) => config.find("form", id));
}

/** Loads validators and draft in parallel. Rejects when a validator cannot be loaded; a draft is optional. */
export async function prepareStore(model: FormModel, setup: PrepareSetup): Promise<PreparedStore> {
  const { formId, config, scope, only, replacing, reasons, loadModule } = setup;
  const [sections, { draft, draftData }, fills, stepCode] = await Promise.all([
    loadSections(model, (id) => config.validatorUrl(formId, id), loadModule),
    openDraft(model, setup),
    model.fields.some(({ field }) => field.fill) ? loadCode(() => import("./fill-fields.ts")) : undefined,
    model.pages.length > 0 ? loadCode(() => import("./steps/form-steps.ts")) : undefined,
  ]);
  const initial = replacing ? withoutRefusedFiles(model, setup.initial, replacing) : setup.initial;
  const data = draftData ? withSensitive(model, draftData, initial) : initial;
  const store = new FormStore({
    model,
    scope,
    ...(only ? { only } : {}),
    ...(replacing ? { replacing } : {}),
    ...(reasons ? { reasons } : {}),
    data: toInitialData(model, data, scope),
    before: setup.initial,
    tools: { shape: (id, values) => sections.get(id)?.shape(values) ?? [], options: toOptionLookup(config) },
    messages: {
      validation: config.find("validation", "validation")?.messages ?? {},
      translate: config.translate,
    },
    view: { translate: config.translate, text: config.uiText, getWidgetProps, options: toSources(config) },
  });
  const toSteps = (given: Pick<StepsSetup, "text" | "location">) =>
    new stepCode!.FormSteps({ ...given, store, kept: draft?.page, keep: (step) => draft?.keepPage(step) });
  return { store, sections, draft, startFills: fills?.startFills, toSteps: stepCode && toSteps };
}

/** Clears the file fields that were refused; refused texts stay, to be corrected. */
function withoutRefusedFiles(model: FormModel, initial: unknown, { places }: Replacement): Record<string, unknown> {
  const flat = toFlatData(model, initial);
  for (const { pointer, schema } of model.fields)
    if (isWithin(pointer, places) && containsFile(schema)) delete flat[pointer];
  return toNestedData(model, flat);
}

/** Adds the sensitive values of the submission, because a draft contains none. */
function withSensitive(
  model: FormModel,
  draftData: Record<string, unknown>,
  initial: unknown,
): Record<string, unknown> {
  const flat = toFlatData(model, draftData);
  const first = toFlatData(model, initial);
  for (const { pointer, field } of model.fields)
    if (field.sensitive && first[pointer] !== undefined) flat[pointer] = first[pointer];
  return toNestedData(model, flat);
}

/** Loads the draft of a signed-in candidate; its code is loaded only then. */
async function openDraft(
  model: FormModel,
  { draft, call }: PrepareSetup,
): Promise<{ draft?: DraftSync; draftData?: Record<string, unknown> | undefined }> {
  if (!draft) return {};
  const { createDraftSync } = await loadCode(() => import("./draft/create-draft-sync.ts"));
  const draftSync = createDraftSync(model, draft, call);
  return { draft: draftSync, draftData: await draftSync.load() };
}

const findOptionsIn = (config: ConfigClient) => (id: string) => config.find("options", id);

/** Values of fixed lists, each list read once. */
function toOptionLookup(config: ConfigClient): (id: string) => OptionValues | undefined {
  const cache = new Map<string, OptionValues | undefined>();
  return (id) => {
    if (!cache.has(id)) cache.set(id, toOptionValues(id, findOptionsIn(config)));
    return cache.get(id);
  };
}

/** Option lists for widgets. A fixed list stays the same object while its content is equal. */
function toSources(config: ConfigClient): (id: string, label: string, scope: Scope) => OptionsSource | undefined {
  const fixed = new Map<string, { text: string; source: OptionsSource }>();
  return (id, label, scope) => {
    const options = findOptionsIn(config)(id);
    if (!options) return undefined;
    if (isSearched(options)) return toSearched(id, options, label, scope, config);
    const list = toChoices(id, findOptionsIn(config), scope, config.translate);
    const text = JSON.stringify(list);
    const cache = fixed.get(id);
    if (cache?.text === text) return cache.source;
    const source = { id, list, ...toManualEntry(options, label, scope, config) };
    fixed.set(id, { text, source });
    return source;
  };
}

function toSearched(
  id: string,
  options: OptionsDefinition,
  label: string,
  scope: Scope,
  config: ConfigClient,
): OptionsSource {
  return {
    id,
    pageSize: options.pageSize ?? 50,
    searchDelayMs: options.searchDelayMs ?? 700,
    ...toManualEntry(options, label, scope, config),
  };
}

/** Texts of manual entry, for lists that allow a typed value. */
function toManualEntry(
  { manual }: OptionsDefinition,
  label: string,
  scope: Scope,
  config: ConfigClient,
): Pick<OptionsSource, "manual"> {
  if (!manual) return {};
  const labelled = { ...scope, roots: { ...scope.roots, label } };
  const toText = (text: unknown) => resolveText(text as Text, labelled, config.translate).replaceAll("{label}", label);
  return {
    manual: {
      offer: toText(manual.offer),
      enter: toText(manual.enter),
      back: toText(manual.back),
      ...(manual.placeholder === undefined ? {} : { placeholder: toText(manual.placeholder) }),
    },
  };
}
