import { createHash } from "node:crypto";
import { StatusList } from "@sd-jwt/jwt-status-list";
import { describe, expect, test } from "vitest";
import { toDay, toDisclosable, toDisclosed, toPayload } from "#server/wallet/credentials/claims.ts";
import { makeKeyPair, toPrivateKey, toPublicKey } from "#server/wallet/credentials/issuer-keys.ts";
import { presentCredential, verifyCredential, signCredential } from "#server/wallet/credentials/sd-jwt.ts";
import { audience, disclosure, issuerJwk, presentation, statusList } from "./rfc-vectors.ts";

const now = new Date("2026-03-01T10:00:00Z");
const issuer = await makeKeyPair();
const holder = await makeKeyPair();
const findKey = async () => toPublicKey(issuer.publicJwk);
const content = {
  holderName: "Asha Verma",
  attributes: { institute: "university-of-mumbai", passingYear: 2019, status: "full" },
  facts: [{ name: "institute", label: "Institute", value: "University of Mumbai", isChoiceName: true }],
};

const issue = () =>
  signCredential(
    toPayload(
      {
        issuer: "https://wallet.example",
        vct: "https://wallet.example/credentials/types/gce/bgv-degree",
        issuedAt: now,
        holder: holder.publicJwk,
        status: { idx: 7, uri: "https://wallet.example/credentials/status/0" },
      },
      content,
    ),
    toDisclosable(content),
    { kid: "one", privateKey: toPrivateKey(issuer.privateJwk) },
  );

describe("examples of the specifications", () => {
  test("a disclosure has the digest of RFC 9901", () => {
    expect(createHash("sha256").update(disclosure.encoded).digest("base64url")).toBe(disclosure.digest);
  });

  test("verifies the credential of RFC 9901 with its disclosures only", async () => {
    const { payload } = await verifyCredential(presentation, async () => toPublicKey(issuerJwk), audience.now);
    expect(payload).toMatchObject({
      vct: "urn:eudi:pid:de:1",
      age_equal_or_over: { "18": true },
      nationalities: ["DE"],
    });
    expect(Object.keys(payload)).not.toContain("family_name");
  });

  test("packs and unpacks the status list of the specification", () => {
    expect(new StatusList(statusList.statuses, 1).compressStatusList()).toBe(statusList.lst);
    expect(StatusList.decompressStatusList(statusList.lst, 1).statusList).toEqual(statusList.statuses);
  });
});

describe("SD-JWT credential", () => {
  test.each([
    ["2026-11-28T20:57:00Z", "2026-11-28T18:30:00.000Z"],
    ["2026-11-28T18:29:59Z", "2026-11-27T18:30:00.000Z"],
  ])("has the date of India's calendar when issued at %s", (issuedAt, midnight) => {
    expect(toDay(new Date(issuedAt)).toISOString()).toBe(midnight);
  });

  test("hides every fact behind a digest, and avoids the names of registered claims", async () => {
    const token = await issue();
    const [jwt, ...disclosures] = token.split("~");
    const hidden = JSON.parse(Buffer.from(jwt!.split(".")[1]!, "base64url").toString("utf8"));
    expect(JSON.stringify(hidden)).not.toMatch(/Asha|mumbai|Mumbai|2019|full/);
    expect(hidden.status).toEqual({ status_list: { idx: 7, uri: "https://wallet.example/credentials/status/0" } });
    expect(disclosures.filter(Boolean)).toHaveLength(5);
    const { payload, header } = await verifyCredential(token, findKey, now);
    expect(header).toEqual({ alg: "ES256", typ: "dc+sd-jwt", kid: "one" });
    expect(payload).toMatchObject({
      holder: "Asha Verma",
      institute: "university-of-mumbai",
      shown: { institute: "University of Mumbai" },
      fact_status: "full",
    });
  });

  test("discloses chosen facts only, with the names of their choices", async () => {
    const token = await issue();
    const { payload: whole } = await verifyCredential(token, findKey, now);
    const shown = await presentCredential(token, toDisclosed(whole, ["institute"]), toPrivateKey(holder.privateJwk), {
      aud: "https://employer.example",
      nonce: "n-1",
      now,
    });
    const { payload } = await verifyCredential(shown, findKey, now);
    expect(payload).toMatchObject({ institute: "university-of-mumbai", shown: { institute: "University of Mumbai" } });
    expect(payload).not.toHaveProperty("holder");
    expect(payload).not.toHaveProperty("passingYear");
  });

  test("is rejected because of a disclosure that has no digest, is repeated or was changed", async () => {
    const token = await issue();
    const foreign = Buffer.from(JSON.stringify(["salt", "degree", "Ph.D."])).toString("base64url");
    const toText = (part: string) => Buffer.from(part, "base64url").toString("utf8");
    const name = token.split("~").find((part) => toText(part).includes("Asha Verma"))!;
    const changed = Buffer.from(toText(name).replace("Asha Verma", "Anil Verma")).toString("base64url");
    await expect(verifyCredential(`${token}${foreign}~`, findKey, now)).rejects.toThrow("no digest");
    await expect(verifyCredential(`${token}${name}~`, findKey, now)).rejects.toThrow("no digest");
    await expect(verifyCredential(token.replace(name, changed), findKey, now)).rejects.toThrow("no digest");
  });

  test("is rejected because of a wrong key, an early time or an unknown kid", async () => {
    const token = await issue();
    await expect(verifyCredential(token, async () => toPublicKey(holder.publicJwk), now)).rejects.toThrow("Signature");
    await expect(verifyCredential(token, async () => undefined, now)).rejects.toThrow("unknown key");
    await expect(verifyCredential(token, findKey, new Date("2026-02-27T10:00:00Z"))).rejects.toThrow("not yet valid");
  });
});
