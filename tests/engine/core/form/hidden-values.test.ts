import { describe, expect, test } from "vitest";
import { derive } from "#engine/core/form/derive.ts";
import { dropHidden, fillHidden, hiddenWidget, listHiddenFills } from "#engine/core/form/hidden-values.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { metas } from "../../authoring/check/definitions.ts";

const head = { $schema: "", kind: "form", description: "" } as const;
const text = { type: "string" } as const;
const address: FormDefinition = {
  ...head,
  id: "address",
  data: { type: "object", properties: { pincode: text, town: text, city: text, careOf: text, country: text } },
  fields: [
    {
      at: "/pincode",
      widget: "text",
      label: "Pincode",
      fill: {
        call: "places.pincode",
        with: { pincode: { var: "data.pincode" } },
        when: { filled: { var: "data.pincode" } },
        into: { "/town": "vtc", "/city": "city" },
      },
    },
    { at: "/town", widget: "text", label: "Town" },
    { at: "/city", widget: "hidden" },
    { at: "/careOf", widget: "hidden" },
    { at: "/country", widget: "hidden", initial: "India" },
  ],
};
const two: FormDefinition = {
  ...head,
  id: "two",
  data: { type: "object", properties: {} },
  fields: [
    { at: "/home", form: "address", title: "Home" },
    { at: "/office", form: "address", title: "Office" },
  ],
};
const model = toFormModel(two, (id) => (id === "address" ? address : undefined));
const places: Readonly<Record<string, object>> = {
  "560001": { vtc: "Bengaluru G.P.O.", city: "Bengaluru" },
  "110001": { vtc: "Connaught Place", city: "Delhi" },
};

const scope = { roots: {}, rules: {} };

/** What a server keeps of data from a client. */
function keep(data: Record<string, unknown>) {
  const own = dropHidden(model, data);
  const derived = derive(model, own, scope);
  const fills = listHiddenFills(model, derived);
  const answers = fills.map(({ field, args }) => [field, places[String(args["pincode"])]] as const);
  return { kept: fillHidden(model, own, derived, answers), fills };
}

describe("fillHidden", () => {
  test("replaces what a client sent for fields that are never drawn, each address by its own pincode", () => {
    const forged = { city: "Mars", careOf: "The King", country: "Atlantis" };
    const { kept } = keep({
      home: { pincode: "560001", town: "My town", ...forged },
      office: { pincode: "110001", town: "Delhi", ...forged },
    });
    expect(kept).toEqual({
      home: { pincode: "560001", town: "My town", city: "Bengaluru", country: "India" },
      office: { pincode: "110001", town: "Delhi", city: "Delhi", country: "India" },
    });
  });

  test("keeps no value when the look-up knows none, or may not be made", () => {
    expect(keep({ home: { pincode: "999999", city: "Mars" } }).kept).toEqual({
      home: { pincode: "999999", country: "India" },
    });
    const { kept, fills } = keep({ home: { town: "Pune", city: "Mars" } });
    expect(kept).toEqual({ home: { town: "Pune", country: "India" } });
    expect(fills).toEqual([]);
  });

  test("adds nothing to an address that was not given", () => {
    expect(keep({}).kept).toEqual({});
  });
});

test("knows every widget that is never drawn", () => {
  const definitions = metas["common.schema.json"]!["definitions"] as Record<string, { "x-undrawn"?: boolean }>;
  const undrawn = Object.keys(definitions).filter((name) => definitions[name]!["x-undrawn"] === true);
  expect(undrawn).toEqual([`widget-${hiddenWidget}`]);
});
