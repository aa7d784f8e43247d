ALTER TABLE "cases" ADD COLUMN "institution" text;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "language" text;--> statement-breakpoint
CREATE INDEX "cases_open_institution" ON "cases" USING btree ("org_id","institution","due_at","transaction_id","sub_type") WHERE "cases"."state" in ('SUBMITTED', 'IN_PROGRESS');--> statement-breakpoint
CREATE INDEX "cases_open_language" ON "cases" USING btree ("org_id","language","due_at","transaction_id","sub_type") WHERE "cases"."state" in ('SUBMITTED', 'IN_PROGRESS');