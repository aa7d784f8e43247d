/*
 * A minimal service to compare ours with: sends given bytes, or runs two queries by primary key. Runs in its own
 * process and prints its address.
 */
import Fastify from "fastify";
import pg from "pg";

/** Bytes with their headers, and the database's address. */
export interface BareOrder {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
  readonly candidateId: string;
  readonly txnId: string;
}

process.once("message", async ({ body, headers, databaseUrl, candidateId, txnId }: BareOrder) => {
  const bytes = Buffer.from(body, "base64");
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  // The database may end first.
  pool.on("error", () => undefined);
  const server = Fastify();
  server.get("/bytes", async (_request, reply) => reply.headers(headers).send(bytes));
  server.get("/two", async () => {
    const candidates = await pool.query("select * from candidates where id = $1", [candidateId]);
    const transactions = await pool.query("select * from transactions where id = $1", [txnId]);
    return { data: { candidate: candidates.rows[0], transaction: transactions.rows[0] } };
  });
  const origin = await server.listen({ host: "127.0.0.1", port: 0 });
  process.send?.({ origin });
});
