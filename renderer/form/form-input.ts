import { call } from "#renderer/data/client.ts";
import { signedInAtom, store } from "#renderer/session/slices.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { toServerDraftKey, type DraftLocation, type DraftOptions } from "./draft/draft-location.ts";
import type { PrepareSetup } from "./prepare-store.ts";

/** Input of a form from its screen. */
export interface FormInput {
  formId: string;
  scope: BlockScope;
  draft?: DraftOptions;
  /** Keeps no draft, in the browser or on the server. */
  noDraft?: boolean;
  /** Nested initial data, used when there is no draft. */
  initial?: unknown;
  /** Restricts the form to these fields: pointers, or objects with a pointer under `at`. */
  only?: unknown;
  /** The form starts again when this value changes. */
  resetKey?: unknown;
  /** Data that the verifier refused, and pointers to the fields that must change. */
  replacing?: { data?: unknown; pointers?: unknown };
}

/** Identifies the prepared form: another key means another form to prepare. */
export const toFormKey = ({ formId, only, draft, resetKey }: FormInput, draftKey: string): string =>
  JSON.stringify([formId, draftKey, toPointers(only) ?? null, draft?.reason ?? "", resetKey ?? null]);

export function toPrepareSetup(
  { formId, scope, initial, only, replacing, draft, noDraft }: FormInput,
  draftKey: string,
): PrepareSetup {
  const pointers = toPointers(only);
  const location: DraftLocation = {
    key: draftKey,
    ...(draft && { serverKey: toServerDraftKey(draft) }),
    ...(draft?.reason && { refusal: draft.reason }),
  };
  const refused = toPointers(replacing?.pointers);
  const reasons = toReasons(only);
  return {
    formId,
    config: scope.config,
    scope: scope.scope,
    initial: initial ?? {},
    ...(pointers ? { only: pointers } : {}),
    ...(Object.keys(reasons).length > 0 && { reasons }),
    ...(refused ? { replacing: { before: replacing?.data, places: refused } } : {}),
    call,
    ...(store.get(signedInAtom) && !noDraft ? { draft: location } : {}),
  };
}

/** Reads why each field is requested; the API lists it beside the pointer. */
function toReasons(only: unknown): Record<string, string> {
  const entries = Array.isArray(only) ? (only as ({ at?: unknown; reason?: unknown } | string | null)[]) : [];
  return Object.fromEntries(
    entries.flatMap((entry) => {
      if (typeof entry !== "object" || entry === null) return [];
      const { at, reason } = entry;
      return typeof at === "string" && typeof reason === "string" ? [[at, reason]] : [];
    }),
  );
}

/** Reads pointers from a list; the API lists them with labels. */
function toPointers(only: unknown): string[] | undefined {
  if (!Array.isArray(only)) return undefined;
  return only.flatMap((entry: unknown) => {
    const at = typeof entry === "string" ? entry : (entry as { at?: unknown } | null)?.at;
    return typeof at === "string" ? [at] : [];
  });
}
