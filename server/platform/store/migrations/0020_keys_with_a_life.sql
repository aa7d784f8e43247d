CREATE TABLE "secret_keys" (
	"secret" text NOT NULL,
	"key_id" text NOT NULL,
	"newest_at" timestamp with time zone,
	"replaced_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	CONSTRAINT "secret_keys_secret_key_id_pk" PRIMARY KEY("secret","key_id")
);
--> statement-breakpoint
ALTER TABLE "share_link_views" DROP CONSTRAINT "share_link_views_link_id_share_links_id_fk";
--> statement-breakpoint
ALTER TABLE "share_link_views" ADD CONSTRAINT "share_link_views_link_id_share_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."share_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credential_offers_code_key_ids" ON "credential_offers" USING btree (split_part("sealed_code", '.', 2),"id") WHERE "credential_offers"."sealed_code" <> '';--> statement-breakpoint
CREATE INDEX "credential_offers_digits_key_ids" ON "credential_offers" USING btree (split_part("sealed_digits", '.', 2),"id") WHERE "credential_offers"."sealed_digits" <> '';--> statement-breakpoint
CREATE INDEX "issuer_keys_key_ids" ON "issuer_keys" USING btree (split_part("sealed_key", '.', 2),"id") WHERE "issuer_keys"."sealed_key" <> '';--> statement-breakpoint
CREATE INDEX "presentation_requests_key_ids" ON "presentation_requests" USING btree (split_part("sealed_key", '.', 2),"id") WHERE "presentation_requests"."sealed_key" <> '';--> statement-breakpoint
CREATE INDEX "share_links_key_ids" ON "share_links" USING btree (split_part("sealed_secret", '.', 2),"id") WHERE "share_links"."sealed_secret" <> '';--> statement-breakpoint
CREATE INDEX "outbox_key_ids" ON "outbox" USING btree (split_part("sealed_content", '.', 2),"id") WHERE "outbox"."sealed_content" <> '';--> statement-breakpoint
CREATE INDEX "sandbox_messages_key_ids" ON "sandbox_messages" USING btree (split_part("sealed_content", '.', 2),"id") WHERE "sandbox_messages"."sealed_content" <> '';--> statement-breakpoint
CREATE INDEX "otp_codes_key_ids" ON "otp_codes" USING btree (split_part("sealed_payload", '.', 2),"id") WHERE "otp_codes"."sealed_payload" <> '';--> statement-breakpoint
CREATE INDEX "idempotency_keys_key_ids" ON "idempotency_keys" USING btree (split_part("sealed_response", '.', 2),"id") WHERE "idempotency_keys"."sealed_response" <> '';--> statement-breakpoint
CREATE INDEX "credentials_key_ids" ON "credentials" USING btree (split_part("holder_key", '.', 2),"id") WHERE "credentials"."holder_key" <> '';