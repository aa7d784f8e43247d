import type { OperationId } from "#engine/api/operations.ts";
import type { Scope } from "#engine/rules/evaluate.ts";
import type { Call } from "#renderer/data/client.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { KeptFiles, WidgetServices } from "#widgets/widget.ts";
import { readServerTime } from "#renderer/session/clock.ts";
import { isAgent, toProofServices } from "./proof-services.ts";
import { toStoredFileServices } from "./stored-file-services.ts";

/** What the services stand on: the one client, the documents and the scope of the moment. */
interface ServiceSetup {
  readonly call: Call;
  config(): ConfigClient;
  scope(): Scope;
  verificationName(): string | undefined;
  /** Takes the id of each captcha that is drawn: it goes with the form. */
  onCaptcha(captchaId: string): void;
  readonly keptFiles: KeptFiles;
}

// Fetched with the first list that is searched, upload, or place: signing in has none.
const loadLists = () => import("./searched-options.ts");
const loadSending = () => import("./send-file.ts");
const loadPlaces = () => import("./locate.ts");

/** All that widgets may ask of the outside world, over the wallet API. */
export function toWidgetServices(setup: ServiceSetup): WidgetServices {
  const { call } = setup;
  const findOptions = (id: string) => setup.config().find("options", id);
  const askWith = (signal: AbortSignal) => (operation: string, args: Record<string, unknown>) =>
    call(operation as OperationId, args, { signal });
  return {
    searchOptions: async (id, { search: term, seed, count, signal }) => {
      const options = findOptions(id);
      const args = { search: term, seed, count, sort: "name", order: 1 };
      return options
        ? (await loadLists()).searchListed(options, args, setup.scope(), askWith(signal))
        : { list: [], total: 0 };
    },
    findOption: async (id, value, signal) => {
      const options = findOptions(id);
      return options && (await loadLists()).findListed(options, value, setup.scope(), askWith(signal));
    },
    upload: async (file, options) => (await loadSending()).sendFile(setup, file, options),
    acceptUpload: async (uploadId) => (await loadSending()).acceptFile(call, uploadId),
    ...toStoredFileServices(setup),
    ...toProofServices(setup),
    get mayUploadPhotos() {
      return isAgent(setup.scope());
    },
    locate: async (point, signal) => (await loadPlaces()).locatePoint(call, point, signal),
    now: () => readServerTime().getTime(),
    keptFiles: setup.keptFiles,
  };
}
