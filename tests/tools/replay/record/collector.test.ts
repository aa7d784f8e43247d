import { expect, it } from "vitest";
import { Collector } from "./collector.ts";
import type { Deed, Look, Note } from "./page/note.ts";

const at = (screen: string, name = screen): Look => ({ screen, sign: { role: "heading", name } });
const deed = (one: Deed, look: Look): Note => ({ kind: "deed", deed: one, look });
const fill = (name: string, value: string): Deed => ({ kind: "fill", name, value, autofill: "" });
const hear = (...notes: Note[]) => {
  const collector = new Collector();
  for (const note of notes) collector.hear(note);
  return collector.finish();
};

it("joins keystrokes to one fill, and starts another when the person returns to a field", () => {
  const home = at("home");
  const [step] = hear(
    deed(fill("Name", "A"), home),
    deed(fill("Name", "As"), home),
    deed(fill("Name", "Asha"), home),
    deed(fill("Year", "2014"), home),
    deed(fill("Name", "Meera"), home),
  );
  expect(step?.deeds).toEqual([fill("Name", "Asha"), fill("Year", "2014"), fill("Name", "Meera")]);
});

it("joins a search and its choice", () => {
  const home = at("home");
  const [step] = hear(
    deed(fill("Board", "Cen"), home),
    deed({ kind: "choose", name: "Board", option: "Central Board" }, home),
  );
  expect(step?.deeds).toEqual([{ kind: "choose", name: "Board", option: "Central Board", typed: "Cen" }]);
});

it("starts a step at each new screen and ends the previous one with its heading", () => {
  const press: Deed = { kind: "press", name: "Go" };
  const steps = hear(
    deed(press, at("a")),
    { kind: "look", look: at("passing") },
    { kind: "look", look: at("b") },
    deed(press, at("b", "Later")),
    { kind: "look", look: at("c") },
  );
  expect(steps.map(({ begin, end }) => [begin.screen, end?.sign?.name])).toEqual([
    ["a", "Later"],
    ["b", "c"],
  ]);
});

it("keeps a reload and a payment in their step, and starts a step at an address", () => {
  const nothing = { screen: "" };
  const steps = hear(
    deed({ kind: "press", name: "Pay" }, at("bill")),
    deed({ kind: "pay", outcome: "success" }, nothing),
    { kind: "look", look: at("bill") },
    deed({ kind: "reload" }, nothing),
    deed({ kind: "open", path: "/" }, nothing),
  );
  expect(steps.map(({ deeds }) => deeds.map(({ kind }) => kind))).toEqual([["press", "pay", "reload"], ["open"]]);
});

it("drops a press that only opens the file dialog", () => {
  const home = at("home");
  const [step] = hear(
    deed({ kind: "press", name: "Upload again" }, home),
    { kind: "chooser" },
    deed(
      { kind: "upload", name: "Marksheet", paper: { name: "a.pdf", type: "application/pdf", sizeBytes: 1 }, key: "1" },
      home,
    ),
  );
  expect(step?.deeds.map(({ kind }) => kind)).toEqual(["upload"]);
});

it("has no end when the page closes before anything follows the last press", () => {
  const [step] = hear({ kind: "look", look: at("a") }, deed({ kind: "press", name: "Go" }, at("a")));
  expect(step?.end).toBeUndefined();
});
