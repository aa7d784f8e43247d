import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Empty, Id, Moment, Name, OrgName, closed, filled, text } from "#engine/core/base/shapes.ts";
import {
  AssertionSchema,
  CeremonySchema,
  CreationSchema,
  PasskeyListSchema,
  ProofSchema,
} from "#engine/core/scope/shapes/passkeys.ts";
import type { OperationContract } from "../parts/operation-contract.ts";

const DisplayName = described(filled(120), "The name that colleagues see.");
const Email = Type.String({
  pattern: "^[^@ ]{1,64}@[^@ ]{1,190}$",
  maxLength: 254,
  description: "The email address, which names the person.",
});
const RoleName = described(Name, "The role, by its name in catalogues/roles.");
const Token = Type.String({ pattern: "^[A-Za-z0-9_-]{43}$", maxLength: 43, description: "The token of the link." });
const Membership = closed({ orgId: OrgName, role: RoleName });
const Answer = described(AssertionSchema, "The signed challenge, as the browser returned it.");

/** The signed-in member of staff, and what they may call by organisation. */
export const StaffSchema = closed({
  id: described(Id, "The id of the person."),
  email: Email,
  displayName: DisplayName,
  roleList: Type.Array(Membership, { maxItems: 500, description: "The roles, by organisation." }),
  may: Type.Record(Type.String(), Type.Array(text(64)), { description: "The allowed operations, by organisation." }),
  provedUntil: described(Moment, "The time until which the last passkey counts, ISO 8601 in UTC."),
  expiresAt: described(Moment, "The end of the session, ISO 8601 in UTC."),
});

const MemberSchema = closed({
  id: described(Id, "The id of the person."),
  email: Email,
  displayName: DisplayName,
  roles: Type.Array(RoleName, { maxItems: 20, description: "The roles in this organisation." }),
  state: Type.Enum(["active", "invited"], { description: "'invited' until the person has a passkey." }),
});

const InvitationSchema = closed({
  staffId: described(Id, "The id of the person."),
  link: Type.Optional(described(text(500), "The one-time link; missing when the person needs none.")),
  expiresAt: Type.Optional(described(Moment, "The end of the link, ISO 8601 in UTC.")),
});

const ApprovalSchema = closed({
  id: described(Id, "The id of the request."),
  operation: described(text(64), "The operation."),
  subject: described(text(600), "The ids in the path of the call."),
  requestedBy: described(closed({ id: Id, displayName: DisplayName }), "The colleague."),
  requestedAt: described(Moment, "ISO 8601 in UTC."),
  isApproved: Type.Boolean({ description: "It waits for the colleague to repeat the call." }),
});

const OfMember = closed({ orgId: OrgName, staffId: described(Id, "The id of the person.") });

/** Operations on staff: invitation, sign-in, proof, members. */
export const staffOperations = {
  "staff-invitations.prepare": {
    method: "POST",
    service: "console",
    path: "/staff/invitations/options",
    auth: "public",
    summary: "Get the options for the first passkey of an invited person.",
    body: closed({ token: Token }),
    data: closed({ email: Email, displayName: DisplayName, options: CeremonySchema }),
  },
  "staff-invitations.accept": {
    method: "POST",
    service: "console",
    path: "/staff/invitations/accept",
    auth: "public",
    summary: "Accept an invitation with a new passkey, and sign in.",
    body: closed({
      token: Token,
      displayName: DisplayName,
      response: described(CreationSchema, "The new credential, as the browser returned it."),
    }),
    data: StaffSchema,
  },
  "staff-sign-ins.prepare": {
    method: "POST",
    service: "console",
    path: "/staff/sign-ins/options",
    auth: "public",
    summary: "Get the options to sign in by passkey.",
    body: Empty,
    bodyOptional: true,
    data: CeremonySchema,
  },
  "staff-sign-ins.verify": {
    method: "POST",
    service: "console",
    path: "/staff/sign-ins",
    auth: "public",
    summary: "Sign in by passkey.",
    body: closed({ response: Answer }),
    data: StaffSchema,
  },
  "staff.me": {
    method: "GET",
    service: "console",
    path: "/staff/me",
    auth: "staff",
    ofSelf: true,
    summary: "Get the signed-in member of staff.",
    data: StaffSchema,
  },
  "staff.sign-out": {
    method: "POST",
    service: "console",
    path: "/staff/sign-out",
    auth: "staff",
    ofSelf: true,
    summary: "End the session.",
    body: Empty,
    bodyOptional: true,
    data: Empty,
  },
  "staff-proofs.prepare": {
    method: "POST",
    service: "console",
    path: "/staff/proofs/options",
    auth: "staff",
    ofSelf: true,
    summary: "Get the options for a fresh proof by passkey.",
    body: Empty,
    bodyOptional: true,
    data: CeremonySchema,
  },
  "staff-proofs.verify": {
    method: "POST",
    service: "console",
    path: "/staff/proofs",
    auth: "staff",
    ofSelf: true,
    summary: "Give a fresh proof by passkey in this session.",
    body: closed({ response: Answer }),
    data: ProofSchema,
  },
  "staff-passkeys.list": {
    method: "GET",
    service: "console",
    path: "/staff/passkeys",
    auth: "staff",
    ofSelf: true,
    summary: "List the caller's passkeys, the newest first.",
    data: PasskeyListSchema,
  },
  "staff-passkeys.prepare": {
    method: "POST",
    service: "console",
    path: "/staff/passkeys/options",
    auth: "staff",
    ofSelf: true,
    needsFreshProof: true,
    summary: "Get the options for another passkey of the caller.",
    body: Empty,
    bodyOptional: true,
    data: CeremonySchema,
  },
  "staff-passkeys.create": {
    method: "POST",
    service: "console",
    path: "/staff/passkeys",
    auth: "staff",
    ofSelf: true,
    needsFreshProof: true,
    summary: "Add a passkey, for a second device.",
    body: closed({
      name: described(filled(60), "The caller's name for the passkey."),
      response: described(CreationSchema, "The new credential, as the browser returned it."),
    }),
    data: PasskeyListSchema,
  },
  "staff-passkeys.remove": {
    method: "DELETE",
    service: "console",
    path: "/staff/passkeys/:id",
    auth: "staff",
    ofSelf: true,
    needsFreshProof: true,
    summary: "Remove a passkey of the caller, but not the last one.",
    params: closed({ id: described(Id, "The id of the passkey.") }),
    data: Empty,
  },
  "staff.list": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/staff",
    auth: "staff",
    summary: "List the staff of an organisation.",
    params: closed({ orgId: OrgName }),
    data: closed({ list: Type.Array(MemberSchema, { maxItems: 1000, description: "By name." }) }),
  },
  "staff.invite": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/staff",
    auth: "staff",
    needsFreshProof: true,
    summary: "Give a person a role, and a one-time link to their first passkey.",
    params: closed({ orgId: OrgName }),
    body: closed({ email: Email, displayName: Type.Optional(DisplayName), role: RoleName }),
    data: InvitationSchema,
  },
  "staff.remove": {
    method: "DELETE",
    service: "console",
    path: "/organisations/:orgId/staff/:staffId",
    auth: "staff",
    needsFreshProof: true,
    summary: "Take all roles in the organisation from a person; without any role their sessions end.",
    params: OfMember,
    data: Empty,
  },
  "staff.recover": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/staff/:staffId/recovery",
    auth: "staff",
    needsFreshProof: true,
    summary: "Remove a person's passkeys, end their sessions, and get a new one-time link.",
    params: OfMember,
    body: Empty,
    bodyOptional: true,
    data: InvitationSchema,
  },
  "staff-approvals.list": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/approvals",
    auth: "staff",
    summary: "List the calls that wait for a second person, the oldest first.",
    params: closed({ orgId: OrgName }),
    data: closed({
      list: Type.Array(ApprovalSchema, { maxItems: 100, description: "Those that the caller may approve." }),
    }),
  },
  "staff-approvals.answer": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/approvals/:approvalId",
    auth: "staff",
    summary: "Approve or reject a colleague's call; an approved one is repeated by the colleague within 24 hours.",
    params: closed({ orgId: OrgName, approvalId: described(Id, "The id of the request.") }),
    body: closed({ approve: Type.Boolean({ description: "False rejects it." }) }),
    data: Empty,
  },
} as const satisfies Record<string, OperationContract>;
