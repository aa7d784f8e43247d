// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { fireEvent, screen } from "../../support/testing-library.ts";
import DateRange from "#widgets/date-range/DateRange.tsx";
import { describe } from "#widgets/date-range/describe.ts";
import { changeRange } from "#widgets/date-range/range-value.ts";
import { draw, noServices, text } from "../host.tsx";

const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const whole = { from: "01-07-2019", to: "30-06-2022" };

test("shows both dates, each named by the label and its end, in a group", () => {
  draw(DateRange, { props: {}, rendersLabel: true, label: "Studies", value: whole });
  expect(screen.getByRole("group", { name: "Studies" })).toBeTruthy();
  expect([box("Studies: From").value, box("Studies: To").value]).toEqual(["01-07-2019", "30-06-2022"]);
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("changes one end in its calendar, which offers no end before the beginning", () => {
  const { state } = draw(DateRange, {
    props: {},
    rendersLabel: true,
    label: "Studies",
    value: { from: "10-07-2019", to: "30-07-2019" },
  });
  fireEvent.click(box("Studies: To"));
  const cell = (name: string) => screen.getByRole("gridcell", { name });
  expect(screen.queryByRole("gridcell", { name: "2018" })).toBeNull();
  fireEvent.click(cell("2019"));
  fireEvent.click(cell("July"));
  expect(cell("9").getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(cell("10"));
  expect(state.committed).toEqual([{ from: "10-07-2019", to: "10-07-2019" }]);
});

test("drops the end of what is still ongoing, and asks for it again when the tick is removed", () => {
  const { state } = draw(DateRange, { props: { ongoing: true }, rendersLabel: true, label: "Studies", value: whole });
  fireEvent.click(screen.getByRole("checkbox", { name: "Still ongoing" }));
  expect(state.held).toEqual({ from: "01-07-2019", ongoing: true });
  expect(screen.queryByLabelText("Studies: To")).toBeNull();
  fireEvent.click(screen.getByRole("checkbox", { name: "Still ongoing" }));
  expect(state.held).toEqual({ from: "01-07-2019" });
  expect(box("Studies: To").value).toBe("");
});

test("is empty when its last part is cleared", () => {
  expect(changeRange({ from: "01-07-2019" }, { from: undefined })).toBeUndefined();
  expect(changeRange({ ongoing: true }, { ongoing: false })).toBeUndefined();
});

test("is filled in by a replay as by a person", () => {
  const committed: unknown[] = [];
  const field = {
    label: "Studies",
    plainLabel: "Studies",
    state: { required: true },
    value: { from: "01-07-2019" },
    props: { ongoing: true },
    dates: { disableFuture: true },
    services: noServices,
    text,
    commit: (value: unknown) => committed.push(value),
  };
  const [group] = describe(field as never);
  const child = (name: string) => group!.children!.find((node) => node.name === name)!;
  void child("Studies: To").choose!("30-06-2022");
  void child("Still ongoing").press!();
  expect(committed).toEqual([whole, { from: "01-07-2019", ongoing: true }]);
  expect(() => child("Studies: To").choose!("30-06-2019")).toThrow("is not offered");
  expect(() => child("Studies: From").choose!("30-06-2027")).toThrow("is not offered");
});
