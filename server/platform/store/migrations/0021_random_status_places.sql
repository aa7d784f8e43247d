ALTER TABLE "credential_statuses" ADD COLUMN "list" integer;--> statement-breakpoint
ALTER TABLE "credential_statuses" ADD COLUMN "place" integer;--> statement-breakpoint
UPDATE "credential_statuses" SET "list" = "number" / 65536, "place" = ("number" % 65536)::bigint * 40503 % 65536;--> statement-breakpoint
ALTER TABLE "credential_statuses" ALTER COLUMN "list" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "credential_statuses" ALTER COLUMN "place" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "credentials_withdrawn" ON "credentials" USING btree ("id") WHERE "credentials"."revoked_at" is not null;--> statement-breakpoint
ALTER TABLE "credential_statuses" ADD CONSTRAINT "credential_statuses_place" UNIQUE("list","place");--> statement-breakpoint
-- Servers of the release before go on counting. From here their places are in lists that nobody draws from.
SELECT setval(pg_get_serial_sequence('credential_statuses', 'number'), 1073741824, false) WHERE EXISTS (SELECT FROM "credential_statuses");
