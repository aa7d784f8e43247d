import { expect, test } from "vitest";
import type { Choice, Frame } from "#renderer/workbench/choice.ts";
import { chooseSubject, explainRedirect } from "#renderer/workbench/redirect-reason.ts";
import { readOwn, usualChoice } from "./documents.ts";

const documents = await readOwn();
const usual: Choice = { ...usualChoice, values: { region: "IN" } };
const frame: Frame = { org: "gce", lang: "en", who: "PENDING", width: "phone", theme: "light" };
const say = (choice: Partial<Choice>, at: Partial<Frame> = {}, shown = "home") =>
  explainRedirect(documents, { ...usual, ...choice }, { ...frame, ...at }, shown);

test("chooses a viewer with a transaction for a form of a verification", () => {
  expect(chooseSubject(documents, usual, "forms/bgv-tenth")).toEqual({
    ...usual,
    subject: "forms/bgv-tenth",
    who: ["PENDING"],
    values: {},
  });
  expect(chooseSubject(documents, { ...usual, who: ["FAILED", "agent"] }, "forms/bgv-tenth").who).toEqual([
    "FAILED",
    "agent",
  ]);
  for (const subject of ["screens/login", "forms/passport"])
    expect(chooseSubject(documents, usual, subject).who, subject).toEqual(["candidate"]);
});

test("gives no reason when the chosen screen shows", () => {
  expect(say({ subject: "screens/home" })).toBeUndefined();
  expect(say({ subject: "forms/bgv-tenth" }, {}, "verification")).toBeUndefined();
});

test("explains why another screen shows", () => {
  expect(say({ subject: "forms/bgv-employment" })).toBe("No request of gce asks for bgv-employment.");
  expect(say({ subject: "forms/bgv-tenth", request: "joining-questions" }, { org: "harbour" })).toBe(
    "The request joining-questions of harbour does not ask for bgv-tenth.",
  );
  expect(say({ subject: "forms/bgv-tenth" }, { who: "candidate" })).toContain(
    "verification needs a started transaction: look at a state, such as PENDING",
  );
  expect(say({ subject: "screens/profile" }, { who: "visitor" }, "login")).toContain("for who is signed in");
  expect(say({ subject: "screens/login" })).toContain("look as a visitor");
  expect(say({ subject: "screens/submitted" }, {}, "form")).toContain('{"rule":"submitted"}');
});

test("names the condition of a screen that an organisation hides", () => {
  const without = documents
    .list("organisation")
    .filter(({ flags }) => flags?.["faq"] !== true)
    .map(({ id }) => id);
  expect(without.length).toBeGreaterThan(0);
  for (const org of without)
    expect(say({ subject: "screens/help" }, { org })).toBe(
      `The screen help is hidden for ${org} by its own when: {"var":"organisation.flags.faq"}.`,
    );
});
