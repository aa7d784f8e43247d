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
ALTER TABLE "candidates" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "candidate_keys" ADD CONSTRAINT "candidate_keys_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deletion_requests" ADD CONSTRAINT "deletion_requests_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deletion_requests" ADD CONSTRAINT "deletion_requests_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retained_orders" ADD CONSTRAINT "retained_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retained_orders" ADD CONSTRAINT "retained_orders_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "candidate_keys_key_ids" ON "candidate_keys" USING btree (split_part("sealed_key", '.', 2),"candidate_id") WHERE "candidate_keys"."sealed_key" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "deletion_requests_one_open" ON "deletion_requests" USING btree ("candidate_id") WHERE "deletion_requests"."state" in ('open', 'approved');--> statement-breakpoint
CREATE INDEX "deletion_requests_of_organisation" ON "deletion_requests" USING btree ("org_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "deletion_requests_candidate" ON "deletion_requests" USING btree ("candidate_id");--> statement-breakpoint
CREATE INDEX "deletion_requests_staff" ON "deletion_requests" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "deletion_requests_running" ON "deletion_requests" USING btree ("decided_at") WHERE "deletion_requests"."state" in ('approved', 'erased') and "deletion_requests"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "retained_orders_candidate_id_index" ON "retained_orders" USING btree ("candidate_id");