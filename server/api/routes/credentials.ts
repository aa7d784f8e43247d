import {
  addDocument,
  checkCredential,
  getCredential,
  listCredentials,
  receiveCredential,
} from "#server/wallet/credentials/credentials.ts";
import { turnKeys } from "#server/wallet/credentials/issuer-keys.ts";
import { publishIssuer } from "#server/wallet/credentials/published.ts";
import { reissueCredentials } from "#server/wallet/credentials/reissue.ts";
import { transact } from "#server/platform/store/database.ts";
import { readMultipart } from "#server/files/uploads/multipart.ts";
import { filePlaces } from "#server/files/storage/places.ts";
import { storeReceived } from "#server/files/storage/stored-files.ts";
import type { Handlers } from "../operations.ts";
import { toPage } from "../paging.ts";
import type { Area } from "./area.ts";

const handlers = {
  "credentials.list": ({ query }, { services, candidate, words }) =>
    listCredentials(services, { id: candidate.id, words }, toPage(query)),
  "credentials.receive": ({ params }, { services, candidate }) =>
    receiveCredential(services.db, candidate.id, params.id),
  "credentials.verify": async ({ params }, { services, candidate, words }) => {
    const credential = await getCredential(services.db, candidate.id, params.id);
    return checkCredential(services, credential, words, await services.clock.now());
  },
  "credentials.add-document": async ({ params }, { services, candidate, request }) => {
    await getCredential(services.db, candidate.id, params.id);
    const file = await readMultipart(request, filePlaces(services.settings.dataDir).incoming());
    const { fileUrl } = await storeReceived(services, candidate.id, file, {
      fileName: file.fileName,
      folder: "credentials",
    });
    await addDocument(services.db, candidate.id, params.id, fileUrl);
    return { fileUrl };
  },
} satisfies Handlers;

const turnSeconds = 3600;
const reissueSeconds = 600;

/** What verifications became: kept, received and checked; and what others check them with. */
export const credentialsArea = {
  handlers,
  plugin: publishIssuer,
  prepare: (services) => {
    const { jobs, db, secrets } = services;
    jobs.register("issuer-keys", turnSeconds, (now) => transact(db, (tx) => turnKeys(tx, secrets, now)));
    jobs.register("credential-reissue", reissueSeconds, (now) => reissueCredentials(services, now));
  },
} satisfies Area;
