import { expect, test } from "vitest";
import type { Services } from "#server/services.ts";
import { toIssuer } from "#server/wallet/credentials/issuer-name.ts";

const publicUrl = "https://wallet.example";
const servicesOf = (brand: object) =>
  ({
    settings: { publicUrl },
    config: {
      current: () => ({ defaultOrgId: "main", organisations: new Map([["main", { organisation: brand }]]) }),
    },
  }) as unknown as Pick<Services, "config" | "settings">;

test("names this wallet by the trust of its default organisation", () => {
  const services = servicesOf({ name: "Main", trust: { name: "Sanad", logo: "/s.svg" } });
  expect(toIssuer(services, publicUrl)).toEqual({ displayName: "Sanad", imageUrl: "/s.svg" });
});

test("names this wallet by its default organisation when that has no trust", () => {
  const services = servicesOf({ name: "Main", displayName: "Main Institute" });
  expect(toIssuer(services, publicUrl)).toEqual({ displayName: "Main Institute", imageUrl: "" });
});

test("names another wallet by its host", () => {
  expect(toIssuer(servicesOf({ name: "Main" }), "https://other.example/wallet").displayName).toBe("other.example");
});
