/**
 * `npm run staff`: invites, recovers, removes and lists staff. Exit code 0, 1 when it cannot be done, 2 for wrong
 * arguments.
 */
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { toDefinitionsByKind } from "#server/config/compile/definitions-by-kind.ts";
import { readDefinitions } from "#server/config/read-definitions.ts";
import { loadSettings, SettingsError, type Settings } from "#server/platform/settings.ts";
import { NoDatabase, openExistingStore, type Database } from "#server/platform/store/database.ts";
import { DataDirectoryInUse } from "#server/platform/store/lock.ts";
import { invite, listMembers, recoverMember, removeMember, toEmail, toInvitationLink } from "#server/staff/members.ts";
import { InvalidArguments, readArguments } from "./read-arguments.ts";

const usage = `Usage: npm run staff -- invite EMAIL --role ROLE --org ORGANISATION [--name NAME]
       npm run staff -- recover EMAIL --org ORGANISATION
       npm run staff -- remove EMAIL --org ORGANISATION
       npm run staff -- list --org ORGANISATION

Manages who works for an organisation. It reads the settings of the environment, and DATABASE_URL, or the embedded
database of DATA_DIR, whose server must be stopped. A server must have run once, to make the tables.

invite    gives a person a role of catalogues/roles, and prints a one-time link to their first passkey.
recover   removes the passkeys of a person who lost them, ends their sessions, and prints a new link.
remove    takes all roles in the organisation; without any role the person's sessions end at once.
list      prints the staff of the organisation.`;

const commands = ["invite", "recover", "remove", "list"];

const print = (reason: string) => console.error(reason);
const log = { info: print, warn: print, error: print, debug: () => undefined };

try {
  await run();
} catch (error) {
  const isExpected = [InvalidArguments, SettingsError, DataDirectoryInUse, NoDatabase].some(
    (Kind) => error instanceof Kind,
  );
  if (!isExpected) throw error;
  console.error(error instanceof InvalidArguments ? `${error.message}\n\n${usage}` : (error as Error).message);
  process.exitCode = error instanceof InvalidArguments ? 2 : 1;
}

async function run(): Promise<void> {
  const text = { type: "string" } as const;
  const { values, positionals } = readArguments({ role: text, org: text, name: text, help: { type: "boolean" } });
  if (values.help) return console.log(usage);
  const [command, email, ...rest] = positionals;
  if (command === undefined || rest.length > 0) throw new InvalidArguments("Name a command, and one email address.");
  if (!commands.includes(command)) throw new InvalidArguments(`There is no command ${command}.`);
  const settings = loadSettings(process.env, readCredentials);
  const { org: orgId, role, name } = values;
  if (orgId === undefined) throw new InvalidArguments("--org is missing.");
  await assertKnown(settings, orgId, command === "invite" ? (role ?? "") : undefined);
  const { db, close } = await openExistingStore(settings.databaseUrl ?? settings.dataDir, log);
  try {
    for (const line of await execute(db, settings, { command, email, orgId, role: role ?? "", name }))
      console.log(line);
  } finally {
    await close();
  }
}

async function execute(
  db: Database,
  { publicUrl }: Settings,
  {
    command,
    email = "",
    orgId,
    role,
    name,
  }: { command: string; email: string | undefined; orgId: string; role: string; name: string | undefined },
): Promise<string[]> {
  if (command === "list")
    return (await listMembers(db, orgId)).map((one) => [one.email, one.roles.join(", "), one.state].join("  "));
  if (!/^[^@ ]+@[^@ ]+$/.test(email)) throw new InvalidArguments("Name an email address.");
  const toLines = ({ token, expiresAt }: { token?: string; expiresAt?: string }) =>
    token === undefined
      ? [`${email} has the role now, and signs in as before.`]
      : [`${toInvitationLink(publicUrl, { orgId, token })}`, `The link works once, until ${expiresAt}.`];
  if (command === "invite") return toLines(await invite(db, { email, displayName: name, orgId, role }, null));
  const member = (await listMembers(db, orgId)).find((one) => one.email === toEmail(email));
  if (!member) throw new InvalidArguments(`${email} does not work for ${orgId}.`);
  if (command === "recover") return toLines(await recoverMember(db, { orgId, staffId: member.id }, null));
  await removeMember(db, { orgId, staffId: member.id }, null);
  return [`${email} does not work for ${orgId} any more.`];
}

/** Checks the names against the definitions, so that a typing error grants nothing. */
async function assertKnown({ schemasDir }: Settings, orgId: string, role: string | undefined): Promise<void> {
  const { files } = await readDefinitions(schemasDir);
  const found = toDefinitionsByKind(files.flatMap(({ document }) => (document as AnyDefinition | undefined) ?? []));
  const organisations = found.list("organisation").map(({ id }) => id);
  if (!organisations.includes(orgId))
    throw new InvalidArguments(`There is no organisation ${orgId}; there are ${organisations.join(", ")}.`);
  const roles = Object.keys(found.get("roles", "roles")?.roles ?? {});
  if (role !== undefined && !roles.includes(role))
    throw new InvalidArguments(`--role needs one of ${roles.join(", ")}.`);
}
