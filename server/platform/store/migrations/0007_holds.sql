CREATE TABLE "ledger_chain" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"row_id" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_ledger" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"refund_id" text,
	"from_status" text,
	"to_status" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"moved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "claim" text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "leased_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "network" text;--> statement-breakpoint
CREATE INDEX "order_ledger_order" ON "order_ledger" USING btree ("order_id","id");--> statement-breakpoint
CREATE OR REPLACE function chain_hash(before_hash text, source text, ledger_row jsonb) returns text language sql immutable as $$
  select encode(sha256(convert_to(before_hash || ' ' || source || ' ' || jsonb_strip_nulls(ledger_row)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
create or replace function chain_row() returns trigger language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  last_seq bigint;
  last_hash text;
begin
  perform pg_advisory_xact_lock(7262624);
  select seq, hash into last_seq, last_hash from ledger_chain order by seq desc limit 1;
  insert into ledger_chain (seq, source, row_id, hash) values (
    coalesce(last_seq, 0) + 1, tg_table_name, (to_jsonb(new) ->> tg_argv[0])::bigint,
    chain_hash(coalesce(last_hash, ''), tg_table_name, to_jsonb(new)));
  return null;
end
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER state_ledger_chained AFTER INSERT ON state_ledger DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_row('id');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_log_chained AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_row('seq');
--> statement-breakpoint
-- What was there before is taken as it stands.
DO $$
DECLARE
  last_seq bigint := 0;
  last_hash text := '';
  found record;
BEGIN
  SET LOCAL timezone = 'UTC';
  FOR found IN
    SELECT 'state_ledger' AS source, id AS row_id, to_jsonb(l) AS body FROM state_ledger l
    UNION ALL SELECT 'audit_log', seq, to_jsonb(a) FROM audit_log a ORDER BY 1, 2
  LOOP
    last_seq := last_seq + 1;
    last_hash := chain_hash(last_hash, found.source, found.body);
    INSERT INTO ledger_chain (seq, source, row_id, hash) VALUES (last_seq, found.source, found.row_id, last_hash);
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER order_ledger_chained AFTER INSERT ON order_ledger DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_row('id');
--> statement-breakpoint
INSERT INTO order_ledger (order_id, to_status, amount_minor, moved_at) SELECT id, status, amount_minor, updated_at FROM orders ORDER BY created_at;
--> statement-breakpoint
INSERT INTO order_ledger (order_id, refund_id, to_status, amount_minor, moved_at) SELECT order_id, id, status, amount_minor, updated_at FROM refunds ORDER BY created_at;
--> statement-breakpoint
SET CONSTRAINTS ALL IMMEDIATE;
--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;
