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
ALTER TABLE "verifier_calls" ADD CONSTRAINT "verifier_calls_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verifier_calls_due" ON "verifier_calls" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "verifier_calls_of_organisation" ON "verifier_calls" USING btree ("org_id","state","created_at");