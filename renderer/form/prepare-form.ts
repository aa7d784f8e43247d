import { loadSectionComponent, loadWidgets } from "./load-form.ts";
import { loadCode } from "#renderer/session/code-loading.ts";
import type { ListFrame } from "./parts/ListFrame.tsx";
import type { LoadedWidget } from "./parts/host-context.ts";
import type { StepFrame } from "./steps/StepFrame.tsx";
import type { SectionComponent } from "./parts/section.ts";
import { loadModel, prepareStore, type PreparedStore, type PrepareSetup } from "./prepare-store.ts";

/** Everything that the form host needs, loaded. */
export interface PreparedForm extends PreparedStore {
  readonly Section: SectionComponent;
  readonly List: typeof ListFrame | undefined;
  readonly Frame: typeof StepFrame | undefined;
  readonly widgets: ReadonlyMap<string, LoadedWidget>;
}

/**
 * Loads definitions, validators, widgets and the draft in parallel. Rejects when one cannot be loaded; a draft is
 * optional.
 */
export async function prepareForm(setup: PrepareSetup): Promise<PreparedForm> {
  const model = await loadModel(setup.config, setup.formId);
  const [prepared, Section, List, Frame, widgets] = await Promise.all([
    prepareStore(model, setup),
    loadSectionComponent(model),
    model.lists.length > 0
      ? loadCode(() => import("./parts/ListFrame.tsx").then(({ ListFrame: component }) => component))
      : undefined,
    model.pages.length > 0
      ? loadCode(() => import("./steps/StepFrame.tsx").then(({ StepFrame: component }) => component))
      : undefined,
    loadWidgets(model),
  ]);
  return { ...prepared, Section, List, Frame, widgets };
}
