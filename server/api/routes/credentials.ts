import {
  addDocument,
  checkCredential,
  getCredential,
  listCredentials,
  receiveCredential,
} from "#server/wallet/credentials/credentials.ts";
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
    return checkCredential(credential, services, words, await services.clock.now());
  },
  "credentials.add-document": async ({ params }, { services, candidate, request, reply }) => {
    await getCredential(services.db, candidate.id, params.id);
    const file = await readMultipart(request, reply, filePlaces(services.settings.dataDir).incoming());
    const { fileUrl } = await storeReceived(services, candidate.id, file, {
      fileName: file.fileName,
      folder: "credentials",
    });
    await addDocument(services.db, candidate.id, params.id, fileUrl);
    return { fileUrl };
  },
} satisfies Handlers;

/** What verifications became: kept, received and checked. */
export const credentialsArea = { handlers } satisfies Area;
