import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { address, begin, v2, type TestCandidate } from "../transactions/candidate.ts";

let app: TestApp;
let asha: TestCandidate;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
});
afterAll(() => app?.close());

const forged = { city: "Mars", locality: "Buckingham Palace", careOf: "The King", country: "Atlantis" };

async function readStored(): Promise<Record<string, Record<string, unknown>>> {
  const { rows } = await app.services.pool.query(
    "select data from submissions where transaction_id = $1 and verification_name = 'bgv-address'",
    [asha.txnId],
  );
  return rows[0].data;
}

test("stores the directory's place in fields that no form shows, in spite of the client", async () => {
  const { currentAddress, photo } = address(await asha.takePhoto());
  const saved = await asha.save("bgv-address", {
    currentAddress: { ...currentAddress, ...forged },
    sameAsCurrent: false,
    permanentAddress: { ...currentAddress, ...forged, pincode: "110003", state: "DL" },
    photo,
  });
  expect(saved.json()).toMatchObject({ code: 0 });
  const stored = await readStored();
  expect(JSON.stringify(stored)).not.toMatch(/Mars|Buckingham|King|Atlantis/);
  expect(stored["currentAddress"]).toMatchObject({ vtc: "Bengaluru", city: "Bengaluru", country: "India" });
  expect(stored["permanentAddress"]).toMatchObject({ city: "New Delhi", locality: "Lodi Road", country: "India" });
});

test("keeps no place for a pincode that the directory does not have", async () => {
  const body = { orgId: asha.orgId, txnId: asha.txnId, subType: "bgv-address-1" };
  const { currentAddress, photo } = address(await asha.takePhoto());
  const data = { currentAddress: { ...currentAddress, ...forged, pincode: "010101" }, sameAsCurrent: true, photo };
  expect((await asha.call("PUT", `${v2}/bgv`, { ...body, data })).json()).toMatchObject({ code: 0 });
  expect(Object.keys((await readStored())["currentAddress"]!).sort()).toEqual(
    [...Object.keys(currentAddress), "country"].sort(),
  );
});
