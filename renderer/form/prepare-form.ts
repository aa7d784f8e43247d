import { loadSectionComponent, loadWidgets } from "./load-form.ts";
import type { LoadedWidget } from "./parts/host-context.ts";
import type { SectionComponent } from "./parts/section.ts";
import { loadModel, prepareStore, type PreparedStore, type PrepareSetup } from "./prepare-store.ts";

/** Everything that a form host needs, fetched and joined. */
export interface PreparedForm extends PreparedStore {
  readonly Section: SectionComponent;
  readonly widgets: ReadonlyMap<string, LoadedWidget>;
}

/** Fetches documents, validators, widgets and the draft of a form at once. Rejects when one of them cannot be had; a draft may be missing. */
export async function prepareForm(setup: PrepareSetup): Promise<PreparedForm> {
  const model = await loadModel(setup.config, setup.formId);
  const [prepared, Section, widgets] = await Promise.all([
    prepareStore(model, setup),
    loadSectionComponent(model),
    loadWidgets(model),
  ]);
  return { ...prepared, Section, widgets };
}
