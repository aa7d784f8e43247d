// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { fireEvent, screen } from "../../support/testing-library.ts";
import DatePicker from "#widgets/date-picker/DatePicker.tsx";
import { draw } from "../host.tsx";

const open = () => fireEvent.click(screen.getByRole("button", { name: "Choose date" }));
const grid = (name: string) => screen.getByRole("grid", { name });
const cell = (name: string) => screen.getByRole<HTMLButtonElement>("gridcell", { name });
const key = (...keys: string[]) => {
  for (const name of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
};
const focused = () => document.activeElement?.textContent;
afterEach(() => document.documentElement.removeAttribute("lang"));

test("picks year, month and day as dd-MM-yyyy and returns the focus to the button", () => {
  const { state } = draw(DatePicker, { props: {}, label: "Start date" });
  expect(screen.getByLabelText<HTMLInputElement>("Start date").readOnly).toBe(true);
  open();
  expect(grid("Years")).toBeTruthy();
  fireEvent.click(cell("2019"));
  expect(grid("Months")).toBeTruthy();
  fireEvent.click(cell("August"));
  expect(grid("Days")).toBeTruthy();
  fireEvent.click(cell("15"));
  expect(state.committed).toEqual(["15-08-2019"]);
  expect(screen.queryByRole("grid")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Choose date" }));
});

test("shows a saved date of either format as dd-MM-yyyy and opens at its year", () => {
  draw(DatePicker, { props: {}, label: "Start date", value: "2019-08-15" });
  expect(screen.getByLabelText<HTMLInputElement>("Start date").value).toBe("15-08-2019");
  open();
  expect(focused()).toBe("2019");
  expect(cell("2019").getAttribute("aria-selected")).toBe("true");
});

test("moves through each grid with arrows, Home, End and the page keys", () => {
  draw(DatePicker, { props: {}, label: "Start date", value: "15-08-2019" });
  open();
  key("ArrowRight");
  expect(focused()).toBe("2020");
  key("ArrowUp", "PageUp", "PageDown", "ArrowDown", "ArrowLeft");
  expect(focused()).toBe("2019");
  fireEvent.click(cell("2019"));
  key("Home");
  expect(focused()).toBe("July");
  key("End", "ArrowDown");
  expect(focused()).toBe("December");
  key("ArrowRight");
  expect(screen.getByText("2020")).toBeTruthy();
  key("ArrowLeft");
  fireEvent.click(cell("December"));
  key("PageUp");
  expect(screen.getByText("November 2019")).toBeTruthy();
  key("ArrowLeft", "ArrowDown");
  expect(focused()).toBe("21");
});

test("stops at today with disableFuture and marks today", () => {
  draw(DatePicker, { props: {}, label: "Start date", dates: { disableFuture: true } });
  open();
  expect(screen.queryByRole("gridcell", { name: "2027" })).toBeNull();
  fireEvent.click(cell("2026"));
  expect(cell("December").getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(cell("November"));
  expect(cell("21").getAttribute("aria-current")).toBe("date");
  expect(cell("22").getAttribute("aria-disabled")).toBe("true");
  key("ArrowRight");
  expect(focused()).toBe("21");
});

test("narrows the range by min, max and disablePast; defaults to 1900 to 2099", () => {
  draw(DatePicker, { props: {}, label: "A", dates: { min: "10-02-2020", max: "2021-03-05" } });
  open();
  expect(screen.getAllByRole("gridcell").map((year) => year.textContent)).toEqual(["2020", "2021"]);
  key("Escape");
  expect(screen.queryByRole("grid")).toBeNull();
});

test("limits the widest range to 1900 to 2099", () => {
  draw(DatePicker, { props: {}, label: "A" });
  open();
  const years = screen.getAllByRole("gridcell");
  expect([years.length, years[0]?.textContent, years.at(-1)?.textContent]).toEqual([200, "1900", "2099"]);
});

test("shows tabs above the grid only in windows higher than 667 px", () => {
  draw(DatePicker, { props: {}, label: "A" });
  Object.assign(window, { innerHeight: 844 });
  open();
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(["Year", "Month", "Day"]);
  key("Escape");
  Object.assign(window, { innerHeight: 667 });
  open();
  expect(screen.queryByRole("tab")).toBeNull();
  fireEvent.click(cell("2020"));
  fireEvent.click(screen.getByRole("button", { name: "2020" }));
  expect(grid("Years")).toBeTruthy();
});

test("clears an optional date", () => {
  const { state } = draw(DatePicker, { props: {}, label: "A", value: "01-02-2020", required: false });
  open();
  fireEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(state.held).toBeUndefined();
});

test.each([
  ["bn", "নভেম্বর"],
  ["mr", "नोव्हेंबर"],
  ["fa", "نوامبر"],
])(
  "on a page in %s a date is the same in the data and in the box, and its month is called what it is",
  (lang, month) => {
    document.documentElement.lang = lang;
    const { state } = draw(DatePicker, {
      props: {},
      label: "Start date",
      dates: { min: "01-01-2025", max: "31-12-2027" },
    });
    open();
    fireEvent.click(cell("2026"));
    fireEvent.click(cell(month));
    fireEvent.click(cell("12"));
    expect(state.committed).toEqual(["12-11-2026"]);
    expect(screen.getByLabelText<HTMLInputElement>("Start date").value).toBe("12-11-2026");
  },
);
