import { evaluate, isTrue } from "#engine/rules/evaluate.ts";
import { readPath } from "#engine/rules/own-value.ts";
import type { FieldModel } from "#engine/form/form-model.ts";
import type { FormStore } from "./form-store.ts";

/** Asks an operation by its id. */
export type FillCall = (operation: string, args: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>;

const restMs = 300;

/**
 * Runs the `fill` of fields: once its `when` holds and typing has rested (at once on commit), the operation's answer is
 * offered to fields that the candidate has not typed in. A failure offers nothing; everything stays editable.
 * Gives the way to stop.
 */
export function runFills(store: FormStore, call: FillCall): () => void {
  const fields = store.model.fields.filter(({ field }) => field.fill);
  if (fields.length === 0) return () => undefined;
  const last = new Map<string, string>();
  const filled = new Set<string>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const running = new Map<string, AbortController>();

  const run = async (model: FieldModel): Promise<void> => {
    const fill = model.field.fill;
    const derived = store.derived();
    const scope = derived.scopeAt(model.base);
    if (!fill || !derived.fields[model.pointer]?.visible || !isTrue(fill.when, scope)) return;
    const args = Object.fromEntries(
      Object.entries(fill.with ?? {}).map(([name, expr]) => [name, evaluate(expr, scope)]),
    );
    const asked = JSON.stringify(args);
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
    offer(model, fill.into, answer);
  };

  const offer = (model: FieldModel, into: Readonly<Record<string, string>>, answer: unknown): void => {
    const values: Record<string, unknown> = {};
    for (const [at, path] of Object.entries(into)) {
      const pointer = model.base + at;
      const found = readPath(answer, path) ?? undefined;
      const empty = store.value(pointer) === undefined || store.value(pointer) === "";
      if (store.isTyped(pointer) && !empty) continue;
      if (found === undefined && !filled.has(pointer)) continue;
      values[pointer] = found;
      filled.add(pointer);
    }
    if (Object.keys(values).length > 0) store.adopt(values);
  };

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
