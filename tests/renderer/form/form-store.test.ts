import { describe, expect, it, vi } from "vitest";
import { toFormErrors } from "#renderer/form/form-errors.ts";
import { FormStore } from "#renderer/form/form-store.ts";
import { startFills } from "#renderer/form/fill-fields.ts";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { degree, messages, scope, toModel, toTools } from "../../support/sample-forms.ts";

const words = (key: string, values: Record<string, string | number> = {}) =>
  key === "form.optional" ? `${values["label"]} (Optional)` : key;
const view = {
  translate: (english: string) => english,
  text: words,
  getWidgetProps: () => ({}),
  options: () => undefined,
};

function toStore(data: unknown = {}, form: FormDefinition = degree, more: { only?: string[]; before?: unknown } = {}) {
  const model = toModel(form);
  return new FormStore({ model, data, scope, tools: toTools(model), messages, view, ...more });
}

describe("FormStore", () => {
  it("notifies only the control that was typed in", () => {
    const store = toStore();
    const [own, other, frame] = [vi.fn(), vi.fn(), vi.fn()];
    store.subscribe("value:/number", own);
    store.subscribe("value:/level", other);
    store.subscribe("field:/number", frame);
    store.type("/number", "A");
    expect([own.mock.calls.length, other.mock.calls.length, frame.mock.calls.length]).toEqual([1, 0, 0]);
    expect(store.value("/number")).toBe("A");
  });

  it("derives the form again when a rule reads the typed field", () => {
    const store = toStore();
    const woken = vi.fn();
    store.subscribe("field:/marksheet", woken);
    expect(store.field("/marksheet").visible).toBe(false);
    store.type("/status", "WITH");
    expect(store.field("/marksheet")).toMatchObject({ visible: true, required: true, labelText: "Marksheet" });
    expect(woken).toHaveBeenCalledTimes(1);
  });

  it("validates and submits a typed value that no rule reads", () => {
    const store = toStore({ status: "WITH" });
    store.type("/number", "A1", true);
    store.commit("/number");
    expect(store.field("/number").error).toBeUndefined();
    store.type("/number", "12345678901", true);
    store.commit("/number");
    expect(store.field("/number").error?.severity).toBe("error");
    store.type("/number", "A2", true);
    expect(store.derived().data).toMatchObject({ number: "A2" });
    expect(store.submit("").data).toMatchObject({ number: "A2" });
  });

  it("keeps submitted data unchanged by later keys", () => {
    const store = toStore({ status: "WITH", number: "A1" });
    const { data } = store.submit("");
    store.type("/number", "A2", true);
    store.commit("/number");
    expect(data).toMatchObject({ number: "A1" });
  });

  it("keeps the value of a hidden field and shows it again", () => {
    const store = toStore({ status: "WITH", marksheet: "/utility/api/1.0/files/abcdefghijklmnop" });
    store.type("/status", "ONLY");
    expect(store.submit("").data).not.toHaveProperty("marksheet");
    store.type("/status", "WITH");
    expect(store.value("/marksheet")).toBe("/utility/api/1.0/files/abcdefghijklmnop");
  });

  it("marks optional fields, but no boolean and no read-only field", () => {
    const store = toStore();
    expect(store.field("/number").labelText).toBe("Number (Optional)");
    expect(store.field("/working").labelText).toBe("I still work here");
    expect(store.field("/name")).toMatchObject({ labelText: "Name", readOnly: true });
    expect(store.value("/name")).toBe("Asha Rao");
  });

  it("shows and sends the fixed value as soon as a field is read-only", () => {
    const [held] = degree.fields.filter((entry) => "at" in entry && entry.at === "/passedOn");
    const fields = degree.fields.map((entry) =>
      entry === held ? { ...held, readOnly: { "===": [{ var: "data.working" }, true] } } : entry,
    );
    const store = toStore({}, { ...degree, fields }, { before: { passedOn: "31-05-2020" } });
    store.type("/passedOn", "01-01-2021");
    expect(store.value("/passedOn")).toBe("01-01-2021");
    const [value, field] = [vi.fn(), vi.fn()];
    store.subscribe("value:/passedOn", value);
    store.subscribe("field:/passedOn", field);
    store.type("/working", true);
    expect(store.field("/passedOn").readOnly).toBe(true);
    expect(store.value("/passedOn")).toBe("31-05-2020");
    expect(value).toHaveBeenCalled();
    expect(store.submit("").data).toMatchObject({ passedOn: "31-05-2020" });
    store.type("/working", false);
    expect(store.value("/passedOn")).toBe("01-01-2021");
  });

  it("shows errors of touched fields only, then all after an attempt", () => {
    const store = toStore();
    store.type("/number", "12345678901");
    expect(store.field("/number").error).toBeUndefined();
    store.commit("/number");
    expect(store.field("/number").error?.keyword).toBe("maxLength");
    expect(store.field("/level").error).toBeUndefined();
    store.type("/number", "1");
    expect(store.field("/number").error).toBeUndefined();
    expect(store.shownErrors()).toEqual([]);
    expect(store.submit("").errors.map((error) => error.pointer)).toEqual([
      "/level",
      "/status",
      "/consent",
      "/home/pincode",
      "/office/pincode",
    ]);
    expect(store.field("/level").error?.message).toBe("Select Degree level");
    expect(store.shownErrors()).toHaveLength(5);
  });

  it("shows the errors of a blur after the press that caused it", () => {
    const store = toStore();
    store.type("/number", "12345678901");
    store.deferCommits();
    store.commit("/number");
    expect(store.field("/number").error).toBeUndefined();
    store.flushCommits();
    expect(store.field("/number").error).toBeDefined();
  });

  it("maps server errors by the end of their pointer and keeps them until the field changes", () => {
    const store = toStore();
    store.setServerErrors(
      toFormErrors(store.model, [
        { pointer: "/list/0/data/home/pincode", keyword: "fill", message: "We do not know this pincode" },
        { pointer: "/captchaId", keyword: "required", message: "Solve the picture" },
      ]),
    );
    expect(store.field("/home/pincode").error?.message).toBe("We do not know this pincode");
    expect(store.shownErrors().map((error) => error.message)).toContain("Solve the picture");
    store.type("/home/pincode", "110001");
    expect(store.field("/home/pincode").error?.message).not.toBe("We do not know this pincode");
  });

  it("maps an error without a field to the only field that can be filled in", () => {
    const store = toStore(
      {},
      {
        $schema: "",
        kind: "form",
        id: "number",
        description: "",
        data: { type: "object", properties: { number: { type: "string" }, kind: { type: "string" } } },
        fields: [
          { at: "/number", widget: "text", label: "Number", require: true },
          { at: "/kind", widget: "hidden", value: "K" },
        ],
      },
    );
    store.setServerErrors(toFormErrors(store.model, [{ pointer: "/value", keyword: "unknown", message: "Not found" }]));
    expect(store.field("/number").error?.message).toBe("Not found");
  });

  it("reports completeness, and waits for an upload", () => {
    const store = toStore({ level: "master", status: "ONLY", consent: true, working: true });
    expect(store.isComplete()).toBe(false);
    store.type("/office/pincode", "110002");
    expect(store.isComplete()).toBe(true);
    store.setBusy("/photo", true);
    expect(store.isComplete()).toBe(false);
    expect(store.submit("Please wait").errors).toEqual([
      { pointer: "/photo", keyword: "busy", message: "Please wait", severity: "error" },
    ]);
  });

  it("reports a busy field as busy, and its errors only after a failed upload", () => {
    const store = toStore({ level: "master", status: "WITH" }, degree, { only: ["/marksheet"] });
    store.setBusy("/marksheet", true);
    const { errors } = store.submit("Please wait");
    expect(errors.map(({ message }) => message)).toEqual(["Please wait"]);
    store.setServerErrors(errors);
    expect(store.shownErrors().map(({ message }) => message)).toEqual(["Please wait"]);
    store.setBusy("/marksheet", false);
    expect(store.field("/marksheet").error?.keyword).not.toBe("busy");
    expect(store.shownErrors()).toHaveLength(1);
    store.setBusy("/marksheet", true);
    expect(store.shownErrors()).toEqual([]);
  });

  it("does not wait for the upload of a hidden field", () => {
    const store = toStore({ level: "master", status: "WITH", consent: true, working: true, office: { pincode: "1" } });
    store.setBusy("/marksheet", true);
    expect(store.isComplete()).toBe(false);
    store.type("/status", "ONLY");
    expect(store.isComplete()).toBe(true);
    expect(store.submit("Please wait").errors).toEqual([]);
    store.type("/status", "WITH");
    expect(store.submit("Please wait").errors.map(({ keyword }) => keyword)).toEqual(["busy"]);
  });

  it("follows its roots", () => {
    const store = toStore();
    store.setScope({ ...scope, roots: { ...scope.roots, profile: { name: "Asha Devi" } } });
    expect(store.value("/name")).toBe("Asha Devi");
  });

  it("shows and sends only the requested fields", () => {
    const store = toStore({ level: "master", status: "WITH" }, degree, { only: ["/marksheet"] });
    expect(store.section("papers").visible).toBe(true);
    expect(store.section("home").visible).toBe(false);
    expect(store.submit("")).toMatchObject({ data: {}, errors: [{ pointer: "/marksheet" }] });
  });
});

describe("startFills", () => {
  const form: FormDefinition = {
    $schema: "",
    kind: "form",
    id: "place",
    description: "",
    data: {
      type: "object",
      properties: { pincode: { type: "string" }, state: { type: "string" }, town: { type: "string" } },
    },
    fields: [
      {
        at: "/pincode",
        widget: "text",
        label: "Pincode",
        fill: {
          call: "places.pincode",
          with: { pincode: { var: "data.pincode" } },
          when: { matches: [{ var: "data.pincode" }, "^[0-9]{6}$"] },
          into: { "/state": "state.code", "/town": "vtc" },
        },
      },
      { at: "/state", widget: "text", label: "State" },
      { at: "/town", widget: "text", label: "Town" },
    ],
  };
  const open = (data: unknown = {}, drawn: FormDefinition = form) => {
    const model = toFormModel(drawn, () => undefined);
    return new FormStore({ model, data, scope, tools: toTools(model), messages, view });
  };
  const settle = () =>
    new Promise((resolve) => {
      setTimeout(resolve, 0);
    });

  it("calls once per value and fills untouched fields", async () => {
    const store = open();
    const call = vi.fn(async () => ({ state: { code: "KA" }, vtc: "Hubli" }));
    const stop = startFills(store, call);
    store.type("/town", "Hubballi");
    store.type("/pincode", "58002");
    store.commit("/pincode");
    expect(call).not.toHaveBeenCalled();
    store.type("/pincode", "580020");
    store.commit("/pincode");
    store.commit("/pincode");
    await settle();
    expect(call).toHaveBeenCalledTimes(1);
    expect((call.mock.calls[0] as unknown[]).slice(0, 2)).toEqual(["places.pincode", { pincode: "580020" }]);
    expect([store.value("/state"), store.value("/town")]).toEqual(["KA", "Hubballi"]);
    stop();
  });

  it("replaces its own values and ignores a failure", async () => {
    const store = open();
    const answers = [
      { state: { code: "KA" }, vtc: "Hubli" },
      { state: { code: "GA" }, vtc: null },
    ];
    const stop = startFills(store, async () => answers.shift() ?? Promise.reject(new Error("offline")));
    for (const pincode of ["580020", "403001", "403002"]) {
      store.type("/pincode", pincode);
      store.commit("/pincode");
      await settle();
    }
    expect([store.value("/state"), store.value("/town")]).toEqual(["GA", undefined]);
    stop();
  });

  it("keeps the data that came with a value and fills only empty fields", async () => {
    const store = open({ pincode: "560066", town: "Whitefield" });
    const call = vi.fn(async () => ({ state: { code: "KA" }, vtc: "Bengaluru" }));
    const stop = startFills(store, call);
    store.commit("/pincode");
    store.type("/pincode", "56006");
    store.type("/pincode", "560066");
    store.commit("/pincode");
    await settle();
    expect([store.value("/state"), store.value("/town")]).toEqual(["KA", "Whitefield"]);
    store.type("/pincode", "560001");
    store.commit("/pincode");
    await settle();
    expect(store.value("/town")).toBe("Bengaluru");
    stop();
  });

  it("fills again for the first value after another one was requested", async () => {
    const store = open({ pincode: "560066", town: "Whitefield" });
    const answers = [{ vtc: "Panaji" }, { vtc: "Bengaluru" }];
    const stop = startFills(store, async () => answers.shift());
    for (const pincode of ["403001", "560066"]) {
      store.type("/pincode", pincode);
      store.commit("/pincode");
      await settle();
    }
    expect(store.value("/town")).toBe("Bengaluru");
    stop();
  });

  it("keeps the data of a field that was hidden at first", async () => {
    const { data, fields, ...rest } = form;
    const store = open(
      { same: true, pincode: "560066", town: "Whitefield" },
      {
        ...rest,
        data: { ...data, properties: { same: { type: "boolean" }, ...data.properties } },
        fields: [
          { at: "/same", widget: "checkbox", label: "Same" },
          { section: "other", when: { "!": [{ var: "data.same" }] }, fields },
        ],
      },
    );
    const stop = startFills(store, async () => ({ vtc: "Bengaluru" }));
    store.type("/same", false);
    store.commit("/same");
    store.commit("/pincode");
    await settle();
    expect(store.value("/town")).toBe("Whitefield");
    stop();
  });
});
