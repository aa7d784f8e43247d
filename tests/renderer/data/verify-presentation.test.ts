import { describe, expect, test } from "vitest";
import { verifyPresentation, disclose, readStatus } from "#renderer/data/verify-presentation.ts";
import { audience, issuerJwk, presentation, statusList } from "../../server/wallet/credentials/rfc-vectors.ts";

const issuer = "https://pid-issuer.bund.de.example";
const publish = (keys: object[]) => async (path: string) =>
  path === "/.well-known/jwt-vc-issuer" ? JSON.stringify({ issuer, jwks: { keys } }) : undefined;
/** The claims that the presentation discloses; a page writes an object as JavaScript does. */
const facts = [
  { name: "age_equal_or_over", value: "[object Object]" },
  { name: "nationalities", value: "DE" },
];
const claimed = { facts, translate: (text: string) => text };
const proof = { presentation, audience: audience.aud, nonce: audience.nonce };
const check = (change: Partial<typeof proof> = {}, keys: object[] = [issuerJwk]) =>
  verifyPresentation({ ...proof, ...change }, claimed, audience.now, publish(keys));

describe("presentation of RFC 9901", () => {
  test("passes all checks but the status, as it has no status list", async () => {
    expect(await check()).toEqual({ signature: true, content: true, holder: true, status: undefined });
  });

  test("fails when a disclosed claim is not on the page", async () => {
    const shown = { ...claimed, facts: facts.slice(1) };
    const found = await verifyPresentation(proof, shown, audience.now, publish([issuerJwk]));
    expect(found).toMatchObject({ signature: true, content: false });
  });

  test("fails for another audience, another nonce, or an hour later", async () => {
    expect(await check({ audience: "https://another.example" })).toMatchObject({ signature: true, holder: false });
    expect(await check({ nonce: "another" })).toMatchObject({ holder: false });
    const later = new Date(audience.now.getTime() + 3_600_000);
    expect(await verifyPresentation(proof, claimed, later, publish([issuerJwk]))).toMatchObject({ holder: false });
  });

  test("fails with a stranger's key or another issuer's keys", async () => {
    const stranger = {
      ...issuerJwk,
      x: "TCAER19Zvu3OHF4j4W4vfSVoHIP1ILilDls7vCeGemc",
      y: "ZxjiWWbZMQGHVWKVQ4hbSIirsVfuecCE6t4jT9F2HZQ",
    };
    expect(await check({}, [stranger])).toMatchObject({ signature: false, status: false });
    const others = async () => JSON.stringify({ issuer: "https://another.example", jwks: { keys: [issuerJwk] } });
    expect(await verifyPresentation(proof, claimed, audience.now, others)).toMatchObject({ signature: false });
  });

  test("fails when a disclosure is removed, added or replaced", async () => {
    const parts = presentation.split("~");
    const foreign = btoa(JSON.stringify(["salt", "given_name", "Anil"])).replaceAll("=", "");
    const more = [...parts.slice(0, -1), foreign, parts.at(-1)].join("~");
    expect(await check({ presentation: more })).toMatchObject({ signature: true, content: false, holder: false });
    const less = [parts[0], ...parts.slice(2)].join("~");
    expect(await check({ presentation: less })).toMatchObject({ content: false, holder: false });
    const twice = [parts[0], parts[1], ...parts.slice(1)].join("~");
    expect(await check({ presentation: twice })).toMatchObject({ content: false });
  });

  test("fails all checks when it is no presentation", async () => {
    expect(await check({ presentation: "a.b.c~" })).toEqual({
      signature: false,
      content: false,
      holder: false,
      status: false,
    });
  });

  test("leaves all checks undefined when the issuer's keys cannot be read", async () => {
    const silent = async () => undefined;
    expect(Object.values(await verifyPresentation(proof, claimed, audience.now, silent))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test("finds a disclosure nested in a disclosure", async () => {
  const [issued, ...disclosures] = presentation.split("~").slice(0, -1);
  const payload = JSON.parse(Buffer.from(issued!.split(".")[1]!, "base64url").toString("utf8"));
  expect(await disclose(payload, disclosures)).toMatchObject({
    age_equal_or_over: { "18": true },
    nationalities: ["DE"],
  });
});

test("reads each index of a packed status list as specified", async () => {
  const read = await Promise.all(
    statusList.statuses.map((_, index) => readStatus({ bits: 1, lst: statusList.lst }, index)),
  );
  expect(read).toEqual(statusList.statuses);
  await expect(readStatus({ bits: 1, lst: statusList.lst }, 16)).rejects.toThrow("no such index");
});
