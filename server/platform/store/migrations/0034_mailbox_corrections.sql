CREATE TABLE "mailbox_corrections" (
	"transaction_id" text NOT NULL,
	"field_name" text NOT NULL,
	"mailbox" text NOT NULL,
	"reason" text NOT NULL,
	"corrected_by" text NOT NULL,
	"corrected_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "mailbox_corrections_transaction_id_field_name_pk" PRIMARY KEY("transaction_id","field_name")
);
--> statement-breakpoint
ALTER TABLE "mailbox_corrections" ADD CONSTRAINT "mailbox_corrections_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;