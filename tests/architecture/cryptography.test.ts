import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { appRoot } from "#server/root.ts";

/* server/CRYPTOGRAPHY.md lists every algorithm with the folders that use it. This file compares it with the code. */

const folders = ["server", "engine", "renderer", "widgets"];
const isCryptographic = /from "(?:node:crypto|jose|altcha-lib[^"]*|@sd-jwt\/[^"]+)"|crypto\.subtle/;
/** Functions whose first argument names an algorithm. */
const calls = "createHash|createHmac|createCipheriv|createDecipheriv|hkdfSync|hkdf|sign|verify|createSign|createVerify";
const named = new RegExp(`(?<![\\w.])(${calls})\\(\\s*(?:"([^"]+)"|([\\w.]+))`, "g");
/** Names of the JOSE registry and of Web Crypto, as whole string literals. */
const registered =
  /"((?:HS|RS|PS|ES)(?:256|384|512)|ES256K|EdDSA|Ed25519|X25519|ECDH-ES(?:\+A\d+KW)?|RSA-OAEP[\w-]*|RSA1_5|A\d+(?:GCM|KW|GCMKW|CBC-HS\d+)|P-\d+|ECDSA|SHA-\d+|PBKDF2\/SHA-\d+)"/g;
const imported = /from "(altcha-lib\/algorithms\/[^"]+)"/g;

interface Use {
  algorithm: string;
  folder: string;
}

function listFiles(folder: string): string[] {
  return readdirSync(path.join(appRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
    .map((file) => `${folder}/${file.split(path.sep).join("/")}`);
}

/** The algorithms of one source. Throws for an algorithm that is not a literal, because this test cannot list it. */
function findUses(file: string, source: string): Use[] {
  if (!isCryptographic.test(source)) return [];
  const folder = path.posix.dirname(file);
  const uses = [...source.matchAll(named)].map(([, call, literal, variable]) => {
    // Functions of the same name with another first argument, such as a local `sign(data)`.
    if (literal === undefined && !/^create(?:Hash|Hmac|Cipheriv|Decipheriv)$|^hkdf/.test(call!)) return undefined;
    if (literal === undefined) throw new Error(`${file} calls ${call}(${variable}): name the algorithm as a literal.`);
    return { algorithm: `${call} ${literal}`, folder };
  });
  const names = [...source.matchAll(registered), ...source.matchAll(imported)].map(([, algorithm]) => ({
    algorithm: algorithm!,
    folder,
  }));
  return [...uses.flatMap((use) => use ?? []), ...names];
}

const toKeys = (uses: readonly Use[]) => [...new Set(uses.map(({ algorithm, folder }) => `${algorithm} in ${folder}`))];

/** Rows of the table: algorithms in the first cell, folders in the last one. */
function readInventory(): Use[] {
  const text = readFileSync(path.join(appRoot, "server/CRYPTOGRAPHY.md"), "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  const readNames = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
  return rows.flatMap((row) => {
    const cells = row.split("|").slice(1, -1);
    return readNames(cells[0]).flatMap((algorithm) => readNames(cells.at(-1)).map((folder) => ({ algorithm, folder })));
  });
}

test("lists each algorithm of the code in server/CRYPTOGRAPHY.md, and no other", () => {
  const files = folders.flatMap(listFiles);
  const used = toKeys(files.flatMap((file) => findUses(file, readFileSync(path.join(appRoot, file), "utf8"))));
  expect(used.length).toBeGreaterThan(20);
  const listed = toKeys(readInventory());
  expect(
    used.filter((key) => !listed.includes(key)),
    "add these to the table",
  ).toEqual([]);
  expect(
    listed.filter((key) => !used.includes(key)),
    "take these out of the table",
  ).toEqual([]);
});

test("finds an algorithm by call, by name and by import, and refuses one in a variable", () => {
  const find = (source: string) => findUses("server/a/b.ts", `import x from "node:crypto";\n${source}`);
  expect(find('createHash("md5")')).toEqual([{ algorithm: "createHash md5", folder: "server/a" }]);
  expect(find('verify(\n  "sha1", data)')).toEqual([{ algorithm: "verify sha1", folder: "server/a" }]);
  expect(find('const alg = "RS256";')).toEqual([{ algorithm: "RS256", folder: "server/a" }]);
  expect(() => find("createHmac(algorithm, key)")).toThrow(/name the algorithm as a literal/);
  expect(findUses("server/a/b.ts", 'createHash("md5")')).toEqual([]);
});

test("uses only packages whose cryptography the scan knows", () => {
  const { dependencies } = createRequire(import.meta.url)("../../package.json") as {
    dependencies: Record<string, string>;
  };
  const known = [
    "@sd-jwt/core",
    "@sd-jwt/jwt-status-list",
    "@sd-jwt/sd-jwt-vc",
    "@simplewebauthn/browser",
    "@simplewebauthn/server",
    "altcha-lib",
    "aws4fetch",
    "jose",
  ];
  const cryptographic = Object.keys(dependencies).filter((name) =>
    /jwt|jose|crypto|cipher|sign|altcha|aws4|bcrypt|argon|webauthn|openpgp|tweetnacl|noble/.test(name),
  );
  expect(cryptographic.toSorted()).toEqual(known);
});
