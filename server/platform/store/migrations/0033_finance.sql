ALTER TABLE "refunds" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "requested_by" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "approved_by" text;--> statement-breakpoint
ALTER TABLE "staff_approvals" ADD COLUMN "detail" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_staff_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_approved_by_staff_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "candidates_last_digits" ON "candidates" USING btree (right(coalesce("mobile", "former_mobile"), 4));--> statement-breakpoint
CREATE INDEX "orders_organisation" ON "orders" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_month" ON "orders" USING btree ("org_id",coalesce("paid_at", "created_at"),"id");--> statement-breakpoint
CREATE INDEX "refunds_created" ON "refunds" USING btree ("created_at","id");