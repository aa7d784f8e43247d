import { readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { complete, completeInOrder, findProblems, hover } from "./editor.ts";

// Completion, hover and validation for authors: the language service of VS Code and others, with schemas/meta.

const screen = (body: string, more = "") =>
  `{"$schema":"../meta/screen.schema.json","kind":"screen","id":"x","description":"d","route":"/x","access":"public","title":"t",${more}"body":[${body}]}`;
const form = (field: string, id = "x", more = "") =>
  `{"$schema":"../meta/form.schema.json","kind":"form","id":"${id}","description":"d","data":{},${more}"fields":[${field}]}`;
const pressing = (step: string) => screen(`{"id":"a","block":"button","label":"Go","on":{"press":${step}}}`);
const saying = (value: string) => screen(`{"id":"a","block":"text","text":${value}}`);
const where = (rule: string) => screen(`{"id":"a","block":"text","text":"t","when":${rule}}`);

const jobs = (field: string, more = "") => form(field, "employment-history", more);
const rows = (field: string) => jobs(`{"list":"/jobs","item":"Job {n}","add":"Add","fields":[${field}]}`);
const prices = (more: string) =>
  `{"$schema":"../meta/prices.schema.json","kind":"prices","id":"x","description":"d","prices":{${more}}}`;

const documents = readdirSync("schemas", { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".json") && !file.startsWith("meta"),
);

describe("an editor completes", () => {
  it.each([
    ["the name of a block", screen(`{"id":"a","block":"|"}`), ["button", "form", "list"]],
    ["a block with its required properties", screen("|"), ["button", "facts"]],
    ["the properties of a block", screen(`{"id":"a","block":"button",|}`), ["label", "waitsFor", "on"]],
    ["an action in an empty step", pressing("{|}"), ["navigate", "call", "snackbar"]],
    ["an action with a half typed key", pressing(`[{"na|"}]`), ["navigate"]],
    ["the other keys of an action", pressing(`{"call":"transactions.skip",|}`), ["with", "then", "failed"]],
    ["the name of an operation", pressing(`{"call":"|"}`), ["transactions.skip", "profile.login"]],
    [
      "the arguments of an operation",
      pressing(`{"call":"transactions.skip","with":{|}}`),
      ["verificationNameList", "undo"],
    ],
    ["the id of a screen", pressing(`{"navigate":"|"}`), ["home", "terms"]],
    ["the parameters of a screen", pressing(`{"navigate":"credential","params":{|}}`), ["credentialId"]],
    ["the id of a flow", pressing(`{"run":"|"}`), ["continue", "pay"]],
    ["an operator", where("{|}"), ["filled", "rule", "==="]],
    ["the name of a rule", where(`{"rule":"|"}`), ["all-verified", "free-form"]],
    ["a path at any depth", where(`{"!":{"filled":{"var":"|"}}}`), ["transaction.state", "item.state", "env.now"]],
    ["a path in a text", saying(`{"var":"|"}`), ["profile.displayName"]],
    [
      "a path in the value of a placeholder",
      saying(`{"text":"{n}","with":{"n":{"date":[{"var":"|"},"short"]}}}`),
      ["env.now"],
    ],
    ["a style of dates", saying(`{"text":"{n}","with":{"n":{"date":[{"var":"env.now"},"|"]}}}`), ["short", "long"]],
    [
      "the catalogue of a label",
      saying(`{"text":"{n}","with":{"n":{"label":["|",{"var":"item.state"}]}}}`),
      ["states", "regions"],
    ],
    ["an icon", screen(`{"id":"a","block":"status-icon","tone":"info","icon":"|"}`), ["home", "passport"]],
    ["the id of a form", screen(`{"id":"a","block":"form","form":"|"}`), ["bgv-degree", "address"]],
    ["a root to load", screen("", `"load":[{"root":"|"}],`), ["transaction", "bill"]],
    ["the arguments of a root", screen("", `"load":[{"root":"verification","with":{|}}],`), ["type"]],
    ["the keys that set may write", pressing(`{"set":{|}}`), ["view.step", "session.openDemo"]],
    ["a half typed key that set may write", pressing(`{"set":{"view.s|"}}`), ["view.step"]],
    ["a path into form data, view and route", saying(`{"var":"|"}`), ["data.pincode", "view.step", "route.txnId"]],
    ["the id of a dialog", pressing(`{"open":"|"}`), ["start-process", "pending"]],
    ["the form block of submit", pressing(`{"submit":"|"}`), ["aadhaar"]],
    ["the form block of waitsFor", screen(`{"id":"a","block":"button","label":"Go","waitsFor":"|"}`), ["aadhaar"]],
    ["the root of a step that loads more", pressing(`{"loadMore":"|"}`), ["notifications"]],
    ["the next table of a flow", pressing(`{"call":"payments.mode","then":"|"}`), ["mode-known"]],
  ])("%s", async (_, text, expected) => {
    expect([...(await complete("screens/x.json", text)).keys()]).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    ["a field with its required properties", form("|"), ["text", "date-picker", "section", "note"]],
    ["the kinds of a form entry", form("{|}"), ["widget", "section", "note", "form", "use"]],
    ["a widget", form(`{"at":"/a","widget":"|"}`), ["select", "live-camera"]],
    ["the properties of a widget", form(`{"at":"/a","widget":"text",|}`), ["label", "inputMode", "require"]],
    ["the id of a list of options", form(`{"at":"/a","widget":"select","options":"|"}`), ["states", "institutes"]],
    ["the place of a field", form(`{"at":"|","widget":"text"}`, "address"), ["/district", "/landmark"]],
    [
      "the place of a field in a section",
      form(`{"section":"s","fields":[{"at":"|","widget":"text"}]}`, "address"),
      ["/district"],
    ],
    [
      "the target of an answer",
      form(`{"at":"/pincode","widget":"text","fill":{"call":"places.pincode","into":{"state":"|"}}}`, "address"),
      ["/state"],
    ],
    ["the place of a check", form("", "address", `"checks":[{"id":"c","at":"|"}],`), ["/pincode"]],
    ["the places of messages", form("", "address", `"messages":{|},`), ["/pincode"]],
    ["a path into its data", form(`{"at":"/a","widget":"text","when":{"filled":{"var":"|"}}}`), ["data.pincode"]],
  ])("%s", async (_, text, expected) => {
    expect([...(await complete("forms/x.json", text)).keys()]).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    ["the place of a field in a row", rows(`{"at":"|","widget":"text"}`), ["/company", "/startDate"]],
    ["the place of a list", jobs(`{"list":"|"}`), ["/jobs"]],
    [
      "the place of a check in each row",
      jobs("", `"checks":[{"id":"c","at":"|"}],`),
      ["/jobs", "/jobs/-/startDate", "/jobs/-/endDate"],
    ],
    ["the places of messages in each row", jobs("", `"messages":{|},`), ["/jobs/-/endDate"]],
    [
      "a path of a rule in a check of each row",
      jobs("", `"checks":[{"id":"c","at":"/jobs/-/endDate","assert":{"filled":{"var":"|"}}}],`),
      ["row.endDate", "previous.endDate", "data.jobs"],
    ],
    [
      "a path of an element in a condition over a list",
      jobs("", `"checks":[{"id":"c","at":"/jobs","assert":{"all":[{"var":"data.jobs"},{"filled":{"var":"|"}}]}}],`),
      ["row.endDate", "data.jobs"],
    ],
    ["a path of the row in a section of a row", rows(`{"section":"s","fields":[{"at":"|"}]}`), ["/company"]],
    [
      "the keys of overrides",
      `{"$schema":"../../meta/organisation.schema.json","kind":"organisation","id":"x","overrides":{|}}`,
      ["forms/address#/landmark", "forms/employment-history#/jobs/-/endDate", "verifications/aadhaar#/label"],
    ],
    ["the names of verifications in prices", prices(`"verifications":{|}`), ["aadhaar", "bgv-degree"]],
    ["the regions of a price", prices(`"verifications":{"aadhaar":{|}}`), ["IN", "INTL"]],
  ])("%s", async (_, text, expected) => {
    const file = text.includes(`"kind":"form"`) ? "forms/x.json" : "organisations/x/organisation.json";
    const place = text.includes(`"kind":"prices"`) ? "catalogues/x.json" : file;
    expect([...(await complete(place, text)).keys()]).toEqual(expect.arrayContaining(expected));
  });

  it("the paths of a row first, then those of the row before it, then those of the form, each with its type", async () => {
    const found = await completeInOrder(
      "forms/x.json",
      rows(`{"at":"/a","widget":"text","when":{"filled":{"var":"|"}}}`),
    );
    const own = found.map(({ label }) => label).filter((label) => /^(row|previous|data)[.]/.test(label));
    expect(found.slice(0, own.length).map(({ label }) => label)).toEqual(own);
    const ranks = own.map((label) => ["row", "previous", "data"].indexOf(label.split(".")[0]!));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(own).toContain("data.jobs");
    expect(own).not.toContain("data.pincode");
    expect(found.find(({ label }) => label === "row.startDate")).toMatchObject({ detail: "a text, dd-MM-yyyy" });
    expect(found.find(({ label }) => label === "previous.stillWorking")).toMatchObject({ detail: "a yes or no" });
  });

  it("the paths of the form before all others", async () => {
    const found = await completeInOrder(
      "forms/x.json",
      form(`{"at":"/a","widget":"text","when":{"filled":{"var":"|"}}}`, "address"),
    );
    const own = found.map(({ label }) => label).findLastIndex((label) => label.startsWith("data."));
    expect(found.slice(0, own + 1).every(({ label }) => label.startsWith("data."))).toBe(true);
    expect(found.length).toBeGreaterThan(own + 10);
  });

  it("only what the block, the action or the operation accepts", async () => {
    const keysOf = async (text: string) => [...(await complete("screens/x.json", text)).keys()].sort();
    expect(await keysOf(screen(`{"id":"a","block":"status-icon",|}`))).toEqual(["icon", "tone", "when"]);
    expect(await keysOf(pressing(`{"navigate":"home",|}`))).toEqual(["params", "query", "replace", "state"]);
    expect(await keysOf(screen("", `"load":[{"root":"verification","with":{|}}],`))).toEqual([
      "orgId",
      "txnId",
      "type",
    ]);
    const keysOfForm = async (text: string) => [...(await complete("forms/x.json", text)).keys()].sort();
    expect(await keysOfForm(form("", "otp", `"messages":{|},`))).toEqual(["/otp"]);
    expect(await keysOfForm(form(`{"at":"/otp","widget":"text",|}`, "otp"))).toEqual(
      await keysOfForm(form(`{"at":"/otp","widget":"text",|}`)),
    );
  });

  it("with a description of each name and each path", async () => {
    const lineOf = async (text: string, name: string) => (await complete("screens/x.json", text)).get(name);
    expect(await lineOf(screen(`{"id":"a","block":"|"}`), "status-icon")).toContain("icon above a heading");
    expect(await lineOf(pressing(`{"call":"|"}`), "transactions.skip")).toContain("Skip verifications");
    expect(await lineOf(saying(`{"var":"|"}`), "env.now")).toContain("server's time");
    const { description } = JSON.parse(readFileSync("schemas/screens/wallet/home.json", "utf8")) as {
      description: string;
    };
    expect(await lineOf(pressing(`{"navigate":"|"}`), "home")).toBe(description);
    expect(await lineOf(pressing(`{"call":"transactions.skip","with":{|}}`), "orgId")).toBe(
      "The id of the organisation. Optional.",
    );
    expect(await lineOf(pressing(`{"set":{|}}`), "session.openDemo")).toBe("The demo video is open.");
    expect(await lineOf(pressing(`{"set":{|}}`), "view.masked")).toBe(
      "Of the screens basic-details, login, profile-mode.",
    );
    expect(await lineOf(saying(`{"var":"|"}`), "data.mode")).toMatch(/^Of the forms .*identity-mode/);
    expect(await lineOf(pressing(`{"open":"|"}`), "pending")).toBe("Of the screen form.");
    expect((await complete("forms/x.json", form(`{"at":"|","widget":"text"}`, "address"))).get("/pincode")).toBe(
      "Pincode",
    );
  });

  it("in the largest definition without a noticeable delay", async () => {
    const largest = documents
      .filter((file) => file.startsWith("screens"))
      .toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]!;
    const text = readFileSync(`schemas/${largest}`, "utf8");
    await complete(largest, text.replace(/"navigate": "/, '"navigate": "|'));
    const started = performance.now();
    const found = await complete(largest, text.replace(/"navigate": "/, '"navigate": "|'));
    console.log(`${largest}, ${text.length} characters: ${(performance.now() - started).toFixed(0)} ms`);
    expect(found.has("home")).toBe(true);
  });
});

const sizeOf = (file: string): number => statSync(`schemas/${file}`).size;

describe("an editor describes", () => {
  it.each([
    ["a block", screen(`{"id":"a","block":"but|ton","label":"x"}`), "a step that navigates it is a link"],
    ["a property", screen(`{"id":"a","block":"button","app|earance":"link"}`), "How prominent it is"],
    ["a property of its items", screen(`{"id":"a","block":"tiles","item":{"can|Skip":true}}`), "shows the skip button"],
    ["an operation", pressing(`{"call":"transactions.s|kip"}`), "Skip verifications"],
    ["a path", saying(`{"var":"env.n|ow"}`), "server's time"],
    ["the type of a key of a screen", saying(`{"var":"view.st|ep"}`), "one of reference, otp"],
    ["a key that set writes", pressing(`{"set":{"session.open|Demo":true}}`), "demo video"],
    ["a key of a screen", screen("", `"entry|":true,`), "no screen has to link to it"],
  ])("%s", async (_, text, line) => {
    expect(await hover("screens/x.json", text)).toContain(line);
  });
});

describe("an editor describes a path of a form", () => {
  it.each([
    [
      "its label and its type",
      rows(`{"at":"/a","widget":"text","when":{"filled":{"var":"row.start|Date"}}}`),
      "Start date (a text, dd-MM-yyyy)",
    ],
    [
      "the row before",
      rows(`{"at":"/a","widget":"text","when":{"filled":{"var":"previous.still|Working"}}}`),
      "I still work here (a yes or no)",
    ],
    ["a list", jobs(`{"at":"/a","widget":"text","when":{"filled":{"var":"data.jo|bs"}}}`), "a list"],
    [
      "a number",
      form(`{"at":"/a","widget":"text","when":{"filled":{"var":"data.perc|entage"}}}`, "semester-marks"),
      "Percentage (a number)",
    ],
  ])("%s", async (_, text, line) => {
    expect((await hover("forms/x.json", text)).replaceAll("\\", "")).toContain(line);
  });
});

describe("an editor underlines", () => {
  it.each([
    ["an unknown key of a block", screen(`{"id":"a","block":"text","text":"t","tittle":"x"}`), "tittle"],
    ["a missing key", screen(`{"id":"a","block":"button"}`), `"label"`],
    ["an unknown block", screen(`{"id":"a","block":"buton"}`), "not accepted"],
    [
      "an unknown screen, with the way to register a new one",
      pressing(`{"navigate":"hom"}`),
      "no screen of this name; a new one is known after npm run check",
    ],
    ["an unknown operation", pressing(`{"call":"transactions.skipp"}`), "no operation"],
    [
      "an unknown argument of an operation",
      pressing(`{"call":"transactions.skip","with":{"tipe":1}}`),
      "has no argument of this name",
    ],
    ["an unknown rule", where(`{"rule":"all-verifyed"}`), "no rule"],
    ["an unknown form", screen(`{"id":"a","block":"form","form":"adress"}`), "no form"],
    ["an unknown path", saying(`{"var":"transaction.sate"}`), "No root has this path"],
    ["an unknown root", saying(`{"var":"transacton.state"}`), "No root has this path"],
    ["a read-only key of the session", pressing(`{"set":{"session.signedIn":true}}`), "writable keys"],
    ["a root that set cannot write", pressing(`{"set":{"data.name":"x"}}`), "set writes keys of view"],
    ["an unknown root to load more of", pressing(`{"loadMore":"notices"}`), "no root"],
    ["an unknown icon", screen(`{"id":"a","block":"status-icon","tone":"info","icon":"hose"}`), "not accepted"],
  ])("%s", async (_, text, message) => {
    const problems = await findProblems("screens/x.json", text);
    expect(problems.map((problem) => problem.message).join("\n")).toContain(message);
  });

  it("no name with meaning in its definition only: form data, view and state of a screen, blocks, tables of a flow", async () => {
    expect(await findProblems("screens/x.json", saying(`{"var":"data.degree.year"}`))).toEqual([]);
    expect(await findProblems("screens/x.json", saying(`{"var":"route.whatever"}`))).toEqual([]);
    for (const step of [
      `{"open":"brand-new"}`,
      `{"submit":"brand-new"}`,
      `{"set":{"view.brandNew":1}}`,
      `{"call":"payments.mode","then":"brand-new"}`,
    ])
      expect(await findProblems("screens/x.json", pressing(step))).toEqual([]);
    const added = form(
      `{"at":"/brandNew","widget":"text","label":"New"}`,
      "otp",
      `"messages":{"/brandNew":{"type":"t"}},`,
    );
    expect(await findProblems("forms/otp.json", added)).toEqual([]);
  });

  it.each(documents)("nothing in %s", async (file) => {
    expect((await findProblems(file)).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });
});
