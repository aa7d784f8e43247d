CREATE TABLE "change_permits" (
	"transaction_id" text NOT NULL,
	"verification_name" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"allowed_by" text NOT NULL,
	"allowed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "change_permits_transaction_id_verification_name_pk" PRIMARY KEY("transaction_id","verification_name")
);
--> statement-breakpoint
CREATE TABLE "mailbox_corrections" (
	"transaction_id" text NOT NULL,
	"field_name" text NOT NULL,
	"mailbox" text NOT NULL,
	"reason" text NOT NULL,
	"corrected_by" text NOT NULL,
	"corrected_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "mailbox_corrections_transaction_id_field_name_pk" PRIMARY KEY("transaction_id","field_name")
);
--> statement-breakpoint
ALTER TABLE "name_change_requests" DROP CONSTRAINT "name_change_requests_pkey";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "notice_id" text;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "former_name" text;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "change_permits" ADD CONSTRAINT "change_permits_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox_corrections" ADD CONSTRAINT "mailbox_corrections_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_notice" ON "outbox" USING btree ("notice_id") WHERE "outbox"."notice_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "name_change_requests_open" ON "name_change_requests" USING btree ("transaction_id") WHERE "name_change_requests"."state" = 'open';--> statement-breakpoint
CREATE INDEX "name_change_requests_transaction" ON "name_change_requests" USING btree ("transaction_id","requested_at");--> statement-breakpoint
CREATE INDEX "name_change_requests_state" ON "name_change_requests" USING btree ("state","requested_at");