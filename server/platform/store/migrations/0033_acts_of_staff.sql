CREATE TABLE "change_permits" (
	"transaction_id" text NOT NULL,
	"verification_name" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"allowed_by" text NOT NULL,
	"allowed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "change_permits_transaction_id_verification_name_pk" PRIMARY KEY("transaction_id","verification_name")
);
--> statement-breakpoint
CREATE TABLE "candidate_keys" (
	"candidate_id" text PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deletion_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"candidate_id" text NOT NULL,
	"org_id" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"staff_id" text,
	"reason" text,
	"locked_contacts" text,
	"kept" jsonb,
	"erased_at" timestamp with time zone,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "retained_orders" (
	"order_id" text PRIMARY KEY NOT NULL,
	"candidate_id" text NOT NULL,
	"sealed" text NOT NULL
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
ALTER TABLE "candidates" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "file_id" text;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "chat_threads" ADD COLUMN "handed_over_by" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "notice_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "requested_by" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "approved_by" text;--> statement-breakpoint
ALTER TABLE "staff_approvals" ADD COLUMN "detail" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "former_name" text;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "change_permits" ADD CONSTRAINT "change_permits_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidate_keys" ADD CONSTRAINT "candidate_keys_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deletion_requests" ADD CONSTRAINT "deletion_requests_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deletion_requests" ADD CONSTRAINT "deletion_requests_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retained_orders" ADD CONSTRAINT "retained_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retained_orders" ADD CONSTRAINT "retained_orders_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox_corrections" ADD CONSTRAINT "mailbox_corrections_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "candidate_keys_key_ids" ON "candidate_keys" USING btree (split_part("sealed_key", '.', 2),"candidate_id") WHERE "candidate_keys"."sealed_key" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "deletion_requests_one_open" ON "deletion_requests" USING btree ("candidate_id") WHERE "deletion_requests"."state" in ('open', 'approved');--> statement-breakpoint
CREATE INDEX "deletion_requests_of_organisation" ON "deletion_requests" USING btree ("org_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "deletion_requests_candidate" ON "deletion_requests" USING btree ("candidate_id");--> statement-breakpoint
CREATE INDEX "deletion_requests_staff" ON "deletion_requests" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "deletion_requests_running" ON "deletion_requests" USING btree ("decided_at") WHERE "deletion_requests"."state" in ('approved', 'erased') and "deletion_requests"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "retained_orders_candidate_id_index" ON "retained_orders" USING btree ("candidate_id");--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_threads" ADD CONSTRAINT "chat_threads_handed_over_by_staff_id_fk" FOREIGN KEY ("handed_over_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_staff_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_approved_by_staff_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "candidates_last_digits" ON "candidates" USING btree (right(coalesce("mobile", "former_mobile"), 4));--> statement-breakpoint
CREATE INDEX "chat_messages_file_id_index" ON "chat_messages" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "chat_threads_handed_over_by_index" ON "chat_threads" USING btree ("handed_over_by");--> statement-breakpoint
CREATE INDEX "outbox_notice" ON "outbox" USING btree ("notice_id") WHERE "outbox"."notice_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_organisation" ON "orders" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_month" ON "orders" USING btree ("org_id",coalesce("paid_at", "created_at"),"id");--> statement-breakpoint
CREATE INDEX "refunds_created" ON "refunds" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "name_change_requests_open" ON "name_change_requests" USING btree ("transaction_id") WHERE "name_change_requests"."state" = 'open';--> statement-breakpoint
CREATE INDEX "name_change_requests_transaction" ON "name_change_requests" USING btree ("transaction_id","requested_at");--> statement-breakpoint
CREATE INDEX "name_change_requests_state" ON "name_change_requests" USING btree ("state","requested_at");