// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { fireEvent, screen } from "../support/testing-library.ts";
import CheckboxInput from "#widgets/checkbox/CheckboxInput.tsx";
import RadioChoice from "#widgets/radio/RadioChoice.tsx";
import SelectInput from "#widgets/select/SelectInput.tsx";
import { draw } from "./host.tsx";

const options = {
  id: "levels",
  list: [
    { name: "Bachelor", value: "bachelor" },
    { name: "Doctoral", value: "doctoral", disabled: true, disabledPostfix: "(Coming Soon)" },
  ],
};

test("draws a select as a labelled combobox and commits its value", () => {
  const { state } = draw(SelectInput, { props: {}, label: "Degree level", options });
  const select = screen.getByRole<HTMLSelectElement>("combobox", { name: "Degree level" });
  expect([...select.options].map((option) => [option.text, option.disabled])).toEqual([
    ["Select", false],
    ["Bachelor", false],
    ["Doctoral (Coming Soon)", true],
  ]);
  fireEvent.change(select, { target: { value: "bachelor" } });
  expect(state.committed).toEqual(["bachelor"]);
});

test("keeps a saved value visible when the list lacks it", () => {
  draw(SelectInput, { props: {}, label: "Degree level", options, value: "honours" });
  expect(screen.getByRole<HTMLSelectElement>("combobox").value).toBe("honours");
});

test("empties an optional select", () => {
  const { state } = draw(SelectInput, {
    props: {},
    label: "Degree level",
    options,
    value: "bachelor",
    required: false,
  });
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "" } });
  expect(state.held).toBeUndefined();
});

test("draws radio buttons in a group named by the label", () => {
  const { state } = draw(RadioChoice, { props: {}, label: "Speed", options, rendersLabel: true });
  expect(screen.getByRole("radiogroup", { name: "Speed" })).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "Bachelor" }));
  expect(state.committed).toEqual(["bachelor"]);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Doctoral (Coming Soon)" }).disabled).toBe(true);
});

test("marks a group with an error as invalid", () => {
  draw(RadioChoice, { props: {}, label: "Speed", options, rendersLabel: true, invalid: true });
  expect(screen.getByRole("radiogroup").getAttribute("aria-invalid")).toBe("true");
});

test("commits true and false from a checkbox", () => {
  const { state } = draw(CheckboxInput, { props: {}, label: "I agree", rendersLabel: true });
  const box = screen.getByRole("checkbox", { name: "I agree" });
  fireEvent.click(box);
  fireEvent.click(box);
  expect(state.committed).toEqual([true, false]);
});
