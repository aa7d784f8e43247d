import { expect, test } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { prepareStore, type PrepareSetup } from "#renderer/form/prepare-store.ts";
import { degree, scope, toModel } from "../../support/sample-forms.ts";

const held: FormDefinition = {
  ...degree,
  fields: [{ at: "/name", widget: "text", label: "Name", readOnly: true, initial: { var: "profile.name" } }],
  checks: [],
  messages: {},
};
const english = (text: string) => text;
const config = { find: () => undefined, validatorUrl: () => "/main.js", translate: english, words: english };

const prepare = async (initial: unknown) =>
  (
    await prepareStore(toModel(held), {
      formId: "held",
      config: config as unknown as PrepareSetup["config"],
      scope,
      initial,
      call: () => Promise.reject(new Error("nothing is asked")),
      loadModule: async () => ({ default: { root: () => true } }),
    })
  ).store;

test("sends a read-only value as the form was opened with, else its initial value", async () => {
  for (const [initial, name] of [
    [{ name: "Asha V." }, "Asha V."],
    [{}, "Asha Rao"],
  ]) {
    const store = await prepare(initial);
    // As another device's draft would.
    store.setExternalValues({ "/name": "Somebody Else" });
    expect(store.value("/name")).toBe(name);
    expect(store.submit("").data).toEqual({ name });
  }
});
