// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepFocus } from "#renderer/shell/keep-focus.ts";

let stop: () => void;
beforeEach(() => (stop = keepFocus()));
afterEach(() => stop());

const at = (id: string) => document.getElementById(id)!;
const settle = () => new Promise((done) => setTimeout(done));

/** Puts the focus on what has this id, takes that away, and gives the id of what has the focus then. */
async function takeAway(html: string, id = "own", taken = id): Promise<string> {
  document.body.innerHTML = html;
  at(id).focus();
  at(taken).remove();
  await settle();
  return document.activeElement?.id ?? "";
}

test("what stands next takes the focus of what went away", async () => {
  const html = `<main data-screen="x"><a href="#a" id="a">a</a><p><button id="own">own</button></p><button id="b">b</button></main>`;
  expect(await takeAway(html)).toBe("b");
});

test("at the end of the page it is what stands before", async () => {
  const html = `<main data-screen="x"><button id="a">a</button><button id="own">own</button></main><aside><button id="b">b</button></aside>`;
  expect(await takeAway(html)).toBe("a");
});

test("what went away with all that surrounds it counts too", async () => {
  const html = `<main data-screen="x"><ul><li id="row"><button id="own">own</button></li><li><a href="#a" id="a">a</a></li></ul></main>`;
  expect(await takeAway(html, "own", "row")).toBe("a");
});

test("a page that is left as a whole gives the focus to nobody: the next one takes it", async () => {
  const html = `<main><div data-screen="x" id="page"><button id="own">own</button></div></main><aside><button id="b">b</button></aside>`;
  expect(await takeAway(html, "own", "page")).toBe("");
});

test("whoever has left it on purpose is left alone", async () => {
  document.body.innerHTML = `<main data-screen="x"><button id="own">own</button><button id="b">b</button></main>`;
  at("own").focus();
  at("own").blur();
  await settle();
  at("own").remove();
  await settle();
  expect(document.activeElement?.id ?? "").toBe("");
});

const formGone = `<main data-screen="x"><h1 id="title">Sign in</h1><div id="steps"><form id="form"><input id="own"><button>Continue</button></form></div><a href="#t" id="terms">Terms</a></main>`;

test("a form that was sent leads to the heading, and on to the form that comes in its place", async () => {
  expect(await takeAway(formGone, "own", "form")).toBe("title");
  at("steps").innerHTML = `<form><input id="name"></form>`;
  await settle();
  expect(document.activeElement?.id).toBe("name");
});

test("whoever has gone on from the heading meanwhile is not led back", async () => {
  await takeAway(formGone, "own", "form");
  at("terms").focus();
  at("steps").innerHTML = `<form><input id="name"></form>`;
  await settle();
  expect(document.activeElement?.id).toBe("terms");
});

test("a field that goes from a form that stays hands the focus to what stands next", async () => {
  const html = `<main data-screen="x"><h1>Form</h1><form><p id="row"><input id="own"></p><input id="next"></form></main>`;
  expect(await takeAway(html, "own", "row")).toBe("next");
});

const degrees = `<main data-screen="x"><ul id="list"><li id="row1"><button id="delete1">Delete 1</button></li><li id="row2"><button id="delete2">Delete 2</button></li><li id="row3"><button id="delete3">Delete 3</button><button id="add">Add</button></li></ul><button id="later">Later</button></main>`;

/** Opens a dialog from what has this id, takes these away one after another, the dialog last; gives the id of what has the focus then. */
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

test("a dialog whose opener it took away leads to the row that took its place", async () => {
  expect(await answerDialog("delete2", "row2")).toBe("delete3");
});

test("where the last row of a list went, the row before it has the focus, not what stands after the list", async () => {
  expect(await answerDialog("delete3", "row3")).toBe("delete2");
});

test("what was to have the focus may go as well before the dialog does", async () => {
  expect(await answerDialog("delete1", "row1", "row2")).toBe("delete3");
});

test("a dialog whose opener still stands leads back to it", async () => {
  expect(await answerDialog("delete1")).toBe("delete1");
});
