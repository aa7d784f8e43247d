import { expect, it } from "vitest";
import { readDocumentSet } from "../../references/index.ts";
import { toStableName } from "../session/stable-name.ts";
import { KnownFields } from "./fields.ts";
import { Person } from "./person.ts";
import { StandIns } from "./stand-ins.ts";

const fields = new KnownFields(await readDocumentSet("schemas"));
function make(): StandIns {
  const person = new Person();
  person.learn("profile.login", { mobile: "97654 32108" });
  person.learn("profile.create", { mobile: "+919765432108", name: "Rohan Kapoor" });
  return new StandIns(person, fields, "gce");
}

it.each([
  ["Mobile number", "9765432108", "{nationalNumber}"],
  ["Mobile number", "097654-32108", "{nationalNumber}"],
  ["Mobile number", "+91 97654 32108", "{mobile}"],
  ["Full name", "rohan kapoor", "{name}"],
  ["Year of passing", "2014", "2014"],
  ["Years", "2014-2018", "2014-2018"],
  ["Start date", "01-02-2020", "01-02-2020"],
  ["Aadhaar number", "999941057058", "999941057058"],
  ["GCE reference number", "GCE-100017", "GCE-100017"],
  ["Degree or course", "B.Sc. Physics", "B.Sc. Physics"],
])("writes for '%s' %s: %s", async (label, value, expected) => {
  expect(await make().replaceTyped(label, value)).toBe(expected);
});

it.each([
  ["Roll number", "7766551", /^\d{7}$/],
  ["Registration number", "27QRT865", /^\d{2}[A-Z]{3}\d{3}$/],
  ["Aadhaar number", "482910365712", /^\d{12}$/],
  ["Passport number", "Q7654321", /^[A-Z]\d{7}$/],
  ["GCE reference number", "GCE-777123", /^[A-Z]{3}-\d{6}$/],
  ["Employee ID", "rk@acme.co.in", /^[a-z]+\.\d{4}@mailbox\.example$/],
  ["Line 1", "14 Ashoka Road", /^\d\d [A-Z][a-z]+ [A-Z][a-z]+$/],
  ["Landmark (Optional)", "behind SBI", /^[a-z]+ [A-Z]+$/],
  ["Village/Town/City", "Hauz Khas", /^[A-Z][a-z]+ [A-Z][a-z]+$/],
  ["Pincode", "110016", /^110\d{3}$/],
  ["Designation", "Clerk 5566778", /^Clerk \d{7}$/],
])("draws one of the same shape for '%s' %s, the same each time", async (label, value, shape) => {
  const standIns = make();
  const drawn = await standIns.replaceTyped(label, value);
  expect(drawn).toMatch(shape);
  expect(drawn).not.toBe(value);
  expect(await standIns.replaceTyped(label, value)).toBe(drawn);
  for (const { allows } of fields.find(label)) if (allows(value)) expect(allows(drawn)).toBe(true);
});

it("recognises an address by its form in any language, and a name by autofill", async () => {
  expect(fields.find("पिनकोड").map(({ autofill }) => autofill)).toContain("postal-code");
  expect(await make().replaceTyped("Who referred you?", "Sunita Rao", { autofill: "name" })).not.toMatch(/Sunita|Rao$/);
});

it("replaces typed values in page text and leaves other text alone", async () => {
  const standIns = make();
  const roll = await standIns.replaceTyped("Roll number", "7766551");
  await standIns.replaceTyped("District", "Home");
  standIns.set("my scan.pdf", "document-1.pdf");
  expect(standIns.replace("Remove my scan.pdf")).toBe("Remove document-1.pdf");
  expect(standIns.replace("Welcome, Rohan! Roll 7766551 of Rohan Kapoor, +919765432108")).toBe(
    `Welcome, Asha! Roll ${roll} of {name}, {mobile}`,
  );
  expect(standIns.replace("Home")).toBe("Home");
});

it("lists typed words that stay unchanged", async () => {
  const standIns = make();
  await standIns.replaceTyped("Designation", "Clerk");
  await standIns.replaceTyped("Roll number", "7766551");
  expect([...standIns.unchanged]).toEqual([["Clerk", "Designation"]]);
});

it("uses the number of the first session, not a mistyped one", () => {
  const person = new Person();
  person.learn("profile.login", { mobile: "+919765432100" });
  person.learn("profile.login", { mobile: "+919765432108" });
  person.learn("profile.get", { mobile: "+919765432108", displayName: "Rohan", profileDetails: {} });
  expect(person.mobile).toBe("+919765432108");
  expect(person.mobilePattern).toBe("+9198########");
  person.learn("profile.login", { mobile: "no number" });
  const abroad = new Person();
  abroad.learn("profile.create", { mobile: "+16505550123", name: "A" });
  expect(abroad.mobilePattern).toBe("+165########");
});

it.each([
  ["Degree 1 sent 23rd November 2026", { startsWith: "Degree 1 sent" }],
  ["Ask again in 27 s", { startsWith: "Ask again in" }],
  ["Code sent to +91 ••••••2108", { startsWith: "Code sent to +91" }],
  ["10th Marksheet", "10th Marksheet"],
])("looks for '%s' on any day", (name, expected) => {
  expect(toStableName(name)).toEqual(expected);
});
