import type { AppOperationId } from "#engine/contract/all-operations.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";
import type { Call } from "#renderer/data/client.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { PendingFiles, WidgetServices } from "#widgets/widget.ts";
import { readServerTime } from "#renderer/session/server-clock.ts";
import { isAgent, toPresenceServices } from "./presence-services.ts";
import { toStoredFileServices } from "./stored-file-services.ts";

interface ServiceSetup {
  readonly call: Call;
  config(): ConfigClient;
  scope(): Scope;
  verificationName(): string | undefined;
  /** Receives the id of each captcha; the form sends the latest. */
  onCaptcha(captchaId: string): void;
  readonly pendingFiles: PendingFiles;
}

// Loaded with the first searched list, upload or position.
const loadSearch = () => import("./searched-options.ts");
const loadUpload = () => import("./send-file.ts");
const loadLocate = () => import("./locate.ts");

/** The services of widgets, over the wallet API. */
export function toWidgetServices(setup: ServiceSetup): WidgetServices {
  const { call } = setup;
  const findOptions = (id: string) => setup.config().find("options", id);
  const callWith = (signal: AbortSignal) => (operation: string, args: Record<string, unknown>) =>
    call(operation as AppOperationId, args, { signal });
  return {
    searchOptions: async (id, { search: term, seed, count, signal }) => {
      const options = findOptions(id);
      const args = { search: term, seed, count, sort: "name", order: 1 };
      return options
        ? (await loadSearch()).searchOptions(options, args, setup.scope(), callWith(signal))
        : { list: [], total: 0 };
    },
    findOption: async (id, value, signal) => {
      const options = findOptions(id);
      return options && (await loadSearch()).findSearchedOption(options, value, setup.scope(), callWith(signal));
    },
    upload: async (file, options) => (await loadUpload()).sendFile(setup, file, options),
    acceptUpload: async (uploadId) => (await loadUpload()).acceptFile(call, uploadId),
    ...toStoredFileServices(setup),
    ...toPresenceServices(setup),
    get canUploadPhotos() {
      return isAgent(setup.scope());
    },
    locate: async (point, signal) => (await loadLocate()).locatePoint(call, point, signal),
    now: () => readServerTime().getTime(),
    pendingFiles: setup.pendingFiles,
  };
}
