import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { begin, wallet } from "./candidate.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

describe("lists", () => {
  test("lists transactions newest first and by state, and lists public forms", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const second = (
      await app.call("POST", `${wallet}/transactions`, {
        token: asha.token,
        body: { orgId: "gce", eKycFormId: "education-evaluation" },
      })
    ).json<{ data: { transactionId: string } }>().data.transactionId;
    const list = (query: string) => asha.call("GET", `${wallet}/transactions/candidate-transaction${query}`);
    expect((await list("")).json()).toMatchObject({
      data: {
        total: 2,
        list: [
          {
            txnId: second,
            form: { name: "Education evaluation" },
            org: { displayName: "Global Credential Evaluators" },
          },
          { txnId: asha.txnId, state: "PENDING" },
        ],
      },
    });
    expect((await list("?states=PENDING,COMPLETED")).json()).toMatchObject({ data: { total: 1 } });
    expect((await list("?seed=1&count=1")).json()).toMatchObject({ data: { total: 2, list: [{ txnId: asha.txnId }] } });
    for (const bad of ["?states=NOTHING", "?count=0", "?count=101", "?seed=-1", "?seed=1&seed=2", "?other=1"])
      expect([bad, (await list(bad)).statusCode]).toEqual([bad, 400]);
    const forms = await asha.call("GET", `${wallet}/ekyc-forms/public?count=100`);
    expect(forms.json().data.list.map((form: { formId: string }) => form.formId)).toEqual(
      expect.arrayContaining(["education-evaluation", "background-check"]),
    );
    expect(forms.json().data.list.map((form: { formId: string }) => form.formId)).not.toContain("closed-drive");
    expect((await asha.call("GET", `${wallet}/ekyc-forms/public?orgId=lotus`)).json()).toMatchObject({
      data: { total: 1, list: [{ orgId: "lotus", isExpired: false, expiry: -1 }] },
    });
  });

  test("exports the candidate's answers", async () => {
    const asha = await begin(app, "harbour", "joining-questions", { identity: true });
    const answers = [
      ["motivation", "Because"],
      ["shift", "day"],
      ["joining-date", "31-01-2028"],
    ].map(([questionId, answer]) => ({ questionId, answer }));
    await asha.call("PATCH", `${wallet}/transactions/user-response`, {
      orgId: "harbour",
      txnId: asha.txnId,
      data: answers,
    });
    const exported = await asha.call("GET", "/web-wallet/api/1.0/profile/export");
    expect(exported.body).toContain("Because");
    expect(exported.body).toContain(asha.txnId);
  });

  test("returns the public part of an organisation only", async () => {
    const answer = await app.call("GET", "/web-wallet/api/1.0/verifier/harbour");
    expect(Object.keys(answer.json().data).sort()).toEqual([
      "additionalDetail",
      "displayName",
      "imageUrl",
      "name",
      "orgId",
    ]);
    expect((await app.call("GET", "/web-wallet/api/1.0/verifier/nobody")).json()).toMatchObject({ code: 104 });
  });

  test("makes verification configs from the definitions", async () => {
    const { accessToken: token } = await app.signIn(newMobile());
    const read = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
      app.call("POST", `${wallet}/verification-configs/info`, { token, body, headers });
    const answer = await read({ verificationNameList: ["bgv-degree", "aadhaar"], orgId: "gce" });
    expect(answer.json()).toMatchObject({
      data: {
        total: 2,
        list: [
          {
            name: "bgv-degree",
            metadata: { label: "Degree", orgSpecificName: "GCE" },
            additionalInfo: { acceptMultipleSubmissions: true },
            category: { name: "Education" },
          },
          { name: "aadhaar" },
        ],
      },
    });
    const inputs = answer.json().data.list[0].additionalInfo.authOptions[0].page.config[0].inputs;
    expect(inputs[0]).toEqual({ fieldName: "name", visibility: true, readOnly: { profile: "profileDetails.name" } });
    expect((await read({ verificationNameList: ["nothing"] }, { "x-partner-org-id": "gce" })).json()).toMatchObject({
      code: 104,
    });
  });

  test("finds institutes and boards by word prefixes and short names", async () => {
    const { accessToken: token } = await app.signIn(newMobile());
    const search = async (list: string, query: string) =>
      (await app.call("GET", `/utility/api/1.0/${list}?${query}`, { token })).json<{
        data: { list: { name: string; value: string }[]; total: number };
      }>().data;
    expect((await search("institutes", "search=iit%20bom")).list).toEqual([
      { name: "Indian Institute of Technology Bombay", value: "indian-institute-of-technology-bombay" },
    ]);
    expect((await search("institutes", "search=bombay%20univ")).list[0]).toMatchObject({
      value: "university-of-mumbai",
    });
    expect((await search("boards", "search=cbse")).list[0]).toMatchObject({
      value: "central-board-of-secondary-education",
    });
    const first = await search("institutes", "search=university&seed=0&count=50&sort=name&order=1");
    const second = await search("institutes", "search=university&seed=50&count=50&sort=name&order=1");
    expect(first.list).toHaveLength(50);
    expect(first.total).toBeGreaterThan(100);
    expect(first.list[49]!.name.toLowerCase() < second.list[0]!.name.toLowerCase()).toBe(true);
    expect((await search("institutes", "search=%25%5F%27")).total).toBe((await search("institutes", "count=1")).total);
    expect((await app.call("GET", "/utility/api/1.0/institutes?count=51", { token })).statusCode).toBe(400);
  });
});

describe("places", () => {
  test("returns the state of a pincode, and more where it is known", async () => {
    const { accessToken: token } = await app.signIn(newMobile());
    const read = async (pincode: string) => app.call("GET", `/utility/api/1.0/pincode/${pincode}`, { token });
    expect((await read("560001")).json()).toMatchObject({
      data: {
        state: { name: "Karnataka", code: "KA" },
        district: "Bengaluru Urban",
        vtc: "Bengaluru",
        country: "India",
      },
    });
    expect((await read("505999")).json()).toMatchObject({ data: { state: { code: "TG" }, district: null, vtc: null } });
    const places: Record<string, string> = {
      "194101": "LA",
      "403999": "GA",
      "605001": "PY",
      "682555": "LD",
      "744101": "AN",
      "737101": "SK",
      "248007": "UT",
      "834999": "JH",
      "160017": "CH",
      "396230": "DH",
    };
    for (const [pincode, code] of Object.entries(places))
      expect([pincode, (await read(pincode)).json().data.state.code]).toEqual([pincode, code]);
    expect((await read("000000")).json()).toMatchObject({ code: 104 });
    expect((await read("12345")).statusCode).toBe(400);
  });

  test("returns the nearest town of a point, a map image, and an address without country", async () => {
    const { accessToken: token } = await app.signIn(newMobile());
    const point = await app.call("GET", "/utility/api/1.0/reverse-geocode?latitude=12.98&longitude=77.6", { token });
    expect(point.json()).toMatchObject({
      data: { locality: "Bengaluru", state: "Karnataka", country: "India", approximate: true },
    });
    expect(
      (await app.call("GET", "/utility/api/1.0/reverse-geocode?latitude=91&longitude=77.6", { token })).statusCode,
    ).toBe(400);
    const map = await app.call(
      "GET",
      "/utility/api/1.0/static-map?latitude=12.98&longitude=77.6&zoom=15&size=600x400",
      { token },
    );
    expect(map.headers["content-type"]).toBe("image/png");
    expect(map.rawPayload.subarray(0, 4).toString("latin1")).toBe("\x89PNG");
    expect(
      (await app.call("GET", "/utility/api/1.0/static-map?latitude=12.98&longitude=77.6&size=999x9", { token }))
        .statusCode,
    ).toBe(400);
    expect((await app.call("GET", "/utility/api/1.0/ip-country")).json()).toMatchObject({
      code: 0,
      data: { country: null },
    });
  });
});
