import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { type OpenApiDocument, toOpenApi } from "#engine/contract/openapi.ts";
import { operations } from "#engine/contract/operations.ts";

interface Parameter {
  name: string;
  in: string;
  required: boolean;
}

const document = JSON.parse(
  JSON.stringify(toOpenApi({ version: "1", sandbox: true, publicUrl: "http://localhost:3000" })),
) as OpenApiDocument;
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
);

function references(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === "$ref" ? [String(value)] : references(value)));
}

function find(pointer: string): unknown {
  return pointer
    .slice(2)
    .split("/")
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
}

describe("toOpenApi", () => {
  test("describes every operation once, and the endpoints outside the table", () => {
    const ids = calls.map((call) => call.operation["operationId"]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(operations)));
    for (const path of [
      "/health",
      "/openapi.json",
      "/config/manifest",
      "/config/d/{hash}.json",
      "/t/events",
      "/webhooks/payments/{provider}",
      "/utility/api/1.0/uploads/{uploadId}",
      "/sandbox/pay/{orderId}",
      "/verification/api/2.0/bgv",
    ]) {
      expect(Object.keys(document.paths)).toContain(path);
    }
  });

  test("omits the sandbox endpoints when they are not mounted", () => {
    expect(Object.keys(toOpenApi({ version: "1" }).paths).filter((path) => path.startsWith("/sandbox"))).toEqual([]);
  });

  test.each(calls.map((call) => [call.name, call] as const))(
    "%s declares its path parameters, its answers and who may call",
    (_name, { path, operation }) => {
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]).sort();
      const parameters = (operation["parameters"] ?? []) as Parameter[];
      const declared = parameters.filter((parameter) => parameter.in === "path");
      expect(declared.map((parameter) => parameter.name).sort()).toEqual(inPath);
      expect(declared.every((parameter) => parameter.required)).toBe(true);
      expect(new Set(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(parameters.length);
      expect(Object.keys(operation["responses"] as object).some((status) => /^[23]/.test(status))).toBe(true);
      for (const scheme of (operation["security"] as object[]).flatMap((one) => Object.keys(one))) {
        expect(Object.keys(document.components.securitySchemes)).toContain(scheme);
      }
    },
  );

  test("contains the target of every reference", () => {
    const all = references(document);
    expect(all).toContain("#/components/schemas/Profile");
    expect(all).toContain("#/components/schemas/TxnInfo");
    expect(all.filter((reference) => find(reference) === undefined)).toEqual([]);
  });

  test("wraps answers in the envelope, except bytes", () => {
    const ok = document.paths["/web-wallet/api/1.0/profile"]?.["get"]?.["responses"];
    expect(ok).toMatchObject({
      200: {
        content: {
          "application/json": {
            schema: {
              required: ["code", "data"],
              properties: { code: { const: 0 }, data: { $ref: "#/components/schemas/Profile" } },
            },
          },
        },
      },
      401: { $ref: "#/components/responses/Failure401" },
    });
    expect(document.paths["/utility/api/1.0/static-map"]?.["get"]?.["responses"]).toMatchObject({
      200: { content: { "image/png": {} } },
    });
  });

  test("contains only schemas that an OpenAPI 3.1 validator compiles", () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
    const text = JSON.stringify(document.components.schemas).replaceAll("#/components/schemas/", "shapes#/$defs/");
    ajv.addSchema({ $id: "shapes", $defs: JSON.parse(text) as object });
    const names = Object.keys(document.components.schemas);
    expect(names.filter((name) => ajv.getSchema(`shapes#/$defs/${name}`) === undefined)).toEqual([]);
  });
});
