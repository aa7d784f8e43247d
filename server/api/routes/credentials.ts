import {
  addDocument,
  checkCredential,
  getCredential,
  listCredentials,
  receiveCredential,
} from "#server/wallet/credentials/credentials.ts";
import { rotateKeys } from "#server/wallet/credentials/issuer-keys.ts";
import { addIssuerEndpoints } from "#server/wallet/credentials/issuer-endpoints.ts";
import { reissueCredentials } from "#server/wallet/credentials/reissue.ts";
import { transact } from "#server/platform/store/database.ts";
import { readMultipart } from "#server/files/uploads/multipart.ts";
import { toUploadFolders } from "#server/files/storage/upload-folders.ts";
import { storeReceived } from "#server/files/storage/stored-files.ts";
import type { Handlers } from "../operations.ts";
import { toPageRange } from "../paging.ts";
import type { Area } from "./area.ts";

const handlers = {
  "credentials.list": ({ query }, { services, candidate, messages }) =>
    listCredentials(services, { id: candidate.id, messages }, toPageRange(query)),
  "credentials.receive": ({ params }, { services, candidate }) =>
    receiveCredential(services.db, candidate.id, params.id),
  "credentials.verify": async ({ params }, { services, candidate, messages }) => {
    const credential = await getCredential(services.db, candidate.id, params.id);
    return checkCredential(services, credential, messages, await services.clock.now());
  },
  "credentials.add-document": async ({ params }, { services, candidate, request }) => {
    await getCredential(services.db, candidate.id, params.id);
    const file = await readMultipart(request, toUploadFolders(services.settings.dataDir).incoming());
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

/** Credentials of verifications, and the issuer's endpoints. */
export const credentialsArea = {
  handlers,
  plugin: addIssuerEndpoints,
  register: (services) => {
    const { jobs, db, secrets } = services;
    jobs.register("issuer-keys", turnSeconds, (now) => transact(db, (tx) => rotateKeys(tx, secrets, now)));
    jobs.register("credential-reissue", reissueSeconds, (now) => reissueCredentials(services, now));
  },
} satisfies Area;
