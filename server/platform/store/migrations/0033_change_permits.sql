CREATE TABLE "change_permits" (
	"transaction_id" text NOT NULL,
	"verification_name" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"allowed_by" text NOT NULL,
	"allowed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "change_permits_transaction_id_verification_name_pk" PRIMARY KEY("transaction_id","verification_name")
);
--> statement-breakpoint
ALTER TABLE "change_permits" ADD CONSTRAINT "change_permits_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;