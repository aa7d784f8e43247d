CREATE TABLE "chat_threads" (
	"candidate_id" text NOT NULL,
	"org_id" text NOT NULL,
	"assignee_id" text,
	"waiting_since" timestamp with time zone,
	"last_at" timestamp with time zone NOT NULL,
	"read_by_candidate_at" timestamp with time zone,
	"read_by_staff_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "chat_threads_candidate_id_org_id_pk" PRIMARY KEY("candidate_id","org_id")
);
--> statement-breakpoint
DROP INDEX "deliveries_of_organisation";--> statement-breakpoint
DROP INDEX "deliveries_of_state";--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "org_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "staff_id" text;--> statement-breakpoint
ALTER TABLE "chat_threads" ADD CONSTRAINT "chat_threads_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_threads" ADD CONSTRAINT "chat_threads_assignee_id_staff_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_threads_waiting" ON "chat_threads" USING btree ("org_id","waiting_since","candidate_id") WHERE "chat_threads"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX "chat_threads_last" ON "chat_threads" USING btree ("org_id","last_at","candidate_id");--> statement-breakpoint
CREATE INDEX "chat_threads_changed" ON "chat_threads" USING btree ("org_id","changed_at");--> statement-breakpoint
CREATE INDEX "chat_threads_assignee" ON "chat_threads" USING btree ("assignee_id");--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_messages_staff_id_index" ON "chat_messages" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "deliveries_of_organisation" ON "deliveries" USING btree ("org_id","created_at","transaction_id","kind");--> statement-breakpoint
CREATE INDEX "deliveries_of_state" ON "deliveries" USING btree ("org_id","state","created_at","transaction_id","kind");--> statement-breakpoint
UPDATE "chat_messages" m SET "org_id" = t."org_id" FROM "transactions" t WHERE t."candidate_id" = m."candidate_id" AND NOT EXISTS (SELECT 1 FROM "transactions" newer WHERE newer."candidate_id" = t."candidate_id" AND (newer."created_at", newer."id") > (t."created_at", t."id"));--> statement-breakpoint
INSERT INTO "chat_threads" ("candidate_id", "org_id", "waiting_since", "last_at") SELECT "candidate_id", "org_id", min("created_at"), max("created_at") FROM "chat_messages" WHERE "author" = 'candidate' GROUP BY "candidate_id", "org_id";
