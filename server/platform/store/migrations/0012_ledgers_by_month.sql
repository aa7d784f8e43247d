-- What happened lies in one table for each month: the three ledgers become partitioned tables, and their rows move over as they are.
CREATE SCHEMA "ledger_months";
--> statement-breakpoint
ALTER TABLE "state_ledger" RENAME TO "state_ledger_before";
--> statement-breakpoint
ALTER TABLE "audit_log" RENAME TO "audit_log_before";
--> statement-breakpoint
ALTER TABLE "order_ledger" RENAME TO "order_ledger_before";
--> statement-breakpoint
CREATE TABLE "state_ledger" (
	"id" bigint DEFAULT nextval('state_ledger_id_seq') NOT NULL,
	"transaction_id" text NOT NULL,
	"item" text,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	"moved_by" text NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "state_ledger_id_moved_at_pk" PRIMARY KEY("id","moved_at")
) PARTITION BY RANGE ("moved_at");
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"seq" bigint DEFAULT nextval('audit_log_seq_seq') NOT NULL,
	"event" text NOT NULL,
	"candidate_id" text,
	"detail" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "audit_log_seq_at_pk" PRIMARY KEY("seq","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "order_ledger" (
	"id" bigint DEFAULT nextval('order_ledger_id_seq') NOT NULL,
	"order_id" text NOT NULL,
	"refund_id" text,
	"from_status" text,
	"to_status" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_ledger_id_moved_at_pk" PRIMARY KEY("id","moved_at")
) PARTITION BY RANGE ("moved_at");
--> statement-breakpoint
ALTER SEQUENCE "state_ledger_id_seq" OWNED BY "state_ledger"."id";
--> statement-breakpoint
ALTER SEQUENCE "audit_log_seq_seq" OWNED BY "audit_log"."seq";
--> statement-breakpoint
ALTER SEQUENCE "order_ledger_id_seq" OWNED BY "order_ledger"."id";
--> statement-breakpoint
-- What falls into no month that was made: it is written all the same.
CREATE TABLE "ledger_months"."state_ledger_other" PARTITION OF "state_ledger" DEFAULT;
--> statement-breakpoint
CREATE TABLE "ledger_months"."audit_log_other" PARTITION OF "audit_log" DEFAULT;
--> statement-breakpoint
CREATE TABLE "ledger_months"."order_ledger_other" PARTITION OF "order_ledger" DEFAULT;
--> statement-breakpoint
DO $$
DECLARE
  ledger text;
  moment text;
  month timestamp;
BEGIN
  FOR ledger, moment IN VALUES ('state_ledger', 'moved_at'), ('audit_log', 'at'), ('order_ledger', 'moved_at') LOOP
    FOR month IN EXECUTE format('SELECT DISTINCT date_trunc(''month'', %I AT TIME ZONE ''UTC'') FROM %I', moment, ledger || '_before') LOOP
      EXECUTE format('CREATE TABLE ledger_months.%I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        ledger || to_char(month, '_YYYY_MM'), ledger, month::text || '+00', (month + interval '1 month')::text || '+00');
    END LOOP;
    EXECUTE format('INSERT INTO %I SELECT * FROM %I ORDER BY 1', ledger, ledger || '_before');
    EXECUTE format('DROP TABLE %I', ledger || '_before');
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE INDEX "state_ledger_transaction" ON "state_ledger" USING btree ("transaction_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_candidate_id_index" ON "audit_log" USING btree ("candidate_id");--> statement-breakpoint
CREATE INDEX "audit_log_published" ON "audit_log" USING btree ("at") WHERE "audit_log"."event" = 'config-published';--> statement-breakpoint
CREATE INDEX "order_ledger_order" ON "order_ledger" USING btree ("order_id","id");--> statement-breakpoint
-- A row of a month is chained under the name of its ledger.
CREATE OR REPLACE function chain_row() returns trigger language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  source text := tg_argv[1];
  last_seq bigint;
  last_hash text;
begin
  perform pg_advisory_xact_lock(7262624);
  select seq, hash into last_seq, last_hash from ledger_chain order by seq desc limit 1;
  insert into ledger_chain (seq, source, row_id, hash) values (
    coalesce(last_seq, 0) + 1, source, (to_jsonb(new) ->> tg_argv[0])::bigint,
    chain_hash(coalesce(last_hash, ''), source, to_jsonb(new)));
  return null;
end
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER state_ledger_chained AFTER INSERT ON state_ledger DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_row('id', 'state_ledger');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_log_chained AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_row('seq', 'audit_log');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER order_ledger_chained AFTER INSERT ON order_ledger DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_row('id', 'order_ledger');
