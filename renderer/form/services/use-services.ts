import { useEffect, useMemo, useState } from "react";
import { call } from "#renderer/data/client.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import type { WidgetServices } from "#widgets/widget.ts";
import { toDraftPlace, type DraftValues } from "../draft/draft-place.ts";
import { openKeptFiles } from "./kept-files.ts";
import { toWidgetServices } from "./widget-services.ts";

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
        keptFiles: openKeptFiles(draftKey),
      }),
    [latest, draftKey],
  );
}
