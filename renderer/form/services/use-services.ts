import { useEffect, useMemo, useState } from "react";
import { call } from "#renderer/data/client.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import type { PendingFiles, WidgetServices } from "#widgets/widget.ts";
import { toServerDraftKey, type DraftOptions } from "../draft/draft-location.ts";
import { toWidgetServices } from "./widget-services.ts";

/** Loads the file storage with the first use. */
function loadPendingFiles(scope: string): PendingFiles {
  const open = async () => {
    // A file that is chosen offline is sent by this code, so it loads while there is a connection.
    import("./send-file.ts").catch(() => undefined);
    return (await import("./pending-files.ts")).openPendingFiles(scope);
  };
  return {
    get: async (key) => (await open()).get(key),
    put: async (key, file) => (await open()).put(key, file),
    remove: async (key) => (await open()).remove(key),
    clear: async () => (await open()).clear(),
  };
}

/** One object for the lifetime of the form. It reads scope and draft when a widget calls it. */
export function useServices(
  form: { scope: BlockScope; draft?: DraftOptions },
  draftKey: string,
  onCaptcha: (captchaId: string) => void,
): WidgetServices {
  const [latest] = useState(() => ({ form, onCaptcha }));
  useEffect(() => {
    Object.assign(latest, { form, onCaptcha });
  });
  return useMemo(
    () =>
      toWidgetServices({
        call,
        config: () => latest.form.scope.config,
        scope: () => latest.form.scope.scope,
        verificationName: () =>
          (latest.form.draft && toServerDraftKey(latest.form.draft).verificationName) || undefined,
        onCaptcha: (captchaId) => latest.onCaptcha(captchaId),
        pendingFiles: loadPendingFiles(draftKey),
      }),
    [latest, draftKey],
  );
}
