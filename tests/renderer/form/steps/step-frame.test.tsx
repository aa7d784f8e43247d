// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from "@fluentui/react-components";
import { act, cleanup, fireEvent, render, screen } from "../../../support/testing-library.ts";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { FormHost } from "#renderer/form/FormHost.tsx";
import { FormStore } from "#renderer/form/form-store.ts";
import { loadSectionComponent, loadWidgets } from "#renderer/form/load-form.ts";
import { FormSteps } from "#renderer/form/steps/form-steps.ts";
import { StepFrame } from "#renderer/form/steps/StepFrame.tsx";
import { getWidgetProps } from "#renderer/form/widget-contracts.ts";
import type { SubmitResult } from "#renderer/form/submission.ts";
import type { WidgetServices } from "#widgets/widget.ts";
import { loadReadySections } from "../../../support/ready-sections.ts";
import { messages, scope, toModel } from "../../../support/sample-forms.ts";

const form: FormDefinition = {
  $schema: "",
  kind: "form",
  id: "visit",
  description: "",
  data: { type: "object", properties: { name: { type: "string" }, town: { type: "string" } } },
  fields: [
    { page: "you", title: "You", fields: [{ at: "/name", widget: "text", label: "Name", require: true }] },
    { page: "home", title: "Home", fields: [{ at: "/town", widget: "text", label: "Town", require: true }] },
  ],
};
const texts: Record<string, string> = {
  "form.problem": "There is a problem",
  "form.step": "Step {n} of {total}: {title}",
  "form.continue": "Continue",
  "form.previous": "Previous step",
  "form.review": "Check",
};
const words = (key: string, values: Record<string, string | number> = {}) =>
  (texts[key] ?? key).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));

async function open(onSubmit: () => Promise<SubmitResult> = async () => ({ accepted: true, errors: [] })) {
  const model = toModel(form);
  const sections = await loadReadySections(model);
  const store = new FormStore({
    model,
    data: {},
    scope,
    messages,
    tools: { shape: (id, values) => sections.get(id)?.shape(values) ?? [] },
    view: { translate: (english) => english, text: words, getWidgetProps, options: () => undefined },
  });
  const history: string[] = ["you"];
  const steps: FormSteps = new FormSteps({
    store,
    text: words,
    kept: undefined,
    location: {
      read: () => history.at(-1),
      go: (step, replace) => {
        history.splice(replace ? -1 : history.length, 1, step);
        steps.follow();
      },
      back: () => {
        history.pop();
        steps.follow();
      },
    },
    keep: () => undefined,
  });
  const submit = vi.fn(onSubmit);
  render(
    <FluentProvider theme={webLightTheme}>
      <FormHost
        store={store}
        sections={sections}
        Section={await loadSectionComponent(model)}
        widgets={await loadWidgets(model)}
        services={{} as WidgetServices}
        text={words}
        submitLabel="Submit"
        stepped={{ steps, Frame: StepFrame, renderReview: () => <p>All answers</p> }}
        onSubmit={submit}
      />
    </FluentProvider>,
  );
  return { store, submit };
}

const press = async (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name }));
  });
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
const focused = () => document.activeElement?.textContent;

afterEach(cleanup);

describe("StepFrame", () => {
  it("focuses the errors of the page, then the heading of the next step, and submits on the last one", async () => {
    const { submit } = await open();
    expect(screen.getByRole("heading", { name: "Step 1 of 3: You" })).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: "Town" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Previous step" })).toBeNull();
    await press("Continue");
    expect(focused()).toContain("There is a problem");
    type("Name", "Asha");
    await press("Continue");
    expect(focused()).toBe("Step 2 of 3: Home");
    expect(screen.queryByRole("alert")).toBeNull();
    type("Town", "Pune");
    await press("Continue");
    expect(focused()).toBe("Step 3 of 3: Check");
    expect(screen.getByText("All answers")).toBeTruthy();
    expect(submit).not.toHaveBeenCalled();
    await press("Submit");
    expect(submit).toHaveBeenCalledWith({ name: "Asha", town: "Pune" });
  });

  it("keeps typed text on the way back", async () => {
    await open();
    type("Name", "Asha");
    await press("Continue");
    type("Town", "Pu");
    await press("Previous step");
    expect((screen.getByRole("textbox", { name: "Name" }) as HTMLInputElement).value).toBe("Asha");
    await press("Continue");
    expect((screen.getByRole("textbox", { name: "Town" }) as HTMLInputElement).value).toBe("Pu");
  });

  it("keeps a page with a running upload while another one is open", async () => {
    const { store } = await open();
    type("Name", "Asha");
    await press("Continue");
    const town = screen.getByRole("textbox", { name: "Town" });
    act(() => store.setBusy("/town", true));
    await press("Previous step");
    expect(town.isConnected).toBe(true);
    act(() => store.setBusy("/town", false));
    await press("Continue");
    expect(screen.getByRole("textbox", { name: "Town" })).toBe(town);
  });

  it("opens the page that the server refuses, and focuses its errors", async () => {
    await open(async () => ({
      accepted: false,
      errors: [{ pointer: "/name", keyword: "x", message: "This name is not known", severity: "error" }],
    }));
    type("Name", "Asha");
    await press("Continue");
    type("Town", "Pune");
    await press("Continue");
    await press("Submit");
    expect(screen.getByRole("heading", { name: "Step 1 of 3: You" })).toBeTruthy();
    expect(focused()).toContain("This name is not known");
  });
});
