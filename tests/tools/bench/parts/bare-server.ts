/*
 * The least that a service could do, to measure ours against: sends given bytes, or makes two questions by primary key.
 * A process of its own; told what to send, it says where it listens.
 */
import Fastify from "fastify";
import pg from "pg";

/** What it is told: bytes with their headers, and where the database is. */
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
  // Its database goes before it does.
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
