// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from "vitest";
import { startFocusRestore } from "#renderer/shell/restore-focus.ts";

let stop: () => void;
beforeEach(() => (stop = startFocusRestore()));
afterEach(() => stop());

const at = (id: string) => document.getElementById(id)!;
const settle = () => new Promise((done) => setTimeout(done));

/** Focuses the element `id`, removes the element `taken`, and returns the id of the focused element. */
async function takeAway(html: string, id = "own", taken = id): Promise<string> {
  document.body.innerHTML = html;
  at(id).focus();
  at(taken).remove();
  await settle();
  return document.activeElement?.id ?? "";
}

test("focuses the next element", async () => {
  const html = `<main data-screen="x"><a href="#a" id="a">a</a><p><button id="own">own</button></p><button id="b">b</button></main>`;
  expect(await takeAway(html)).toBe("b");
});

test("focuses the previous element at the end of the page", async () => {
  const html = `<main data-screen="x"><button id="a">a</button><button id="own">own</button></main><aside><button id="b">b</button></aside>`;
  expect(await takeAway(html)).toBe("a");
});

test("focuses the next element when a parent is removed", async () => {
  const html = `<main data-screen="x"><ul><li id="row"><button id="own">own</button></li><li><a href="#a" id="a">a</a></li></ul></main>`;
  expect(await takeAway(html, "own", "row")).toBe("a");
});

test("focuses nothing when the whole screen is removed", async () => {
  const html = `<main><div data-screen="x" id="page"><button id="own">own</button></div></main><aside><button id="b">b</button></aside>`;
  expect(await takeAway(html, "own", "page")).toBe("");
});

test("focuses nothing when the user has left the element", async () => {
  document.body.innerHTML = `<main data-screen="x"><button id="own">own</button><button id="b">b</button></main>`;
  at("own").focus();
  at("own").blur();
  await settle();
  at("own").remove();
  await settle();
  expect(document.activeElement?.id ?? "").toBe("");
});

const formGone = `<main data-screen="x"><h1 id="title">Sign in</h1><div id="steps"><form id="form"><input id="own"><button>Continue</button></form></div><a href="#t" id="terms">Terms</a></main>`;

test("focuses the heading when a form is removed, then the next form", async () => {
  expect(await takeAway(formGone, "own", "form")).toBe("title");
  at("steps").innerHTML = `<form><input id="name"></form>`;
  await settle();
  expect(document.activeElement?.id).toBe("name");
});

test("focuses the heading of the part, not a form beside it, when a form is replaced by other things", async () => {
  document.body.innerHTML = `<main data-screen="x"><h1>Case</h1><div id="part"><h2 id="decision">Decision</h2><form id="form"><input id="own"></form></div><form><input id="other"></form></main>`;
  at("own").focus();
  await settle();
  at("form").remove();
  await settle();
  expect(document.activeElement?.id).toBe("decision");
  at("part").append(document.createElement("p"));
  await settle();
  expect(document.activeElement?.id).toBe("decision");
});

test("leaves the focus alone when the user has moved on from the heading", async () => {
  await takeAway(formGone, "own", "form");
  at("terms").focus();
  at("steps").innerHTML = `<form><input id="name"></form>`;
  await settle();
  expect(document.activeElement?.id).toBe("terms");
});

test("focuses the next element when a field is removed from a form that stays", async () => {
  const html = `<main data-screen="x"><h1>Form</h1><form><p id="row"><input id="own"></p><input id="next"></form></main>`;
  expect(await takeAway(html, "own", "row")).toBe("next");
});

const degrees = `<main data-screen="x"><ul id="list"><li id="row1"><button id="delete1">Delete 1</button></li><li id="row2"><button id="delete2">Delete 2</button></li><li id="row3"><button id="delete3">Delete 3</button><button id="add">Add</button></li></ul><button id="later">Later</button></main>`;

/**
 * Opens a dialog from `opener`, removes the elements `taken` in order, the dialog last, and returns the id of the
 * focused element.
 */
async function answerDialog(opener: string, ...taken: string[]): Promise<string> {
  document.body.innerHTML = degrees;
  at(opener).focus();
  at("list").insertAdjacentHTML("afterend", `<dialog id="dialog"><button id="yes">Yes</button></dialog>`);
  at("yes").focus();
  for (const id of [...taken, "dialog"]) {
    at(id).remove();
    await settle();
  }
  return document.activeElement?.id ?? "";
}

test("focuses the row that replaced the opener of a dialog", async () => {
  expect(await answerDialog("delete2", "row2")).toBe("delete3");
});

test("focuses the row before when the opener was in the last row", async () => {
  expect(await answerDialog("delete3", "row3")).toBe("delete2");
});

test("finds another element when the replacement is removed before the dialog", async () => {
  expect(await answerDialog("delete1", "row1", "row2")).toBe("delete3");
});

test("focuses the opener when it still exists", async () => {
  expect(await answerDialog("delete1")).toBe("delete1");
});
