import { Ajv } from "ajv";
import { Window } from "happy-dom";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { derive } from "#engine/core/form/derive.ts";
import { findRoot } from "#engine/core/scope/index.ts";
import { toFormScope } from "#server/wallet/submissions/validate-submission.ts";
import { findForm } from "#server/wallet/submissions/form-validation.ts";
import { getTransaction } from "#server/wallet/transactions/load.ts";
import { definitionsConfig } from "../../../server/definitions-config.ts";
import { newMobile, startTestApp, untilTaken, type TestApp } from "../../../server/app.ts";

// Page and server, each with its own code, on one real conversation: for every form of every organisation the page
// builds its roots from the server's answers, and the server builds its own for the same transaction.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
  const window = new Window({ url: "http://localhost/" });
  vi.stubGlobal("window", window);
  vi.stubGlobal("navigator", window.navigator);
  // The page uses fetch; its calls reach the server in this process.
  vi.stubGlobal("fetch", async (input: string | Request, init: RequestInit = {}) => {
    const request = typeof input === "string" ? undefined : input;
    const url = new URL(request?.url ?? (input as string), "http://localhost");
    const headers = Object.fromEntries(new Headers(request?.headers ?? init.headers));
    const body = request ? await request.text() : (init.body as string | undefined);
    const answer = await untilTaken(() =>
      app.server.inject({
        method: (request?.method ?? init.method ?? "GET") as "GET",
        url: url.pathname + url.search,
        headers,
        ...(body ? { payload: body } : {}),
      }),
    );
    const answered = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    return new Response(answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers: answered,
    });
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await app?.close();
});

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
/** Returns where a value breaks the contract of its root. References to meta-schemas are not followed. */
function findMisfits(root: string, value: unknown): string[] {
  const contract = JSON.parse(JSON.stringify(findRoot(root)?.contract()), (key, part: unknown) =>
    key !== "properties" && typeof part === "object" && part !== null && "$ref" in part ? {} : part,
  ) as { properties?: object };
  const head = { $schema: {}, kind: {}, description: {}, responseList: {} };
  const open = contract.properties ? { ...contract, properties: { ...head, ...contract.properties } } : contract;
  const validate = ajv.compile(open);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${root}${instancePath} ${message} ${JSON.stringify(params)}`,
      );
}

/** Removes permissions, which only the wire has, and values that change with time. */
const comparable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === "allowed" ? undefined : part)));

async function openPage(orgId: string, formId: string, txnId: string, tokens: object) {
  const { ConfigClient } = await import("#renderer/data/config-client.ts");
  const { rootSources } = await import("#renderer/data/roots.ts");
  const { authAtom, store } = await import("#renderer/session/slices.ts");
  const { toOrganisation } = await import("#engine/core/scope/organisation.ts");
  store.set(authAtom, { refreshTokenExpiresIn: 3600, ...tokens } as never);
  const config = await ConfigClient.open(orgId, "en");
  const load = (root: keyof typeof rootSources, args: Record<string, unknown> = {}) =>
    rootSources[root]!.fetch({
      args,
      config,
      signal: new AbortController().signal,
      context: { orgId, formId, txnId },
    });
  return { config, load, organisation: toOrganisation(config.get("organisation", config.orgId)) };
}

describe("page and server build the same scope", () => {
  it("for every verification of every request of every organisation", async () => {
    const { organisations } = app.services.config.current();
    const seen: string[] = [];
    for (const [orgId, organisation] of organisations) {
      for (const request of organisation.list("request")) {
        if (request.invited || (request.expiry !== -1 && request.expiry * 1000 < Date.now())) continue;
        const tokens = await app.signIn(newMobile(), { name: "Asha Verma", identity: true });
        const begun = await untilTaken(() =>
          app.call("POST", "/verification/web-wallet/api/1.0/transactions", {
            token: tokens.accessToken,
            body: { orgId, eKycFormId: request.id },
          }),
        );
        const { transactionId: txnId } = begun.json<{ data: { transactionId: string } }>().data;
        const page = await openPage(orgId, request.id, txnId, tokens);
        const [profile, transaction, asked] = await Promise.all(
          (["profile", "transaction", "request"] as const).map((root) => page.load(root)),
        );

        const { rows } = await app.services.pool.query<{ candidate_id: string }>(
          "select candidate_id from transactions where id = $1",
          [txnId],
        );
        const candidateId = rows[0]!.candidate_id;
        const loaded = await getTransaction(app.services.db, candidateId, { orgId, txnId });
        for (const item of loaded.items.filter(({ identity }) => !identity)) {
          const { roots, rules } = toFormScope(organisation, loaded, item);
          const verification = await page.load("verification", { type: item.name });
          const there = { profile, transaction, request: asked, verification, organisation: page.organisation };
          for (const [name, value] of Object.entries(there)) {
            expect(comparable(value), `${orgId}/${request.id} ${item.name} ${name}`).toEqual(comparable(roots[name]));
            expect(findMisfits(name, value), `${orgId}/${request.id} ${item.name}`).toEqual([]);
          }
          const form = findForm(loaded.definitions, loaded.definitions.verification(item.name));
          if (!form) continue;
          const env = roots["env"];
          const here = derive(form.model, {}, { roots, rules });
          const pageSide = derive(form.model, {}, { roots: { ...there, env }, rules: page.config.rules });
          expect(comparable(pageSide.fields)).toEqual(comparable(here.fields));
          seen.push(`${orgId}/${request.id}/${item.name}`);
        }
      }
    }
    expect(seen.length).toBeGreaterThan(8);
  });
});
