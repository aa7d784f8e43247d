ALTER TABLE "files" ADD COLUMN "scan" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "scan_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "scan" text;--> statement-breakpoint
CREATE INDEX "files_waiting" ON "files" USING btree ("scan_asked_at") WHERE "files"."scan" = 'waiting';