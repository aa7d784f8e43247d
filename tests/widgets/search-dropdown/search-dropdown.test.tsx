// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act, fireEvent, screen } from "../../support/testing-library.ts";
import SearchDropdown from "#widgets/search-dropdown/SearchDropdown.tsx";
import type { OptionPage, OptionQuery, SearchedOptions } from "#widgets/widget.ts";
import { draw, noServices } from "../host.tsx";

const label = "Institute name";
const source: SearchedOptions = { id: "institutes", pageSize: 50, searchDelayMs: 700, manual: {} };
const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: label });
const options = () => screen.queryAllByRole("option").map((option) => option.textContent);
const settle = (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const page = (names: string[], total = names.length): OptionPage => ({
  list: names.map((name) => ({ name, value: name.toLowerCase() })),
  total,
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server whose answers the test gives by hand, in any order. */
function manualServer() {
  const asked: { query: OptionQuery; answer(page: OptionPage): void; fail(): void }[] = [];
  const services = {
    ...noServices,
    searchOptions: (_: string, query: OptionQuery) =>
      new Promise<OptionPage>((resolve, reject) => {
        asked.push({ query, answer: resolve, fail: () => reject(new Error("down")) });
      }),
  };
  return { asked, services };
}

test("opens, loads and picks by keyboard", async () => {
  const { asked, services } = manualServer();
  const { state } = draw(SearchDropdown, { props: {}, label, options: source, services });
  expect(asked).toHaveLength(0);
  fireEvent.click(field());
  await settle();
  expect(screen.getByText("Loading...")).toBeTruthy();
  expect(asked[0]?.query).toMatchObject({ search: "", seed: 0, count: 50 });
  asked[0]?.answer(page(["Delhi", "Mumbai"]));
  await settle();
  expect(options()).toEqual(["Delhi", "Mumbai"]);
  fireEvent.keyDown(field(), { key: "ArrowDown" });
  fireEvent.keyDown(field(), { key: "ArrowDown" });
  expect(field().getAttribute("aria-activedescendant")).toBe(screen.getAllByRole("option")[1]?.id);
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(state.committed).toEqual(["mumbai"]);
  expect(field().value).toBe("Mumbai");
  expect(options()).toEqual([]);
});

test("searches once, 700 ms after typing stops", async () => {
  const { asked, services } = manualServer();
  draw(SearchDropdown, { props: {}, label, options: source, services });
  fireEvent.click(field());
  await settle();
  type("d");
  await settle(400);
  type("de");
  await settle(699);
  expect(asked).toHaveLength(1);
  await settle(1);
  expect(asked.map(({ query }) => query.search)).toEqual(["", "de"]);
});

test("ignores a late answer to an older search", async () => {
  const { asked, services } = manualServer();
  draw(SearchDropdown, { props: {}, label, options: source, services });
  fireEvent.click(field());
  await settle();
  type("mum");
  await settle(700);
  asked[1]?.answer(page(["Mumbai"]));
  await settle();
  asked[0]?.answer(page(["Delhi"]));
  await settle();
  expect(options()).toEqual(["Mumbai"]);
  expect(asked[0]?.query.signal.aborted).toBe(true);
});

test("loads the next fifty at the end of scrolling while there are more", async () => {
  const { asked, services } = manualServer();
  draw(SearchDropdown, { props: {}, label, options: source, services });
  fireEvent.click(field());
  await settle();
  const names = Array.from({ length: 60 }, (_, index) => `Institute ${index}`);
  asked[0]?.answer(page(names.slice(0, 50), 60));
  await settle();
  fireEvent.scroll(screen.getByRole("listbox"));
  expect(asked[1]?.query.seed).toBe(50);
  asked[1]?.answer(page(names.slice(50), 60));
  await settle();
  expect(options()).toHaveLength(60);
  fireEvent.scroll(screen.getByRole("listbox"));
  expect(asked).toHaveLength(2);
});

test("leaves the option 'Other' after a failure, which opens manual entry with the typed text", async () => {
  const { asked, services } = manualServer();
  const { state } = draw(SearchDropdown, { props: {}, label, options: source, services });
  fireEvent.click(field());
  await settle();
  type("Hill College");
  await settle(700);
  asked[1]?.fail();
  await settle();
  expect(options()).toEqual(["Other"]);
  fireEvent.click(screen.getByRole("option", { name: "Other" }));
  expect(screen.getByPlaceholderText<HTMLInputElement>("Enter value").value).toBe("Hill College");
  expect(state.held).toBe("Hill College");
});

test("restores the earlier choice after 'Enter manually' and back", async () => {
  const { asked, services } = manualServer();
  const { state } = draw(SearchDropdown, { props: {}, label, options: source, services, value: "delhi" });
  fireEvent.click(field());
  await settle();
  asked[0]?.answer(page([]));
  await settle();
  expect(screen.getByText("No options")).toBeTruthy();
  expect(screen.getByText("Unable to find Institute name?")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Enter manually" }));
  const box = screen.getByPlaceholderText<HTMLInputElement>("Enter value");
  expect(document.activeElement).toBe(box);
  fireEvent.change(box, { target: { value: "Hill" } });
  expect(state.held).toBe("Hill");
  fireEvent.click(screen.getByRole("button", { name: "Select from options" }));
  expect(state.held).toBe("delhi");
  expect(field()).toBeTruthy();
});

const regions = {
  id: "regions",
  list: [
    { name: "Kerala", value: "KL" },
    { name: "Goa", value: "GA" },
  ],
};

test("keeps typed text without a choice until a value comes from outside", async () => {
  const { state, give } = draw(SearchDropdown, { props: {}, label, options: regions });
  fireEvent.click(field());
  await settle();
  type("Kar");
  fireEvent.blur(field());
  expect(field().value).toBe("Kar");
  give({ value: "GA" });
  expect(field().value).toBe("Goa");
  give({ value: undefined });
  expect(field().value).toBe("");
  expect(state.held).toBeUndefined();
});

test("keeps text typed over a choice until another choice", async () => {
  const { give } = draw(SearchDropdown, { props: {}, label, options: regions, value: "KL" });
  fireEvent.click(field());
  await settle();
  type("Go");
  expect(field().value).toBe("Go");
  give({ value: "KL" });
  expect(field().value).toBe("Go");
  give({ value: "GA" });
  expect(field().value).toBe("Goa");
});

test("shows why an option is disabled and does not pick it", async () => {
  const list = [
    { name: "Assam", value: "AS", disabled: true, disabledPostfix: "(Coming Soon)" },
    { name: "Kerala", value: "KL" },
  ];
  const { state } = draw(SearchDropdown, { props: {}, label, options: { id: "states", list } });
  fireEvent.click(field());
  await settle();
  fireEvent.click(screen.getByRole("option", { name: "Assam (Coming Soon)" }));
  expect(state.committed).toEqual([]);
  fireEvent.click(screen.getByRole("option", { name: "Kerala" }));
  expect(state.held).toBe("KL");
});

test("closes on Escape and keeps the choice", async () => {
  const { state } = draw(SearchDropdown, {
    props: {},
    label,
    options: { id: "states", list: [{ name: "Kerala", value: "KL" }] },
    value: "KL",
  });
  fireEvent.click(field());
  await settle();
  type("zz");
  fireEvent.keyDown(field(), { key: "Escape" });
  expect(field().value).toBe("Kerala");
  expect(state.held).toBe("KL");
  expect(field().getAttribute("aria-expanded")).toBe("false");
});

test("draws forty thousand options fifty at a time", async () => {
  const list = Array.from({ length: 40_000 }, (_, index) => ({ name: `Option ${index}`, value: String(index) }));
  draw(SearchDropdown, { props: {}, label, options: { id: "many", list } });
  fireEvent.click(field());
  await settle();
  expect(options()).toHaveLength(50);
  expect(screen.getAllByRole("option")[0]?.getAttribute("aria-setsize")).toBe("40000");
});
