import type { Queryable } from "./database.ts";

/** What drizzle makes of a query whose values come later. */
interface Statement<T> {
  execute(values: Record<string, unknown>): Promise<T>;
}

/**
 * A statement that is built once, and run on whichever connection asks: to build a large one takes longer than to run it.
 * `build` writes it with `sql.placeholder`s; connections keep its plan under `name`.
 */
export function prepareOnce<T, Values extends Record<string, unknown>>(
  name: string,
  build: (db: Queryable) => { prepare(name: string): Statement<T> },
): (db: Queryable, values: Values) => Promise<T> {
  let built: Statement<T> | undefined;
  return (db, values) => on(db, (built ??= build(db).prepare(name))).execute(values);
}

/** Drizzle ties a statement to the connection that it was built on, though nothing else of it depends on that. */
function on<T>(db: Queryable, built: Statement<T>): Statement<T> {
  const { client } = (db as unknown as { session: { client: object } }).session;
  return Object.create(built, { client: { value: client } }) as Statement<T>;
}
