ALTER TABLE "name_change_requests" DROP CONSTRAINT "name_change_requests_pkey";--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "former_name" text;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "name_change_requests_open" ON "name_change_requests" USING btree ("transaction_id") WHERE "name_change_requests"."state" = 'open';--> statement-breakpoint
CREATE INDEX "name_change_requests_transaction" ON "name_change_requests" USING btree ("transaction_id","requested_at");--> statement-breakpoint
CREATE INDEX "name_change_requests_state" ON "name_change_requests" USING btree ("state","requested_at");