import { useEffect, useRef, useState } from "react";
import { call } from "#renderer/data/client.ts";
import { signedInAtom, store } from "#renderer/session/slices.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { toDraftPlace, type DraftValues } from "./draft/draft-place.ts";
import { prepareForm, type PreparedForm, type PrepareSetup } from "./prepare-form.ts";

/** What a screen says of a form that is to stand on it. */
export interface FormOrder {
  formId: string;
  scope: BlockScope;
  draft?: DraftValues;
  /** Nested data to begin with, where there is no draft. */
  initial?: unknown;
  /** Only these places are asked for: pointers, or objects that carry one under `at`. */
  only?: unknown;
  /** What was refused and must become another: its data, and the places. */
  replacing?: { data?: unknown; places?: unknown };
}

/** Fetches what the form needs; again for another form or submission, or on demand after a failure. */
export function usePrepared(
  order: FormOrder,
  draftKey: string,
): { prepared: PreparedForm | undefined; failed: boolean; retry(): void } {
  const [state, setState] = useState<{ key: string; prepared?: PreparedForm; failed?: boolean }>({ key: "" });
  const [round, setRound] = useState(0);
  const latest = useRef(order);
  useEffect(() => {
    latest.current = order;
  });
  const key = toKey(order, draftKey);
  useEffect(() => {
    let gone = false;
    prepareForm(toSetup(latest.current, draftKey)).then(
      (prepared) => {
        if (!gone) setState({ key, prepared });
      },
      (error: unknown) => {
        console.error(error);
        if (!gone) setState({ key, failed: true });
      },
    );
    return () => {
      gone = true;
    };
  }, [key, draftKey, round]);
  const current = state.key === key ? state : undefined;
  return {
    prepared: current?.prepared,
    failed: current?.failed === true,
    retry: () => {
      setState({ key: "" });
      setRound((n) => n + 1);
    },
  };
}

/** What makes it another form to prepare. */
const toKey = ({ formId, only, draft }: FormOrder, draftKey: string): string =>
  JSON.stringify([formId, draftKey, toPlaces(only) ?? null, draft?.reason ?? ""]);

function toSetup({ formId, scope, initial, only, replacing, draft }: FormOrder, draftKey: string): PrepareSetup {
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
