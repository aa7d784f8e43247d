import type { FastifyReply } from "fastify";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { toPlainText } from "#engine/core/base/text-input.ts";
import { invalidField, notFound, WalletError, withReason } from "#server/errors.ts";
import { spendChallenge, type ChallengeUse } from "#server/platform/passkey-challenges.ts";
import {
  assertRoomForPasskey,
  listPasskeys,
  prepareAssertion,
  removePasskey,
  storePasskey,
  toCreationOptions,
  verifyAssertion,
} from "#server/platform/passkeys.ts";
import { toRelyingParty } from "#server/platform/relying-party.ts";
import { transact } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { answerApproval, countApprovals, listApprovals } from "#server/staff/approvals.ts";
import { noSessionCookie, toSessionCookie } from "#server/staff/cookie.ts";
import {
  findInvited,
  invite,
  listMembers,
  lockStaff,
  nameMember,
  recoverMember,
  removeMember,
  spendInvitation,
  toInvitationLink,
  type Granter,
  type Invitation,
} from "#server/staff/members.ts";
import { isRole, listAllowed } from "#server/staff/roles.ts";
import { openSandboxSession } from "#server/staff/sandbox-staff.ts";
import {
  endSession,
  findSession,
  openSession,
  pruneStaff,
  recordStaffProof,
  type StaffSession,
} from "#server/staff/sessions.ts";
import { staffOwners, toHash } from "#server/staff/staff-tools.ts";
import type { Handlers, PublicContext, StaffContext } from "../operations.ts";
import type { Area } from "./area.ts";
import { addOpenidRoutes } from "./openid.ts";

const { staffOpenid } = protocolEndpoints;
/** Per network address in ten minutes. */
const addressMax = 30;
const addressSeconds = 600;
/** Per person: each call stores a challenge. */
const challengesPerHour = 60;

/** The passkey names the person, so the challenge is for everybody. */
const signInUse: ChallengeUse = { purpose: "staff-sign-in", ownerId: "", boundTo: "" };

const toProofUse = ({ staff, tokenHash }: StaffSession): ChallengeUse => ({
  purpose: "staff-prove",
  ownerId: staff.id,
  boundTo: tokenHash,
});

const toNewKeyUse = ({ staff, tokenHash }: StaffSession): ChallengeUse => ({
  purpose: "staff-create",
  ownerId: staff.id,
  boundTo: tokenHash,
});

const toInvitationUse = (staffId: string, token: string): ChallengeUse => ({
  purpose: "staff-create",
  ownerId: staffId,
  boundTo: toHash(token),
});

const handlers = {
  "staff-invitations.prepare": async ({ body }, context) => {
    const { services } = context;
    const invited = await countFailure(context, "notFound", () => findInvited(services.db, body.token));
    const options = await toCreationOptions(services.db, toNamedParty(services), staffOwners, {
      use: toInvitationUse(invited.id, body.token),
      user: { name: invited.email, displayName: invited.displayName },
    });
    return { email: invited.email, displayName: invited.displayName, options };
  },
  "staff-invitations.accept": async ({ body }, context) => {
    const { services } = context;
    const displayName = toPlainText(body.displayName);
    if (displayName === "") throw invalidField("/displayName", "required", "enter-name");
    const invited = await countFailure(context, "notFound", () => findInvited(services.db, body.token));
    const use = toInvitationUse(invited.id, body.token);
    const { token } = await spendChallenge(
      services.db,
      body.response.response.clientDataJSON,
      use,
      async (tx, challenge) => {
        const passkey = { ownerId: invited.id, name: displayName, response: body.response, challenge };
        const stored = await storePasskey(tx, toRelyingParty(services.settings), staffOwners, passkey, () =>
          spendInvitation(tx, body.token),
        );
        if (stored === undefined) return undefined;
        await nameMember(tx, invited.id, displayName);
        return { token: await openSession(tx, invited.id, "passkey") };
      },
    );
    return signIn(context, token);
  },
  "staff-sign-ins.prepare": async (_input, { services, request }) => {
    await services.rateLimits.consumeForAddress("staff-challenge", request.ip, addressMax, addressSeconds);
    return prepareAssertion(services.db, toRelyingParty(services.settings), staffOwners, signInUse);
  },
  "staff-sign-ins.verify": async ({ body }, context) => {
    const { services } = context;
    const answer = { use: signInUse, response: body.response };
    const { token } = await countFailure(context, "passkeyRejected", () =>
      verifyAssertion(services.db, toRelyingParty(services.settings), staffOwners, answer, async (tx, staffId) => ({
        token: await openSession(tx, staffId, "passkey"),
      })),
    );
    return signIn(context, token);
  },
  "staff-sign-ins.ways": async ({ query: { orgId } }, { services }) => {
    const { openid, publicUrl } = services.settings;
    if (!Object.hasOwn(openid, orgId)) return {};
    const address = publicUrl + staffOpenid.path.replace(":orgId", encodeURIComponent(orgId));
    return { provider: { name: openid[orgId]!.name, address } };
  },
  "staff-sign-ins.sandbox": async ({ body }, context) => {
    const { services } = context;
    assertSandbox(services);
    const { token } = await openSandboxSession(services, body);
    return signIn(context, token);
  },
  "staff.me": async (_input, { services, staffSession }) => toStaff(services, staffSession),
  "staff.sign-out": async (_input, { services, staffSession, reply }) => {
    await endSession(services.db, staffSession);
    setCookie(reply, noSessionCookie);
    return {};
  },
  "staff-proofs.prepare": async (_input, { services, staffSession }) => {
    await services.rateLimits.consume(`staff-challenges:${staffSession.staff.id}`, challengesPerHour, 3600);
    return prepareAssertion(services.db, toRelyingParty(services.settings), staffOwners, toProofUse(staffSession));
  },
  "staff-proofs.verify": async ({ body }, { services, staffSession }) => {
    const answer = { use: toProofUse(staffSession), response: body.response };
    return verifyAssertion(services.db, toRelyingParty(services.settings), staffOwners, answer, (tx) =>
      recordStaffProof(tx, staffSession),
    );
  },
  "staff-proofs.sandbox": async (_input, { services, staffSession }) => {
    assertSandbox(services);
    return transact(services.db, (tx) => recordStaffProof(tx, staffSession));
  },
  "staff-passkeys.list": async (_input, { services, staffSession }) => ({
    list: await listPasskeys(services.db, staffOwners, staffSession.staff.id),
  }),
  "staff-passkeys.prepare": async (_input, { services, staffSession }) => {
    assertUnlimited(staffSession);
    const { staff } = staffSession;
    await services.rateLimits.consume(`staff-challenges:${staff.id}`, challengesPerHour, 3600);
    await assertRoomForPasskey(services.db, staffOwners, staff.id);
    return toCreationOptions(services.db, toNamedParty(services), staffOwners, {
      use: toNewKeyUse(staffSession),
      user: { name: staff.email, displayName: staff.displayName },
    });
  },
  "staff-passkeys.create": async ({ body }, { services, staffSession }) => {
    assertUnlimited(staffSession);
    const name = toPlainText(body.name);
    if (name === "") throw invalidField("/name", "required", "enter-name");
    const { response } = body;
    const ownerId = staffSession.staff.id;
    const use = toNewKeyUse(staffSession);
    return spendChallenge(services.db, response.response.clientDataJSON, use, async (tx, challenge) => {
      const passkey = { ownerId, name, response, challenge };
      const stored = await storePasskey(tx, toRelyingParty(services.settings), staffOwners, passkey, async () => {
        await lockStaff(tx, ownerId);
        await assertRoomForPasskey(tx, staffOwners, ownerId);
      });
      return stored === undefined ? undefined : { list: await listPasskeys(tx, staffOwners, ownerId) };
    });
  },
  "staff-passkeys.remove": async ({ params }, { services, staffSession }) => {
    assertUnlimited(staffSession);
    const ownerId = staffSession.staff.id;
    await transact(services.db, async (tx) => {
      await lockStaff(tx, ownerId);
      await removePasskey(tx, staffOwners, ownerId, params.id);
      const left = await listPasskeys(tx, staffOwners, ownerId);
      if (left.length === 0) throw new WalletError("stateConflict", withReason("last-passkey"));
    });
    return {};
  },
  "staff.list": async ({ params }, { services }) => ({ list: await listMembers(services.db, params.orgId) }),
  "staff.invite": async ({ params, body }, context) => {
    const { services } = context;
    if (!isRole(services.config, { orgId: params.orgId, role: body.role }))
      throw invalidField("/role", "enum", "role-not-known");
    return toInvitation(services, params.orgId, await invite(services.db, { ...params, ...body }, toGranter(context)));
  },
  "staff.remove": async ({ params }, { services, staffSession }) => {
    await removeMember(services.db, params, staffSession.staff);
    return {};
  },
  "staff.recover": async ({ params }, context) =>
    toInvitation(context.services, params.orgId, await recoverMember(context.services.db, params, toGranter(context))),
  "staff-approvals.list": async ({ params }, { services, staffSession }) => {
    const allowed = listAllowed(services.config, staffSession.staff.memberships)[params.orgId] ?? [];
    return { list: await listApprovals(services.db, params.orgId, allowed) };
  },
  "staff-approvals.answer": async ({ params, body }, { services, staffSession }) => {
    const { orgId, approvalId: id } = params;
    const { staff } = staffSession;
    const allowed = listAllowed(services.config, staff.memberships)[orgId] ?? [];
    await answerApproval(services.db, { id, orgId, staffId: staff.id, approve: body.approve }, (operation) =>
      allowed.includes(operation),
    );
    return {};
  },
} satisfies Handlers;

/** Staff: invitation, sign-in, proof, members, approvals. */
export const staffArea = {
  handlers,
  register: ({ jobs, db }) => jobs.register("staff", 3600, () => pruneStaff(db)),
  plugin: addOpenidRoutes,
} satisfies Area;

/** A passkey opens the roles in every organisation, so the provider of one must not lead to it. */
function assertUnlimited({ isLimited }: StaffSession): void {
  if (isLimited) throw new WalletError("accessNotAllowed", withReason("passkey-sign-in-needed"));
}

function toNamedParty({ config, settings }: Services) {
  const organisation = config.organisation(config.current().defaultOrgId)?.organisation;
  const party = toRelyingParty(settings);
  return { ...party, name: organisation?.displayName ?? organisation?.name ?? party.id };
}

async function toStaff({ config, db }: Services, { staff, provedUntil, expiresAt }: StaffSession) {
  const { memberships, ...person } = staff;
  const may = listAllowed(config, memberships);
  const waiting: Record<string, number> = {};
  for (const [orgId, operations] of Object.entries(may))
    if (operations.includes("staff-approvals.answer"))
      waiting[orgId] = await countApprovals(db, { orgId, staffId: staff.id, operations });
  return {
    ...person,
    roleList: [...memberships],
    may,
    waiting,
    provedUntil: provedUntil.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Sets the cookie of a new session, and answers with its person. */
async function signIn({ services, reply }: PublicContext, token: string) {
  setCookie(reply, toSessionCookie(token));
  return toStaff(services, await findSession(services.db, token));
}

const setCookie = (reply: FastifyReply, cookie: string): void => void reply.header("set-cookie", cookie);

function toGranter({ services, staffSession }: StaffContext): Granter {
  const { id, memberships } = staffSession.staff;
  const allowed = listAllowed(services.config, memberships);
  return { id, mayInviteTo: (orgId) => allowed[orgId]?.includes("staff.invite") ?? false };
}

function toInvitation({ settings }: Services, orgId: string, { staffId, token, expiresAt }: Invitation) {
  return {
    staffId,
    ...(token !== undefined && { link: toInvitationLink(settings.publicUrl, { orgId, token }) }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** Counts refusals of one kind per network address before sign-in. */
async function countFailure<T>(
  { services, request }: PublicContext,
  kind: WalletError["kind"],
  run: () => Promise<T>,
): Promise<T> {
  const limit = ["staff-failure", request.ip, addressMax, addressSeconds] as const;
  await services.rateLimits.checkAddress(...limit);
  return run().catch(async (error: unknown) => {
    if (error instanceof WalletError && error.kind === kind) await services.rateLimits.consumeForAddress(...limit);
    throw error;
  });
}

/** Throws 404 (104) outside a sandbox. */
function assertSandbox({ settings: { sandbox, production } }: StaffContext["services"]): void {
  if (!sandbox || production) throw notFound("staff");
}
