import { readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { complete, findProblems, hover } from "./editor.ts";

// What a configuration author meets: the language service of VS Code and others, with the schemas of this folder.

const screen = (body: string, more = "") =>
  `{"$schema":"../meta/screen.schema.json","kind":"screen","id":"x","description":"d","route":"/x","access":"public","title":"t",${more}"body":[${body}]}`;
const form = (field: string, id = "x", more = "") =>
  `{"$schema":"../meta/form.schema.json","kind":"form","id":"${id}","description":"d","data":{},${more}"fields":[${field}]}`;
const pressing = (step: string) => screen(`{"id":"a","block":"button","label":"Go","on":{"press":${step}}}`);
const saying = (value: string) => screen(`{"id":"a","block":"text","text":${value}}`);
const where = (rule: string) => screen(`{"id":"a","block":"text","text":"t","when":${rule}}`);

const documents = readdirSync("schemas", { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".json") && !file.startsWith("meta"),
);

describe("an editor completes", () => {
  it.each([
    ["the name of a block", screen(`{"id":"a","block":"|"}`), ["button", "form", "list"]],
    ["a whole block with all that it must have", screen("|"), ["button", "facts"]],
    [
      "the properties of a block that has its name",
      screen(`{"id":"a","block":"button",|}`),
      ["label", "waitsFor", "on"],
    ],
    ["an action, where a step is begun", pressing("{|}"), ["navigate", "call", "snackbar"]],
    ["an action, where its key is half typed", pressing(`[{"na|"}]`), ["navigate"]],
    ["what else an action takes", pressing(`{"call":"transactions.skip",|}`), ["with", "then", "failed"]],
    ["the name of an operation", pressing(`{"call":"|"}`), ["transactions.skip", "profile.login"]],
    [
      "the arguments of an operation",
      pressing(`{"call":"transactions.skip","with":{|}}`),
      ["verificationNameList", "undo"],
    ],
    ["the id of a screen", pressing(`{"navigate":"|"}`), ["home", "terms"]],
    ["what a screen is given", pressing(`{"navigate":"credential","params":{|}}`), ["credentialId"]],
    ["the id of a flow", pressing(`{"run":"|"}`), ["continue", "pay"]],
    ["an operator", where("{|}"), ["filled", "rule", "==="]],
    ["the name of a rule", where(`{"rule":"|"}`), ["all-verified", "free-form"]],
    [
      "a path, however deep it is read",
      where(`{"!":{"filled":{"var":"|"}}}`),
      ["transaction.state", "item.state", "env.now"],
    ],
    ["a path in a text", saying(`{"var":"|"}`), ["profile.displayName"]],
    ["a path in what fills a gap", saying(`{"text":"{n}","with":{"n":{"date":[{"var":"|"},"short"]}}}`), ["env.now"]],
    ["a style of dates", saying(`{"text":"{n}","with":{"n":{"date":[{"var":"env.now"},"|"]}}}`), ["short", "long"]],
    [
      "the catalogue of a label",
      saying(`{"text":"{n}","with":{"n":{"label":["|",{"var":"item.state"}]}}}`),
      ["states", "regions"],
    ],
    ["a picture", screen(`{"id":"a","block":"mark","tone":"info","icon":"|"}`), ["home", "passport"]],
    [
      "the id of a form, or where it is read",
      screen(`{"id":"a","block":"form","form":"|"}`),
      ["bgv-degree", "address"],
    ],
    ["a root to load", screen("", `"load":[{"root":"|"}],`), ["transaction", "bill"]],
    ["what a root is asked with", screen("", `"load":[{"root":"verification","with":{|}}],`), ["type"]],
    ["what may be set", pressing(`{"set":{|}}`), ["view.step", "session.openDemo"]],
    ["what may be set, where its key is half typed", pressing(`{"set":{"view.s|"}}`), ["view.step"]],
    [
      "a path into what is filled in, kept or told",
      saying(`{"var":"|"}`),
      ["data.pincode", "view.step", "route.txnId"],
    ],
    ["the id of a dialog", pressing(`{"open":"|"}`), ["start-process", "pending"]],
    ["the id of a form block that is submitted", pressing(`{"submit":"|"}`), ["aadhaar"]],
    [
      "the id of a form block that is waited for",
      screen(`{"id":"a","block":"button","label":"Go","waitsFor":"|"}`),
      ["aadhaar"],
    ],
    ["the root of which more is fetched", pressing(`{"more":"|"}`), ["notifications"]],
    ["the table that a flow goes on in", pressing(`{"call":"payments.mode","then":"|"}`), ["mode-known"]],
  ])("%s", async (_, text, expected) => {
    expect([...(await complete("screens/x.json", text)).keys()]).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    ["a whole field", form("|"), ["text", "date-picker", "section", "note"]],
    ["what an entry may be", form("{|}"), ["widget", "section", "note", "form", "use"]],
    ["a widget", form(`{"at":"/a","widget":"|"}`), ["select", "live-camera"]],
    ["what a widget takes", form(`{"at":"/a","widget":"text",|}`), ["label", "inputMode", "require"]],
    ["the id of a list of options", form(`{"at":"/a","widget":"select","options":"|"}`), ["states", "institutes"]],
    ["the place of a field", form(`{"at":"|","widget":"text"}`, "address"), ["/district", "/landmark"]],
    [
      "the place of a field in a section",
      form(`{"section":"s","fields":[{"at":"|","widget":"text"}]}`, "address"),
      ["/district"],
    ],
    [
      "where an answer goes",
      form(`{"at":"/pincode","widget":"text","fill":{"call":"places.pincode","into":{"state":"|"}}}`, "address"),
      ["/state"],
    ],
    ["the place of a check", form("", "address", `"checks":[{"id":"c","at":"|"}],`), ["/pincode"]],
    ["the places that have words of their own", form("", "address", `"messages":{|},`), ["/pincode"]],
    ["a path into its data", form(`{"at":"/a","widget":"text","when":{"filled":{"var":"|"}}}`), ["data.pincode"]],
  ])("%s", async (_, text, expected) => {
    expect([...(await complete("forms/x.json", text)).keys()]).toEqual(expect.arrayContaining(expected));
  });

  it("nothing that does not fit: only what the block, the action and the operation take", async () => {
    const keysOf = async (text: string) => [...(await complete("screens/x.json", text)).keys()].sort();
    expect(await keysOf(screen(`{"id":"a","block":"mark",|}`))).toEqual(["icon", "tone", "when"]);
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

  it("with a line beside each name and each path", async () => {
    const lineOf = async (text: string, name: string) => (await complete("screens/x.json", text)).get(name);
    expect(await lineOf(screen(`{"id":"a","block":"|"}`), "mark")).toContain("quiet sign");
    expect(await lineOf(pressing(`{"call":"|"}`), "transactions.skip")).toContain("Skip verifications");
    expect(await lineOf(saying(`{"var":"|"}`), "env.now")).toContain("server's time");
    const { description } = JSON.parse(readFileSync("schemas/screens/home.json", "utf8")) as { description: string };
    expect(await lineOf(pressing(`{"navigate":"|"}`), "home")).toBe(description);
    expect(await lineOf(pressing(`{"call":"transactions.skip","with":{|}}`), "orgId")).toBe(
      "The id of the organisation. May be left out.",
    );
    expect(await lineOf(pressing(`{"set":{|}}`), "session.openDemo")).toBe("The demo film is open.");
    expect(await lineOf(pressing(`{"set":{|}}`), "view.masked")).toBe(
      "Of the screens basic-details, login, profile-mode.",
    );
    expect(await lineOf(saying(`{"var":"|"}`), "data.mode")).toMatch(/^Of the forms .*identity-mode/);
    expect(await lineOf(pressing(`{"open":"|"}`), "pending")).toBe("Of the screen form.");
    expect((await complete("forms/x.json", form(`{"at":"|","widget":"text"}`, "address"))).get("/pincode")).toBe(
      "Pincode",
    );
  });

  it("in the largest document before one has noticed", async () => {
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

describe("an editor says", () => {
  it.each([
    ["what a block is", screen(`{"id":"a","block":"but|ton","label":"x"}`), "One press, one event"],
    ["what a property is for", screen(`{"id":"a","block":"button","app|earance":"link"}`), "How much it stands out"],
    [
      "what a property of its items is for",
      screen(`{"id":"a","block":"tiles","item":{"can|Skip":true}}`),
      "offers to be skipped",
    ],
    ["what an operation does", pressing(`{"call":"transactions.s|kip"}`), "Skip verifications"],
    ["what a path leads to", saying(`{"var":"env.n|ow"}`), "server's time"],
    ["what a key that is set keeps", pressing(`{"set":{"session.open|Demo":true}}`), "demo film"],
    ["what a key of the screen is for", screen("", `"entry|":true,`), "nothing need lead here"],
  ])("%s", async (_, text, line) => {
    expect(await hover("screens/x.json", text)).toContain(line);
  });
});

describe("an editor underlines", () => {
  it.each([
    ["a key that a block does not have", screen(`{"id":"a","block":"text","text":"t","tittle":"x"}`), "tittle"],
    ["a key that must be there", screen(`{"id":"a","block":"button"}`), `"label"`],
    ["a block that there is not", screen(`{"id":"a","block":"buton"}`), "not accepted"],
    [
      "a screen that there is not, and how a new one is known",
      pressing(`{"navigate":"hom"}`),
      "no screen of this name; a new one is known after npm run check",
    ],
    ["an operation that there is not", pressing(`{"call":"transactions.skipp"}`), "no operation"],
    [
      "an argument that the operation does not take",
      pressing(`{"call":"transactions.skip","with":{"tipe":1}}`),
      "takes nothing of this name",
    ],
    ["a rule that there is not", where(`{"rule":"all-verifyed"}`), "no rule"],
    ["a form that there is not", screen(`{"id":"a","block":"form","form":"adress"}`), "no form"],
    ["a path that no root has", saying(`{"var":"transaction.sate"}`), "No root has this path"],
    ["a root that there is not", saying(`{"var":"transacton.state"}`), "No root has this path"],
    ["a key of the session that documents do not write", pressing(`{"set":{"session.signedIn":true}}`), "may write"],
    ["a root that set does not write", pressing(`{"set":{"data.name":"x"}}`), "set writes keys of view"],
    ["a root to fetch more of that there is not", pressing(`{"more":"notices"}`), "no root"],
    ["a picture that there is not", screen(`{"id":"a","block":"mark","tone":"info","icon":"hose"}`), "not accepted"],
  ])("%s", async (_, text, message) => {
    const problems = await findProblems("screens/x.json", text);
    expect(problems.map((problem) => problem.message).join("\n")).toContain(message);
  });

  it("nothing in what only its document knows: form data, what a screen keeps and is told, its blocks, tables of a flow", async () => {
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
