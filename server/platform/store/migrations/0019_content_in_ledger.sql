ALTER TABLE "candidates" ADD COLUMN "content_salt" text DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "state_ledger" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "content_salt" text DEFAULT gen_random_uuid() NOT NULL;