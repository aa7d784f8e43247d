ALTER TABLE "outbox" ADD COLUMN "notice_id" text;--> statement-breakpoint
CREATE INDEX "outbox_notice" ON "outbox" USING btree ("notice_id") WHERE "outbox"."notice_id" is not null;