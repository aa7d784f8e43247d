import type { FormDefinition } from "#engine/core/definitions/form.ts";

/** A form with pages: a list, a page that only some people see, an optional page, and one with a file. */
export const moving: FormDefinition = {
  $schema: "../meta/form.schema.json",
  kind: "form",
  description: "For tests.",
  id: "moving",
  data: {
    type: "object",
    properties: {
      homes: {
        type: "array",
        items: { type: "object", properties: { city: { type: "string" }, rent: { type: "number" } } },
      },
      owner: { type: "string", maxLength: 5 },
      token: { type: "string" },
      remark: { type: "string" },
      paper: { type: "string", format: "file" },
      total: { type: "number" },
    },
  },
  fields: [
    {
      page: "homes",
      title: "Where you lived",
      fields: [
        {
          list: "/homes",
          title: "Homes",
          item: "Home {n}",
          add: "Add a home",
          min: 1,
          max: 3,
          fields: [
            { at: "/city", widget: "text", label: "City", require: true },
            { at: "/rent", widget: "number", label: "Rent" },
          ],
        },
      ],
    },
    {
      page: "owner",
      title: { text: "The owner in {city}", with: { city: { var: "data.homes.0.city" } } },
      when: { some: [{ var: "data.homes" }, { ">": [{ var: "row.rent" }, 0] }] },
      fields: [
        { note: "owner-note", text: "We write to them." },
        { section: "who", title: "Who", fields: [{ at: "/owner", widget: "text", label: "Owner", require: true }] },
      ],
    },
    {
      page: "hidden",
      title: "Nothing to see",
      fields: [{ at: "/token", widget: "hidden", initial: "t" }],
    },
    { page: "remark", title: "Anything else", fields: [{ at: "/remark", widget: "text", label: "Remark" }] },
    {
      page: "paper",
      title: "Your paper",
      fields: [
        { at: "/paper", widget: "file", label: "Paper", require: true },
        {
          at: "/total",
          widget: "number",
          label: "Total",
          value: { sum: [{ var: "data.homes" }, { var: "row.rent" }] },
        },
      ],
    },
  ],
  checks: [
    { id: "enough", at: "/homes", assert: { "!==": [{ var: "data.remark" }, "none"] }, message: "More, please" },
  ],
};
