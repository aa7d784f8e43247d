// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from "@fluentui/react-components";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "../../support/testing-library.ts";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { FormHost, type FormHostHandle } from "#renderer/form/FormHost.tsx";
import type { SubmitResult } from "#renderer/form/submission.ts";
import { toFormErrors } from "#renderer/form/form-errors.ts";
import { FormStore } from "#renderer/form/form-store.ts";
import { loadSectionComponent, loadWidgets } from "#renderer/form/load-form.ts";
import { getWidgetProps } from "#renderer/form/widget-contracts.ts";
import type { WidgetServices } from "#widgets/widget.ts";
import { loadReadySections } from "../../support/ready-sections.ts";
import { messages, scope, toModel } from "../../support/sample-forms.ts";

const form: FormDefinition = {
  $schema: "",
  kind: "form",
  id: "visit",
  description: "",
  data: {
    type: "object",
    properties: {
      name: { type: "string", maxLength: 5 },
      level: { type: "string" },
      reason: { type: "string" },
      agree: { type: "boolean" },
    },
  },
  fields: [
    { at: "/name", widget: "text", label: "Name", require: true, hint: "As in your papers." },
    { note: "low", when: { "===": [{ var: "data.level" }, "low"] }, text: "Tell us why." },
    { at: "/level", widget: "select", label: "Level", options: "levels" },
    { at: "/reason", widget: "text", label: "Reason", when: { "===": [{ var: "data.level" }, "low"] }, require: true },
    { at: "/home", form: "address", title: "Home" },
    { at: "/agree", widget: "checkbox", label: "I agree", require: true },
  ],
};

const texts: Record<string, string> = {
  "form.optional": "{label} (Optional)",
  "form.problem": "There is a problem",
  "select.placeholder": "Select {label}",
};
const words = (key: string, values: Record<string, string | number> = {}) =>
  (texts[key] ?? key).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
const levels = {
  id: "levels",
  list: [
    { name: "High", value: "high" },
    { name: "Low", value: "low" },
  ],
};

async function open(
  onSubmit: (data: Record<string, unknown>) => Promise<SubmitResult> = async () => ({ accepted: true, errors: [] }),
  data: unknown = {},
  drawn: FormDefinition = form,
  services: Partial<WidgetServices> = {},
) {
  const model = toModel(drawn);
  const sections = await loadReadySections(model);
  const store = new FormStore({
    model,
    data,
    scope,
    messages,
    tools: { shape: (id, values) => sections.get(id)?.shape(values) ?? [] },
    view: { translate: (english) => english, text: words, getWidgetProps, options: () => levels },
  });
  let handle: FormHostHandle | undefined;
  const submit = vi.fn(onSubmit);
  render(
    <FluentProvider theme={webLightTheme}>
      <FormHost
        store={store}
        sections={sections}
        Section={await loadSectionComponent(model)}
        widgets={await loadWidgets(model)}
        services={services as WidgetServices}
        text={words}
        submitLabel="Submit"
        onSubmit={submit}
        onReady={(ready) => {
          handle = ready;
        }}
      />
    </FluentProvider>,
  );
  return { store, submit, handle: () => handle as FormHostHandle };
}

const given = { name: "Asha", home: { pincode: "110002" }, agree: true };
const unused = async () => undefined;
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
const press = async (name = "Submit") =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name }));
  });

afterEach(cleanup);

describe("FormHost", () => {
  it("draws labels, hints and groups, and marks optional fields", async () => {
    await open();
    const name = screen.getByRole("textbox", { name: "Name" });
    const hint = screen.getByText("As in your papers.");
    expect(name.getAttribute("aria-describedby")).toBe(hint.id);
    expect(screen.getByRole("combobox", { name: "Level (Optional)" })).toBeTruthy();
    const group = screen.getByRole("group", { name: "Home" });
    expect(group.querySelectorAll("input")).toHaveLength(3);
    expect(screen.queryByRole("textbox", { name: "Reason" })).toBeNull();
  });

  it("shows a conditional field between its neighbours", async () => {
    await open();
    fireEvent.change(screen.getByRole("combobox", { name: "Level (Optional)" }), { target: { value: "low" } });
    const reason = await screen.findByRole("textbox", { name: "Reason" });
    expect(
      screen.getByText("Tell us why.").compareDocumentPosition(reason) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy();
  });

  it("renders nothing for a key, and shows outside values, also the earlier one", async () => {
    const { store } = await open();
    const box = screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
    const woken = vi.fn();
    store.subscribe("revision:/name", woken);
    type("Name", "An");
    expect(woken).not.toHaveBeenCalled();
    expect(store.draft()).toMatchObject({ name: "An" });
    act(() => store.setExternalValues({ "/name": "Asha" }));
    expect(box.value).toBe("Asha");
    type("Name", "Ash");
    act(() => store.setExternalValues({ "/name": "Asha" }));
    expect(box.value).toBe("Asha");
    act(() => store.setExternalValues({ "/name": undefined }));
    expect(box.value).toBe("");
  });

  it("keeps typed text when a rule renders the field", async () => {
    const { store } = await open();
    type("Name", "Ananya");
    fireEvent.blur(screen.getByRole("textbox", { name: "Name" }));
    expect(await screen.findByRole("alert")).toBeTruthy();
    type("Name", "Anan");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("Anan");
    act(() => store.setScope(scope));
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("Anan");
  });

  it("shows an error after blur, not before", async () => {
    await open();
    type("Name", "Ananya");
    expect(screen.queryByRole("alert")).toBeNull();
    fireEvent.blur(screen.getByRole("textbox", { name: "Name" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe("At most 5 characters");
    expect(screen.getByRole("textbox", { name: "Name" }).getAttribute("aria-describedby")).toContain(alert.id);
    type("Name", "Anan");
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("lists all errors on submit with links to their fields", async () => {
    const { submit } = await open();
    await press();
    const summary = screen.getByRole("alert", { name: "There is a problem" });
    expect(document.activeElement).toBe(summary);
    const links = [...summary.querySelectorAll("a")].map((link) => link.textContent);
    expect(links).toEqual(["Name is required", "Pincode must not be empty", "I agree is required"]);
    await act(async () => {
      fireEvent.click(summary.querySelectorAll("a")[1] as Element);
    });
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Pincode" }));
    expect(submit).not.toHaveBeenCalled();
  });

  it("moves the focus to the errors on submit only, not when a choice causes one", async () => {
    await open(undefined, { name: "Asha", home: { pincode: "110002" } });
    await press();
    expect(document.activeElement).toBe(screen.getByRole("alert", { name: "There is a problem" }));
    fireEvent.click(screen.getByRole("checkbox", { name: "I agree" }));
    expect(screen.queryByRole("alert")).toBeNull();
    const level = screen.getByRole("combobox", { name: "Level (Optional)" });
    level.focus();
    fireEvent.change(level, { target: { value: "low" } });
    const summary = await screen.findByRole("alert", { name: "There is a problem" });
    expect(document.activeElement).toBe(level);
    await press();
    expect(document.activeElement).toBe(summary);
  });

  it("draws a heading while any of its fields is visible", async () => {
    const low = { "===": [{ var: "data.level" }, "low"] };
    const places = Array.from({ length: 31 }, (_, index) => `place${index}`);
    const shown = { "===": [{ var: "data.level" }, "high"] };
    await open(undefined, { level: "high" }, {
      ...form,
      data: {
        type: "object",
        properties: {
          level: { type: "string" },
          ...Object.fromEntries(places.map((name) => [name, { type: "string" }])),
        },
      },
      fields: [
        { at: "/level", widget: "select", label: "Level", options: "levels" },
        {
          section: "places",
          title: "Places",
          fields: places.map((name, index) => ({
            at: `/${name}`,
            widget: "text",
            label: `Place ${index}`,
            when: index < 30 ? low : shown,
          })),
        },
      ],
    } as FormDefinition);
    const group = screen.getByRole("group", { name: "Places" });
    expect(await within(group).findByRole("textbox", { name: "Place 30 (Optional)" })).toBeTruthy();
    const level = screen.getByRole("combobox", { name: "Level (Optional)" });
    fireEvent.change(level, { target: { value: "" } });
    expect(screen.queryByRole("group", { name: "Places" })).toBeNull();
    fireEvent.change(level, { target: { value: "low" } });
    expect(screen.getByRole("group", { name: "Places" }).querySelectorAll("input")).toHaveLength(30);
  });

  it("sends trimmed data once for several presses", async () => {
    let finish: (result: SubmitResult) => void = () => undefined;
    const { submit } = await open(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
      { home: { pincode: "110002" }, agree: true },
    );
    type("Name", "Asha ");
    await press();
    await press();
    expect(submit).toHaveBeenCalledTimes(1);
    expect(submit.mock.calls[0]?.[0]).toEqual({ name: "Asha", home: { pincode: "110002" }, agree: true });
    await act(async () => finish({ accepted: true, errors: [] }));
    await press();
    expect(submit).toHaveBeenCalledTimes(2);
  });

  it("shows refused fields in place and in the summary", async () => {
    const data = { name: "Asha", home: { pincode: "110002" }, agree: true };
    const { store } = await open(
      async () => ({
        accepted: false,
        errors: toFormErrors(store.model, [
          { pointer: "/list/0/data/name", keyword: "known", message: "We know another name" },
        ]),
      }),
      data,
    );
    await press();
    expect(await screen.findAllByText("We know another name")).toHaveLength(2);
    expect(screen.getByRole("textbox", { name: "Name" }).getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(screen.getByRole("alert", { name: "There is a problem" }));
  });

  it("clears pending files when the form is accepted, not when it is refused", async () => {
    const clear = vi.fn(async () => Promise.reject(new Error("no storage")));
    const answers: SubmitResult[] = [
      { accepted: false, errors: [] },
      { accepted: false, errors: toFormErrors(toModel(form), [{ pointer: "/name", keyword: "known", message: "No" }]) },
      { accepted: true, errors: [] },
    ];
    const paper = { at: "/paper", widget: "file", label: "Paper", when: { "===": [{ var: "data.level" }, "low"] } };
    const properties = { ...form.data.properties, paper: { type: "string", format: "file" } };
    await open(
      async () => answers.shift() as SubmitResult,
      given,
      { ...form, data: { ...form.data, properties }, fields: [...form.fields, paper] } as FormDefinition,
      { pendingFiles: { get: unused, put: unused, remove: unused, clear } },
    );
    await press();
    await press();
    expect(clear).not.toHaveBeenCalled();
    await press();
    expect(clear).toHaveBeenCalledTimes(1);
  });

  it("reads no pending files in a form without file fields", async () => {
    const clear = vi.fn(unused);
    const { submit } = await open(undefined, given, form, {
      pendingFiles: { get: unused, put: unused, remove: unused, clear },
    });
    await press();
    expect(submit).toHaveBeenCalledTimes(1);
    expect(clear).not.toHaveBeenCalled();
  });

  it("submits from outside and reports whether it is complete", async () => {
    const { handle } = await open(undefined, { name: "Asha", home: { pincode: "110002" } });
    expect(handle().isComplete()).toBe(false);
    await act(async () => {
      expect(await handle().submit()).toBe(false);
    });
    fireEvent.click(screen.getByRole("checkbox", { name: "I agree" }));
    expect(handle().isComplete()).toBe(true);
    await act(async () => {
      expect(await handle().submit()).toBe(true);
    });
  });
});
