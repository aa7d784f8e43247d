import { describe, expect, it } from "vitest";
import { FormStore } from "#renderer/form/form-store.ts";
import { FormSteps } from "#renderer/form/steps/form-steps.ts";
import { readStep, withStep } from "#renderer/runtime/step-address.ts";
import { moving } from "../../../support/paged-form.ts";
import { messages, scope, toModel, toTools } from "../../../support/sample-forms.ts";

const model = toModel(moving);
const view = {
  translate: (english: string) => english,
  text: (key: string) => key,
  getWidgetProps: () => ({}),
  options: () => undefined,
};
const file = "/utility/api/1.0/files/abcdefghijklmnopqrstuv";
const rented = { homes: [{ city: "Pune", rent: 100 }] };

/** A form with a history of addresses. */
function open(data: unknown = {}, { address, kept, only }: { address?: string; kept?: string; only?: string[] } = {}) {
  const tools = toTools(model);
  const store = new FormStore({ model, data, scope, tools, messages, view, ...(only && { only }) });
  const history: (string | undefined)[] = [address];
  let at = 0;
  const keptSteps: string[] = [];
  const steps: FormSteps = new FormSteps({
    store,
    text: (key) => key,
    kept,
    location: {
      read: () => history[at],
      go: (step, replace) => {
        if (!replace) at += 1;
        history.splice(at, history.length, step);
        steps.follow();
      },
      back: () => {
        at -= 1;
        steps.follow();
      },
    },
    keep: (step) => keptSteps.push(step),
  });
  steps.subscribe(() => undefined);
  steps.follow();
  const back = () => {
    at -= 1;
    steps.follow();
  };
  return { store, steps, keptSteps, back, id: () => steps.state().id, addresses: () => history.slice(0, at + 1) };
}

describe("FormSteps", () => {
  it("gives the first page an address and keeps nothing before the next step", () => {
    const form = open();
    expect([form.id(), form.addresses(), form.keptSteps]).toEqual(["homes", ["homes"], []]);
    expect(form.steps.state()).toMatchObject({ n: 1, total: 4, title: "Where you lived", notice: "" });
  });

  it("shows the errors of the page only, and stays there, when it is not complete", () => {
    const form = open();
    expect(form.steps.next()).toBe(false);
    expect(form.id()).toBe("homes");
    expect(form.store.shownErrors().map(({ pointer }) => pointer)).toEqual(["/homes/0/city"]);
    expect(form.store.field("/paper").error).toBeUndefined();
  });

  it("goes forwards through the history and back without validation or loss", () => {
    const form = open(rented, { address: "homes" });
    expect(form.steps.next()).toBe(true);
    form.store.type("/owner", "Ravi and Asha");
    form.steps.previous();
    expect([form.id(), form.addresses()]).toEqual(["homes", ["homes"]]);
    expect(form.store.value("/owner")).toBe("Ravi and Asha");
    expect(form.store.shownErrors()).toEqual([]);
    expect(form.keptSteps).toEqual(["owner", "homes"]);
  });

  it("goes one page back with the history, and replaces the entry of a page that was opened by address", () => {
    const form = open({ ...rented, owner: "Ravi" }, { address: "owner" });
    form.steps.next();
    form.back();
    expect(form.id()).toBe("owner");
    form.steps.previous();
    expect([form.id(), form.addresses()]).toEqual(["homes", ["homes"]]);
  });

  it("goes back to the review after a change, unless the change opens another page", () => {
    const whole = { homes: [{ city: "Pune" }], paper: file };
    const form = open(whole);
    expect(form.id()).toBe("review");
    form.steps.show("remark");
    form.store.type("/remark", "Thanks");
    form.steps.next();
    expect(form.id()).toBe("review");
    form.steps.show("homes");
    form.store.type("/homes/0/rent", 5);
    form.steps.next();
    expect(form.id()).toBe("owner");
  });

  it("tells why another page opens when the address skips one or the form has none of it", () => {
    expect(open(rented, { address: "review" }).steps.state()).toMatchObject({
      id: "owner",
      notice: "form.page-incomplete",
    });
    const unknown = open(rented, { address: "salary" });
    expect(unknown.steps.state()).toMatchObject({ id: "owner", notice: "form.page-unknown" });
    expect(unknown.addresses()).toEqual(["owner"]);
    unknown.store.type("/owner", "Ravi");
    unknown.steps.next();
    expect(unknown.steps.state().notice).toBe("");
  });

  it("opens the page of the draft, or the first open one when the newer form no longer has it", () => {
    const answers = { ...rented, owner: "Ravi" };
    expect(open(answers, { kept: "remark" }).id()).toBe("remark");
    expect(open(answers, { kept: "gone" }).id()).toBe("paper");
  });

  it("waits for a running upload, and goes on after it", () => {
    const form = open({ homes: [{ city: "Pune" }] }, { address: "paper" });
    form.store.type("/paper", file);
    form.store.setBusy("/paper", true);
    expect(form.steps.next()).toBe(false);
    expect(form.store.field("/paper").error?.message).toBe("form.upload-running");
    form.store.setBusy("/paper", false);
    expect(form.steps.next()).toBe(true);
    expect(form.id()).toBe("review");
  });

  it("moves on when another device's answers hide the open page", () => {
    const form = open({ ...rented, owner: "Ravi" }, { address: "owner" });
    form.store.setExternalValues({ "/homes/0/rent": undefined });
    expect(form.steps.state()).toMatchObject({ id: "paper", notice: "form.page-unknown" });
    expect(form.addresses()).toEqual(["paper"]);
  });

  it("shows the first page that the server refuses", () => {
    const form = open({ ...rented, owner: "Ravi", paper: file });
    form.store.setServerErrors([{ pointer: "/owner", keyword: "x", message: "Unknown owner", severity: "error" }]);
    form.steps.showRefused();
    expect(form.id()).toBe("owner");
    expect(form.steps.listErrors(form.store.shownErrors()).map(({ message }) => message)).toEqual(["Unknown owner"]);
  });

  it("opens the page of a requested field without a review in a correction", () => {
    const form = open(rented, { only: ["/paper"] });
    expect(form.steps.state()).toMatchObject({ id: "paper", n: 1, total: 1 });
  });
});

describe("withStep", () => {
  it("keeps the rest of the query", () => {
    expect(withStep("?orgId=harbour&page=jobs", "review")).toBe("?orgId=harbour&page=review");
    expect(readStep("?orgId=harbour")).toBeUndefined();
  });
});
