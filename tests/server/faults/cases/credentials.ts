import { services as bases } from "#engine/contract/services.ts";
import type { ShareLink } from "#engine/core/scope/shapes/share-links.ts";
import type { TestApp } from "../../app.ts";
import { begin, wallet } from "../../wallet/transactions/candidate.ts";
import type { FaultCase } from "../prepared-call.ts";
import { holderOf, inside } from "./preparations.ts";

const credentials = `${bases.webWallet}/credentials`;

/** Calls about a candidate's own credentials. */
export const credentialCases: Readonly<Record<string, FaultCase>> = {
  "credentials.receive": async (app) => {
    const { token, degreeId } = await holderOf(app);
    return {
      method: "POST",
      url: `${credentials}/receive/${degreeId}`,
      token,
      body: {},
      countsOnce: [["select count(*) from credentials where id = $1 and received_at is not null", degreeId]],
    };
  },
  "credentials.add-document": async (app, paper) => {
    const { token, degreeId } = await holderOf(app);
    return {
      method: "POST",
      url: `${credentials}/documents/${degreeId}`,
      token,
      file: paper,
      countsOnce: [
        [
          "select count(*) from credentials c join files f on c.document_url like '%/' || f.id and f.candidate_id = c.candidate_id where c.id = $1",
          degreeId,
        ],
      ],
    };
  },
  "share-links.create": async (app) => {
    const { token, degreeId } = await holderOf(app);
    return {
      method: "POST",
      url: `${credentials}/share-links`,
      token,
      body: { credentialId: degreeId, facts: ["holder", "course"], days: "7" },
      countsOnce: [
        ["select count(*) from share_links where credential_id = $1", degreeId],
        [
          "select count(*) from audit_log where event = 'share-link-created' and detail->>'credentialId' = $1",
          degreeId,
        ],
      ],
    };
  },
  "share-links.revoke": async (app) => {
    const { token, link } = await withLink(app);
    return {
      method: "POST",
      url: `${credentials}/share-links/${link.id}/revoke`,
      token,
      body: {},
      countsOnce: [
        ["select count(*) from share_links where id = $1 and revoked_at is not null", link.id],
        ["select count(*) from audit_log where event = 'share-link-revoked' and detail->>'linkId' = $1", link.id],
      ],
    };
  },
  // Each visitor counts once, however often the page is loaded.
  "share-links.view": async (app) => {
    const { link } = await withLink(app);
    return {
      method: "GET",
      url: `${credentials}/shared/${new URL(link.address).pathname.split("/").at(-1)!}?timeZone=Asia%2FKolkata`,
      withoutKey: true,
      countsOnce: [
        ["select view_count as count from share_links where id = $1", link.id],
        ["select count(*) from share_link_views where link_id = $1", link.id],
        ["select count(*) from audit_log where event = 'share-link-viewed' and detail->>'linkId' = $1", link.id],
      ],
    };
  },
  "offers.create": async (app) => {
    const { token, degreeId } = await holderOf(app);
    return {
      method: "POST",
      url: `${credentials}/offers`,
      token,
      body: { credentialId: degreeId },
      countsOnce: [["select count(*) from credential_offers where credential_id = $1", degreeId]],
    };
  },
  "presentations.create": async (app) => {
    const { token, degreeId } = await holderOf(app);
    const body = { orgId: "lotus", eKycFormId: "admission" };
    const created = await app.call("POST", `${wallet}/transactions`, { token, body });
    const keys = { orgId: "lotus", txnId: created.json<{ data: { transactionId: string } }>().data.transactionId };
    await app.call("POST", `${wallet}/transactions/process`, { token, body: keys });
    return {
      method: "POST",
      url: `${wallet}/transactions/presentations`,
      token,
      body: { ...keys, verificationName: "bgv-degree", credentialId: degreeId },
      countsOnce: shown(keys.txnId),
    };
  },
  "presentation-requests.create": async (app) => {
    const { token, orgId, txnId } = await begin(app, "lotus", "admission", inside);
    return {
      method: "POST",
      url: `${wallet}/transactions/presentation-requests`,
      token,
      body: { orgId, txnId, verificationName: "bgv-degree" },
      countsOnce: [["select count(*) from presentation_requests where transaction_id = $1", txnId]],
    };
  },
};

/** The presented credential of a transaction. */
export const shown = (txnId: string) =>
  [
    ["select count(*) from transaction_items where transaction_id = $1 and presentation is not null", txnId],
    ["select count(*) from audit_log where event = 'credential-presented' and detail->>'transactionId' = $1", txnId],
  ] as const;

async function withLink(app: TestApp): Promise<{ token: string; link: ShareLink }> {
  const { token, degreeId } = await holderOf(app);
  const body = { credentialId: degreeId, facts: ["holder", "course"], days: "7" };
  const made = await app.call("POST", `${credentials}/share-links`, { token, body });
  return { token, link: made.json<{ data: ShareLink }>().data };
}
