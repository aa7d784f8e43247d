import { services as bases } from "#engine/api/services.ts";
import type { Link } from "#engine/api/links.ts";
import type { TestApp } from "../../app.ts";
import { begin, wallet } from "../../wallet/transactions/candidate.ts";
import type { Case } from "../ready.ts";
import { holderOf, inside } from "./ways.ts";

const credentials = `${bases.webWallet}/credentials`;

/** What somebody does with a credential of theirs. */
export const heldCases: Readonly<Record<string, Case>> = {
  "credentials.receive": async (app) => {
    const { token, degreeId } = await holderOf(app);
    return {
      method: "POST",
      url: `${credentials}/receive/${degreeId}`,
      token,
      body: {},
      once: [["select count(*) from credentials where id = $1 and received_at is not null", degreeId]],
    };
  },
  "credentials.add-document": async (app, paper) => {
    const { token, degreeId } = await holderOf(app);
    return {
      method: "POST",
      url: `${credentials}/documents/${degreeId}`,
      token,
      file: paper,
      once: [
        [
          "select count(*) from credentials c join files f on c.document_url like '%/' || f.id and f.candidate_id = c.candidate_id where c.id = $1",
          degreeId,
        ],
      ],
    };
  },
  "links.make": async (app) => {
    const { token, degreeId } = await holderOf(app);
    return {
      method: "POST",
      url: `${credentials}/links`,
      token,
      body: { credentialId: degreeId, facts: ["holder", "course"], days: "7" },
      once: [
        ["select count(*) from credential_links where credential_id = $1", degreeId],
        [
          "select count(*) from audit_log where event = 'credential-link-made' and detail->>'credentialId' = $1",
          degreeId,
        ],
      ],
    };
  },
  "links.take-back": async (app) => {
    const { token, link } = await withLink(app);
    return {
      method: "POST",
      url: `${credentials}/links/take-back/${link.id}`,
      token,
      body: {},
      once: [
        ["select count(*) from credential_links where id = $1 and taken_back_at is not null", link.id],
        [
          "select count(*) from audit_log where event = 'credential-link-taken-back' and detail->>'linkId' = $1",
          link.id,
        ],
      ],
    };
  },
  // Each visitor counts once, however often the page is loaded.
  "links.open": async (app) => {
    const { link } = await withLink(app);
    return {
      method: "GET",
      url: `${credentials}/shown/${new URL(link.address).pathname.split("/").at(-1)!}?zone=Asia%2FKolkata`,
      keyless: true,
      once: [
        ["select looks as count from credential_links where id = $1", link.id],
        ["select count(*) from credential_looks where link_id = $1", link.id],
        ["select count(*) from audit_log where event = 'credential-shown' and detail->>'linkId' = $1", link.id],
      ],
    };
  },
  "offers.make": async (app) => {
    const { token, degreeId } = await holderOf(app);
    return {
      method: "POST",
      url: `${credentials}/offers`,
      token,
      body: { credentialId: degreeId },
      once: [["select count(*) from credential_offers where credential_id = $1", degreeId]],
    };
  },
  "presentations.share": async (app) => {
    const { token, degreeId } = await holderOf(app);
    const body = { orgId: "lotus", eKycFormId: "admission" };
    const created = await app.call("POST", `${wallet}/transactions`, { token, body });
    const keys = { orgId: "lotus", txnId: created.json<{ data: { transactionId: string } }>().data.transactionId };
    await app.call("POST", `${wallet}/transactions/process`, { token, body: keys });
    return {
      method: "POST",
      url: `${wallet}/transactions/credentials`,
      token,
      body: { ...keys, verificationName: "bgv-degree", credentialId: degreeId },
      once: shown(keys.txnId),
    };
  },
  "presentations.ask": async (app) => {
    const { token, orgId, txnId } = await begin(app, "lotus", "admission", inside);
    return {
      method: "POST",
      url: `${wallet}/transactions/credential-requests`,
      token,
      body: { orgId, txnId, verificationName: "bgv-degree" },
      once: [["select count(*) from presentation_requests where transaction_id = $1", txnId]],
    };
  },
};

/** What a credential did in place of a verification. */
export const shown = (txnId: string) =>
  [
    ["select count(*) from transaction_items where transaction_id = $1 and presented is not null", txnId],
    ["select count(*) from audit_log where event = 'credential-presented' and detail->>'transactionId' = $1", txnId],
  ] as const;

async function withLink(app: TestApp): Promise<{ token: string; link: Link }> {
  const { token, degreeId } = await holderOf(app);
  const body = { credentialId: degreeId, facts: ["holder", "course"], days: "7" };
  const made = await app.call("POST", `${credentials}/links`, { token, body });
  return { token, link: made.json<{ data: Link }>().data };
}
