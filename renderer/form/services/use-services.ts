import { useEffect, useMemo, useState } from "react";
import { call } from "#renderer/data/client.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import type { KeptFiles, WidgetServices } from "#widgets/widget.ts";
import { toDraftPlace, type DraftValues } from "../draft/draft-place.ts";
import { toWidgetServices } from "./widget-services.ts";

/** Fetched with the first file that is chosen or looked for: signing in has none. */
function toKeptFiles(scope: string): KeptFiles {
  const open = async () => (await import("./kept-files.ts")).openKeptFiles(scope);
  return {
    get: async (key) => (await open()).get(key),
    put: async (key, kept) => (await open()).put(key, kept),
    remove: async (key) => (await open()).remove(key),
    clear: async () => (await open()).clear(),
  };
}

/** One object for the life of the form; it reads the form's scope and draft as they are when a widget asks. */
export function useServices(
  form: { scope: BlockScope; draft?: DraftValues },
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
        verificationName: () => (latest.form.draft && toDraftPlace(latest.form.draft).verificationName) || undefined,
        onCaptcha: (captchaId) => latest.onCaptcha(captchaId),
        keptFiles: toKeptFiles(draftKey),
      }),
    [latest, draftKey],
  );
}
