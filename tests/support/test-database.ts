import { randomBytes } from "node:crypto";
import pg from "pg";

/** A separate database on the server of `DATABASE_URL`. */
export interface TestDatabase {
  readonly url: string;
  ask<T extends pg.QueryResultRow>(statement: string): Promise<T[]>;
  drop(): Promise<void>;
}

/**
 * Creates a database without candidates: empty, or from template1 (start-postgres.ts). Throws if `DATABASE_URL` is
 * missing or PostgreSQL refuses.
 */
export async function createTestDatabase(what: string): Promise<TestDatabase> {
  const beside = process.env["DATABASE_URL"];
  if (!beside) throw new Error("DATABASE_URL must name a PostgreSQL in which databases may be made.");
  const name = `sanad_${what}_${randomBytes(4).toString("hex")}`;
  await ask(beside, `create database ${name}`);
  const url = Object.assign(new URL(beside), { pathname: `/${name}` }).href;
  return {
    url,
    ask: (statement) => ask(url, statement),
    drop: async () => void (await ask(beside, `drop database ${name} with (force)`)),
  };
}

async function ask<T extends pg.QueryResultRow>(connectionString: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}
