CREATE TABLE "invoices" (
	"order_id" text PRIMARY KEY NOT NULL,
	"series" text NOT NULL,
	"number" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("series","number");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("candidate_id") WHERE read_at is null;--> statement-breakpoint
UPDATE "notifications" SET "read_at" = "created_at";
