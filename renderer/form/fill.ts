import { evaluate, isTrue } from "#engine/rules/evaluate.ts";
import { readPath } from "#engine/rules/own-value.ts";
import type { FieldModel } from "#engine/form/form-model.ts";
import type { FormStore } from "./form-store.ts";

/** Asks an operation by its id. */
export type FillCall = (operation: string, args: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>;

const restMs = 300;

/**
 * Runs the `fill` of fields: once its `when` holds and typing has rested (at once on commit), the operation's answer is
 * offered to fields that the candidate has not typed in. What came with the form stays beside the value that it came
 * with, since it may have been corrected earlier: there only blanks are filled. A failure offers nothing; everything
 * stays editable. Gives the way to stop.
 */
export function runFills(store: FormStore, call: FillCall): () => void {
  const fields = store.model.fields.filter(({ field }) => field.fill);
  if (fields.length === 0) return () => undefined;
  const last = new Map<string, string>();
  /** What a field asks with as long as nobody typed in it; gone once the answer to something else has been taken. */
  const untouched = new Map<string, string>();
  const filled = new Set<string>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const running = new Map<string, AbortController>();

  const run = async (model: FieldModel): Promise<void> => {
    const fill = model.field.fill;
    const args = findArgs(store, model);
    if (!fill || !args) return;
    const asked = JSON.stringify(args);
    if (!store.isTyped(model.pointer)) untouched.set(model.pointer, asked);
    if (last.get(model.pointer) === asked) return;
    last.set(model.pointer, asked);
    running.get(model.pointer)?.abort();
    const controller = new AbortController();
    running.set(model.pointer, controller);
    const answer = await call(fill.call, args, controller.signal).catch((error: unknown): undefined => {
      const { status } = error as { status?: number };
      const refused = status !== undefined && status >= 400 && status < 500;
      if (!refused) last.delete(model.pointer); // a lost line may be asked again
      return undefined;
    });
    if (controller.signal.aborted || answer === undefined) return;
    offer(model, fill.into, answer, untouched.get(model.pointer) === asked);
  };

  const offer = (
    model: FieldModel,
    into: Readonly<Record<string, string>>,
    answer: unknown,
    blanksOnly: boolean,
  ): void => {
    const values: Record<string, unknown> = {};
    for (const [at, path] of Object.entries(into)) {
      const pointer = model.base + at;
      const found = readPath(answer, path) ?? undefined;
      const empty = store.value(pointer) === undefined || store.value(pointer) === "";
      if ((blanksOnly || store.isTyped(pointer)) && !empty) continue;
      if (found === undefined && !filled.has(pointer)) continue;
      values[pointer] = found;
      filled.add(pointer);
    }
    if (Object.keys(values).length === 0) return;
    if (!blanksOnly) untouched.delete(model.pointer);
    store.adopt(values);
  };

  for (const model of fields) {
    const args = findArgs(store, model);
    if (args) untouched.set(model.pointer, JSON.stringify(args));
  }

  const stop = store.onChange((pointer, committed) => {
    const model = fields.find((field) => field.pointer === pointer);
    if (!model) return;
    clearTimeout(timers.get(pointer));
    if (committed) void run(model);
    else
      timers.set(
        pointer,
        setTimeout(() => void run(model), restMs),
      );
  });
  return () => {
    stop();
    for (const timer of timers.values()) clearTimeout(timer);
    for (const controller of running.values()) controller.abort();
  };
}

/** What a field's operation is asked with as of now; undefined while it is not to be asked. */
function findArgs(store: FormStore, { pointer, base, field }: FieldModel): Record<string, unknown> | undefined {
  const derived = store.derived();
  const scope = derived.scopeAt(base);
  if (!field.fill || !derived.fields[pointer]?.visible || !isTrue(field.fill.when, scope)) return undefined;
  return Object.fromEntries(Object.entries(field.fill.with ?? {}).map(([name, expr]) => [name, evaluate(expr, scope)]));
}
