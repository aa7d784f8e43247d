import { expect, test } from "vitest";
import type { Choice, Frame } from "#renderer/workbench/choice.ts";
import { explainNoScreen, findScreen } from "#renderer/workbench/scene.ts";
import { chooseSubject, explainRedirect } from "#renderer/workbench/redirect-reason.ts";
import { readOwn, usualChoice } from "./documents.ts";

const documents = await readOwn();
const defaultChoice: Choice = { ...usualChoice, values: { region: "IN" } };
const frame: Frame = { org: "gce", lang: "en", who: "PENDING", width: "phone", theme: "light" };
const explain = (choice: Partial<Choice>, at: Partial<Frame> = {}, shown = "home") =>
  explainRedirect(documents, { ...defaultChoice, ...choice }, { ...frame, ...at }, shown);

test("chooses a viewer with a transaction for a form of a verification", () => {
  expect(chooseSubject(documents, defaultChoice, "forms/bgv-tenth")).toEqual({
    ...defaultChoice,
    subject: "forms/bgv-tenth",
    who: ["PENDING"],
    values: {},
  });
  expect(chooseSubject(documents, { ...defaultChoice, who: ["FAILED", "agent"] }, "forms/bgv-tenth").who).toEqual([
    "FAILED",
    "agent",
  ]);
  for (const subject of ["screens/login", "forms/passport"])
    expect(chooseSubject(documents, defaultChoice, subject).who, subject).toEqual(["candidate"]);
});

test("gives no reason when the chosen screen shows", () => {
  expect(explain({ subject: "screens/home" })).toBeUndefined();
  expect(explain({ subject: "forms/bgv-tenth" }, {}, "verification")).toBeUndefined();
});

test("explains why another screen shows", () => {
  expect(explain({ subject: "forms/bgv-employment" })).toBe("No request of gce includes bgv-employment.");
  expect(explain({ subject: "forms/bgv-tenth", request: "joining-questions" }, { org: "harbour" })).toBe(
    "The request joining-questions of harbour does not include bgv-tenth.",
  );
  expect(explain({ subject: "forms/bgv-tenth" }, { who: "candidate" })).toContain(
    "verification needs a started transaction: choose a state, such as PENDING",
  );
  expect(explain({ subject: "screens/profile" }, { who: "visitor" }, "login")).toContain("requires a signed-in viewer");
  expect(explain({ subject: "screens/login" })).toContain("choose visitor");
  expect(explain({ subject: "screens/submitted" }, {}, "form")).toContain("and not all of them hold here: ");
});

test("explains in words why a form does not show alone", () => {
  expect(explainNoScreen(documents, "forms/marksheet")).toBe(
    "The form marksheet is a part of bgv-tenth, bgv-twelfth. Choose one of these.",
  );
  expect(findScreen(documents, "forms/address")).toBeUndefined();
  expect(explainNoScreen(documents, "forms/address")).toContain("is a part of bgv-address");
  expect(explain({ subject: "forms/share-link" }, {}, "profile")).toBe(
    "The screen share-credential needs credentialId in its address. Enter it in “Values of the address”.",
  );
  for (const subject of ["forms/aadhaar", "forms/contact-details", "forms/bgv-tenth"])
    expect(explain({ subject }, { who: "PENDING" }, "home"), subject).not.toMatch(/[{}]/);
  expect(explain({ subject: "forms/contact-details" }, {}, "home")).toContain("route.region has a value");
});

test("names the condition of a screen that an organisation hides", () => {
  const without = documents
    .list("organisation")
    .filter(({ flags }) => flags?.["faq"] !== true)
    .map(({ id }) => id);
  expect(without.length).toBeGreaterThan(0);
  for (const org of without)
    expect(explain({ subject: "screens/help" }, { org })).toBe(
      `The screen help is hidden for ${org} by its condition: organisation.flags.faq.`,
    );
});
