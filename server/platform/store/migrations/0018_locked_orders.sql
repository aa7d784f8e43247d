ALTER TABLE "orders" ADD COLUMN "locked_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "submitted_cart" jsonb;