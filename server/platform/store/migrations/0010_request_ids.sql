ALTER TABLE "outbox" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "request_id" text;