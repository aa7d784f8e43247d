CREATE TABLE "presentation_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"candidate_id" text NOT NULL,
	"verification_name" text NOT NULL,
	"nonce" text NOT NULL,
	"sealed_key" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"refusal" text,
	"taken_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "transaction_items" ADD COLUMN "presented" jsonb;--> statement-breakpoint
ALTER TABLE "presentation_requests" ADD CONSTRAINT "presentation_requests_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presentation_requests" ADD CONSTRAINT "presentation_requests_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "presentation_requests_transaction" ON "presentation_requests" USING btree ("transaction_id");