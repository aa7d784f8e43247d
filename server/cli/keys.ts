/**
 * `npm run keys`: lists the keys of every secret, what still needs each, and from when an older one may be removed.
 * Exit code 0, 1 when a key is missing or a command fails, 2 for wrong arguments.
 */
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { readKeyStatus, type KeyStatus } from "#server/platform/keys/key-status.ts";
import { describeNeeds, dropKey } from "#server/platform/keys/missing-keys.ts";
import { resealValues } from "#server/platform/keys/sealed-values.ts";
import { secretNames, type SecretName } from "#server/platform/secret-lists.ts";
import { loadSecrets } from "#server/platform/secrets.ts";
import { loadSettings, SettingsError } from "#server/platform/settings.ts";
import { NoDatabase, openExistingStore } from "#server/platform/store/database.ts";
import { DataDirectoryInUse } from "#server/platform/store/lock.ts";
import { InvalidArguments, readArguments } from "./read-arguments.ts";

const usage = `Usage: npm run keys [-- --json]
       npm run keys -- --reseal
       npm run keys -- --drop SECRET:KEY

Lists the keys of every secret by their ids, what still needs each, and from when an older key may be removed. It reads
the settings of the environment, and DATABASE_URL, or the embedded database of DATA_DIR, whose server must be stopped.

--json     prints the list as JSON.
--reseal   seals the values of older keys by the newest now. A running server does this every ten minutes.
--drop     gives up what needs a key that no setting lists, because it is lost or must go at once: codes and links that
           only it opens are deleted, sessions that it signed end. This cannot be undone.`;

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
  const flag = { type: "boolean" } as const;
  const { values } = readArguments({ json: flag, reseal: flag, drop: { type: "string" }, help: flag });
  if (values.help) return console.log(usage);
  const settings = loadSettings(process.env, readCredentials);
  const { db, pool, close } = await openExistingStore(settings.databaseUrl ?? settings.dataDir, log);
  try {
    const secrets = await loadSecrets(pool, settings);
    if (values.drop !== undefined) {
      const rows = await dropKey(db, secrets, ...readKey(values.drop));
      return console.log(`${values.drop} is given up, with ${rows} sealed values.`);
    }
    if (values.reseal) {
      const { resealed, unopened } = await resealValues(db, secrets);
      console.log(`${resealed} values are sealed by the newest key.`);
      if (unopened > 0) console.error(`${unopened} values are opened by no listed key.`);
    }
    const keys = await readKeyStatus(db, secrets);
    console.log(values.json ? JSON.stringify(keys, null, 2) : toText(keys));
    if (keys.some(({ place }) => place === "not listed")) process.exitCode = 1;
  } finally {
    await close();
  }
}

function readKey(text: string): [SecretName, string] {
  const [name, keyId, ...rest] = text.split(":");
  const secret = secretNames.find((one) => one === name);
  if (secret && keyId && rest.length === 0) return [secret, keyId];
  throw new InvalidArguments("--drop needs a secret and a key of the list, for example SEAL_SECRET:0123456789ab.");
}

function toText(keys: readonly KeyStatus[]): string {
  return secretNames
    .filter((name) => keys.some(({ secret }) => secret === name))
    .map((name) => [name, ...keys.filter(({ secret }) => secret === name).map(toLine)].join("\n"))
    .join("\n");
}

function toLine(key: KeyStatus): string {
  return `  ${key.keyId.padEnd(12)}  ${key.place.padEnd(10)}  ${toSentence(key)}`;
}

function toSentence({ place, needs, isRemovable, removableFrom }: KeyStatus): string {
  const needed = needs.length > 0 ? `needed for ${describeNeeds(needs)}` : "";
  if (place === "newest") return needed || "needed for nothing yet";
  if (place === "not listed") return `${needed}: the server does not start without it`;
  if (isRemovable) return "may be removed";
  if (!removableFrom) return `${needed}: a running server seals them by the newest key`;
  return `may be removed from ${removableFrom.toISOString()}${needed && `, ${needed}`}`;
}
