CREATE TABLE "credential_links" (
	"id" text PRIMARY KEY NOT NULL,
	"credential_id" text NOT NULL,
	"candidate_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"audience" text NOT NULL,
	"facts" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"max_looks" integer,
	"looks" integer DEFAULT 0 NOT NULL,
	"taken_back_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credential_links_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "credential_looks" (
	"id" text PRIMARY KEY NOT NULL,
	"link_id" text NOT NULL,
	"zone" text NOT NULL,
	"device" text NOT NULL,
	"visit_hash" text,
	"looked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credential_offers" (
	"id" text PRIMARY KEY NOT NULL,
	"credential_id" text NOT NULL,
	"candidate_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"sealed_code" text NOT NULL,
	"sealed_digits" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"token_hash" text,
	"taken_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credential_offers_codeHash_unique" UNIQUE("code_hash"),
	CONSTRAINT "credential_offers_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "credential_statuses" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credential_statuses_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"credential_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "issuer_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" jsonb NOT NULL,
	"sealed_key" text NOT NULL,
	"signs_from" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "vct" text;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "holder_key" text;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "revoked_reason" text;--> statement-breakpoint
ALTER TABLE "credential_links" ADD CONSTRAINT "credential_links_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_links" ADD CONSTRAINT "credential_links_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_looks" ADD CONSTRAINT "credential_looks_link_id_credential_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."credential_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_offers" ADD CONSTRAINT "credential_offers_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_offers" ADD CONSTRAINT "credential_offers_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_statuses" ADD CONSTRAINT "credential_statuses_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credential_links_credential" ON "credential_links" USING btree ("credential_id","created_at");--> statement-breakpoint
CREATE INDEX "credential_looks_link" ON "credential_looks" USING btree ("link_id","looked_at");--> statement-breakpoint
CREATE INDEX "credential_offers_credential" ON "credential_offers" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "credential_statuses_credential" ON "credential_statuses" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "files_unscanned" ON "files" USING btree ("scan_asked_at" NULLS FIRST) WHERE "files"."scan" is null;--> statement-breakpoint
CREATE INDEX "credentials_of_submission" ON "credentials" USING btree ("transaction_id","sub_type");--> statement-breakpoint
CREATE INDEX "credentials_old_form" ON "credentials" USING btree ("issued_at") WHERE "credentials"."vct" is null;