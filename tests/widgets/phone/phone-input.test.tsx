// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { fireEvent, screen } from "../../support/testing-library.ts";
import PhoneInput from "#widgets/phone/PhoneInput.tsx";
import { countries } from "#widgets/phone/countries.ts";
import { draw } from "../host.tsx";

const number = () => screen.getByLabelText<HTMLInputElement>("Mobile number");
const code = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Country code" });
const type = (value: string) => fireEvent.change(number(), { target: { value } });

test("begins with India and makes E.164 from typed digits", () => {
  const { state } = draw(PhoneInput, { props: {}, label: "Mobile number" });
  expect(code().value).toBe("+91");
  type("98765 43210");
  expect(state.held).toBe("+919876543210");
});

test("selects the country of a pasted international number", () => {
  const { state } = draw(PhoneInput, { props: {}, label: "Mobile number" });
  type("+44 7700 900123");
  expect(code().value).toBe("+44");
  expect(number().value).toBe("7700900123");
  expect(state.held).toBe("+447700900123");
});

test("drops a trunk zero, and changes the country of a number", () => {
  const { state } = draw(PhoneInput, { props: {}, label: "Mobile number" });
  type("09876543210");
  expect(state.held).toBe("+919876543210");
  fireEvent.change(code(), { target: { value: "+971" } });
  expect(state.held).toBe("+9719876543210");
});

test("splits a saved number; an emptied one is undefined and keeps its country", () => {
  const { state } = draw(PhoneInput, { props: {}, value: "+447700900123", label: "Mobile number" });
  expect(code().value).toBe("+44");
  type("");
  expect(state.held).toBeUndefined();
  expect(code().value).toBe("+44");
});

test("has a unique key and a plausible dial code for every country", () => {
  expect(new Set(countries.map(({ key }) => key)).size).toBe(countries.length);
  for (const { dial } of countries) expect(dial).toMatch(/^\+[1-9]\d{0,3}$/);
  expect(countries.find(({ iso }) => iso === "RU")?.key).toBe("+7");
});
