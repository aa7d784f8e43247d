import { call } from "#renderer/data/client.ts";
import { signedInAtom, store } from "#renderer/session/slices.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { toDraftPlace, type DraftValues } from "./draft/draft-place.ts";
import type { PrepareSetup } from "./prepare-store.ts";

/** What a screen says of a form that is to stand on it. */
export interface FormOrder {
  formId: string;
  scope: BlockScope;
  draft?: DraftValues;
  /** Nested data to begin with, where there is no draft. */
  initial?: unknown;
  /** Only these places are asked for: pointers, or objects that carry one under `at`. */
  only?: unknown;
  /** What it answers: when that becomes another, it begins anew. */
  since?: unknown;
  /** What was refused and must become another: its data, and the places. */
  replacing?: { data?: unknown; places?: unknown };
}

/** What makes it another form to prepare. */
export const toOrderKey = ({ formId, only, draft, since }: FormOrder, draftKey: string): string =>
  JSON.stringify([formId, draftKey, toPlaces(only) ?? null, draft?.reason ?? "", since ?? null]);

/** What it is prepared from. */
export function toSetup({ formId, scope, initial, only, replacing, draft }: FormOrder, draftKey: string): PrepareSetup {
  const places = toPlaces(only);
  const home = {
    key: draftKey,
    ...(draft && { of: toDraftPlace(draft) }),
    ...(draft?.reason && { refused: draft.reason }),
  };
  const replaced = toPlaces(replacing?.places);
  return {
    formId,
    config: scope.config,
    scope: scope.scope,
    initial: initial ?? {},
    ...(places ? { only: places } : {}),
    ...(replaced ? { replacing: { before: replacing?.data, places: replaced } } : {}),
    call,
    ...(store.get(signedInAtom) ? { draft: home } : {}),
  };
}

/** Pointers of what is asked for; the wire lists them with labels. */
function toPlaces(only: unknown): string[] | undefined {
  if (!Array.isArray(only)) return undefined;
  return only.flatMap((place: unknown) => {
    const at = typeof place === "string" ? place : (place as { at?: unknown } | null)?.at;
    return typeof at === "string" ? [at] : [];
  });
}
