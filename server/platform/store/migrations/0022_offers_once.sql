ALTER TABLE "credential_offers" ADD COLUMN "client_hash" text;--> statement-breakpoint
ALTER TABLE "credential_offers" ADD COLUMN "holder_hash" text;--> statement-breakpoint
ALTER TABLE "credential_offers" ADD COLUMN "nonce_hash" text;--> statement-breakpoint
ALTER TABLE "credential_offers" ADD COLUMN "sealed_copy" text;--> statement-breakpoint
CREATE INDEX "credential_offers_copy_key_ids" ON "credential_offers" USING btree (split_part("sealed_copy", '.', 2),"id") WHERE "credential_offers"."sealed_copy" <> '';--> statement-breakpoint
ALTER TABLE "credential_offers" ADD CONSTRAINT "credential_offers_nonceHash_unique" UNIQUE("nonce_hash");