import { findFillArgs, listFilledValues } from "#engine/core/form/fill.ts";
import type { FieldModel } from "#engine/core/form/form-model.ts";
import type { FormStore } from "./form-store.ts";

/** Calls an operation by its id. */
export type FillCall = (operation: string, args: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>;

const typingPauseMs = 300;

/**
 * Runs the `fill` of each field: calls its operation when `when` holds, at once on commit, else when typing pauses. The
 * answer fills the target fields that the candidate has not typed in. Values that came with the form are kept, because
 * they may be corrections: then only empty fields are filled. A failed call fills nothing. Returns a function that
 * stops it.
 */
export function startFills(store: FormStore, call: FillCall): () => void {
  const fields = store.model.fields.filter(({ field }) => field.fill);
  if (fields.length === 0) return () => undefined;
  const lastArgs = new Map<string, string>();
  /**
   * Arguments with which a field's data came, while the candidate has not typed in it. Removed once another answer is
   * used.
   */
  const initialArgs = new Map<string, string>();
  const filled = new Set<string>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const running = new Map<string, AbortController>();

  const run = async (model: FieldModel): Promise<void> => {
    const fill = model.field.fill;
    const args = findFillArgs(model, store.derived());
    if (!fill || !args) return;
    const argsKey = JSON.stringify(args);
    if (!store.isTyped(model.pointer)) initialArgs.set(model.pointer, argsKey);
    if (lastArgs.get(model.pointer) === argsKey) return;
    lastArgs.set(model.pointer, argsKey);
    running.get(model.pointer)?.abort();
    const controller = new AbortController();
    running.set(model.pointer, controller);
    const answer = await call(fill.call, args, controller.signal).catch((error: unknown): undefined => {
      const { status } = error as { status?: number };
      const refused = status !== undefined && status >= 400 && status < 500;
      if (!refused) lastArgs.delete(model.pointer); // after a lost connection the same call may be made again
      return undefined;
    });
    if (controller.signal.aborted || answer === undefined) return;
    fillIn(model, answer, initialArgs.get(model.pointer) === argsKey);
  };

  const fillIn = (model: FieldModel, answer: unknown, emptyOnly: boolean): void => {
    const values: Record<string, unknown> = {};
    for (const [pointer, found] of listFilledValues(model, answer)) {
      const empty = store.value(pointer) === undefined || store.value(pointer) === "";
      if ((emptyOnly || store.isTyped(pointer)) && !empty) continue;
      if (found === undefined && !filled.has(pointer)) continue;
      values[pointer] = found;
      filled.add(pointer);
    }
    if (Object.keys(values).length === 0) return;
    if (!emptyOnly) initialArgs.delete(model.pointer);
    store.setExternalValues(values);
  };

  for (const model of fields) {
    const args = findFillArgs(model, store.derived());
    if (args) initialArgs.set(model.pointer, JSON.stringify(args));
  }

  const stop = store.onChange((pointer, committed) => {
    const model = fields.find((field) => field.pointer === pointer);
    if (!model) return;
    clearTimeout(timers.get(pointer));
    if (committed) void run(model);
    else
      timers.set(
        pointer,
        setTimeout(() => void run(model), typingPauseMs),
      );
  });
  return () => {
    stop();
    for (const timer of timers.values()) clearTimeout(timer);
    for (const controller of running.values()) controller.abort();
  };
}
