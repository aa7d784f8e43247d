CREATE TABLE "source_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"sub_type" text NOT NULL,
	"version" integer NOT NULL,
	"institution" text NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"sealed_token" text NOT NULL,
	"staff_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"answer" jsonb,
	CONSTRAINT "source_requests_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "verifier_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"system" text NOT NULL,
	"transaction_id" text NOT NULL,
	"sub_type" text NOT NULL,
	"version" integer NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "verifier_calls_once" UNIQUE("transaction_id","sub_type","version")
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "hold_key" text;--> statement-breakpoint
ALTER TABLE "source_requests" ADD CONSTRAINT "source_requests_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_requests" ADD CONSTRAINT "source_requests_submission" FOREIGN KEY ("transaction_id","sub_type") REFERENCES "public"."submissions"("transaction_id","sub_type") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verifier_calls" ADD CONSTRAINT "verifier_calls_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_requests_of_case" ON "source_requests" USING btree ("transaction_id","sub_type","created_at");--> statement-breakpoint
CREATE INDEX "source_requests_open" ON "source_requests" USING btree ("created_at") WHERE "source_requests"."answered_at" is null and "source_requests"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "source_requests_key_ids" ON "source_requests" USING btree (split_part("sealed_token", '.', 2),"id") WHERE "source_requests"."sealed_token" <> '';--> statement-breakpoint
CREATE INDEX "verifier_calls_due" ON "verifier_calls" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "verifier_calls_of_organisation" ON "verifier_calls" USING btree ("org_id","state","created_at");--> statement-breakpoint
CREATE INDEX "outbox_held" ON "outbox" USING btree ("hold_key") WHERE "outbox"."hold_key" is not null and "outbox"."sent_at" is null;