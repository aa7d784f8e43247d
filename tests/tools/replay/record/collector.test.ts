import { expect, it } from "vitest";
import { Collector } from "./collector.ts";
import type { UserAction, PageView, PageMessage } from "./page/message.ts";

const at = (screen: string, name = screen): PageView => ({ screen, sign: { role: "heading", name } });
const userAction = (one: UserAction, view: PageView): PageMessage => ({ kind: "action", userAction: one, view });
const fill = (name: string, value: string): UserAction => ({ kind: "fill", name, value, autofill: "" });
const collect = (...notes: PageMessage[]) => {
  const collector = new Collector();
  for (const note of notes) collector.add(note);
  return collector.finish();
};

it("joins keystrokes to one fill, and starts another when the person returns to a field", () => {
  const home = at("home");
  const [step] = collect(
    userAction(fill("Name", "A"), home),
    userAction(fill("Name", "As"), home),
    userAction(fill("Name", "Asha"), home),
    userAction(fill("Year", "2014"), home),
    userAction(fill("Name", "Meera"), home),
  );
  expect(step?.userActions).toEqual([fill("Name", "Asha"), fill("Year", "2014"), fill("Name", "Meera")]);
});

it("joins a search and its choice", () => {
  const home = at("home");
  const [step] = collect(
    userAction(fill("Board", "Cen"), home),
    userAction({ kind: "choose", name: "Board", option: "Central Board" }, home),
  );
  expect(step?.userActions).toEqual([{ kind: "choose", name: "Board", option: "Central Board", typed: "Cen" }]);
});

it("starts a step at each new screen and ends the previous one with its heading", () => {
  const press: UserAction = { kind: "press", name: "Go" };
  const steps = collect(
    userAction(press, at("a")),
    { kind: "view", view: at("passing") },
    { kind: "view", view: at("b") },
    userAction(press, at("b", "Later")),
    { kind: "view", view: at("c") },
  );
  expect(steps.map(({ start, end }) => [start.screen, end?.sign?.name])).toEqual([
    ["a", "Later"],
    ["b", "c"],
  ]);
});

it("keeps a reload and a payment in their step, and starts a step at an address", () => {
  const nothing = { screen: "" };
  const steps = collect(
    userAction({ kind: "press", name: "Pay" }, at("bill")),
    userAction({ kind: "pay", outcome: "success" }, nothing),
    { kind: "view", view: at("bill") },
    userAction({ kind: "reload" }, nothing),
    userAction({ kind: "open", path: "/" }, nothing),
  );
  expect(steps.map(({ userActions }) => userActions.map(({ kind }) => kind))).toEqual([
    ["press", "pay", "reload"],
    ["open"],
  ]);
});

it("drops a press that only opens the file dialog", () => {
  const home = at("home");
  const [step] = collect(
    userAction({ kind: "press", name: "Upload again" }, home),
    { kind: "file-dialog" },
    userAction(
      { kind: "upload", name: "Marksheet", file: { name: "a.pdf", type: "application/pdf", sizeBytes: 1 }, key: "1" },
      home,
    ),
  );
  expect(step?.userActions.map(({ kind }) => kind)).toEqual(["upload"]);
});

it("has no end when the page closes before anything follows the last press", () => {
  const [step] = collect({ kind: "view", view: at("a") }, userAction({ kind: "press", name: "Go" }, at("a")));
  expect(step?.end).toBeUndefined();
});
