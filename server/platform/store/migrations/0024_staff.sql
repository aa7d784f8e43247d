CREATE TABLE "case_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"sub_type" text NOT NULL,
	"staff_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"transaction_id" text NOT NULL,
	"sub_type" text NOT NULL,
	"org_id" text NOT NULL,
	"verification_name" text NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"assignee_id" text,
	"assigned_at" timestamp with time zone,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cases_transaction_id_sub_type_pk" PRIMARY KEY("transaction_id","sub_type")
);
--> statement-breakpoint
CREATE TABLE "submission_versions" (
	"transaction_id" text NOT NULL,
	"sub_type" text NOT NULL,
	"version" integer NOT NULL,
	"data" jsonb NOT NULL,
	"insufficiency" jsonb,
	"replaced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "submission_versions_transaction_id_sub_type_version_pk" PRIMARY KEY("transaction_id","sub_type","version")
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"display_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "staff_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "staff_approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"operation" text NOT NULL,
	"call_hash" text NOT NULL,
	"subject" text NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"approved_by" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_invitations_staffId_unique" UNIQUE("staff_id")
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"webauthn_id" text NOT NULL,
	"public_key" text NOT NULL,
	"name" text NOT NULL,
	"counter" bigint NOT NULL,
	"multi_device" boolean NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"staff_id" text NOT NULL,
	CONSTRAINT "staff_passkeys_webauthnId_unique" UNIQUE("webauthn_id")
);
--> statement-breakpoint
CREATE TABLE "staff_roles" (
	"staff_id" text NOT NULL,
	"org_id" text NOT NULL,
	"role" text NOT NULL,
	"granted_by" text,
	"granted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_roles_staff_id_org_id_role_pk" PRIMARY KEY("staff_id","org_id","role")
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"proved_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text
);
--> statement-breakpoint
ALTER TABLE "verifier_events" ADD COLUMN "staff_id" text;--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_assignee_id_staff_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_submission" FOREIGN KEY ("transaction_id","sub_type") REFERENCES "public"."submissions"("transaction_id","sub_type") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_versions" ADD CONSTRAINT "submission_versions_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_approvals" ADD CONSTRAINT "staff_approvals_requested_by_staff_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_approvals" ADD CONSTRAINT "staff_approvals_approved_by_staff_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_notes_transaction_id_sub_type_created_at_index" ON "case_notes" USING btree ("transaction_id","sub_type","created_at");--> statement-breakpoint
CREATE INDEX "cases_open" ON "cases" USING btree ("org_id","due_at","transaction_id","sub_type") WHERE "cases"."state" in ('SUBMITTED', 'IN_PROGRESS');--> statement-breakpoint
CREATE INDEX "cases_open_verification" ON "cases" USING btree ("org_id","verification_name","due_at","transaction_id","sub_type") WHERE "cases"."state" in ('SUBMITTED', 'IN_PROGRESS');--> statement-breakpoint
CREATE INDEX "cases_assignee" ON "cases" USING btree ("assignee_id","org_id","due_at","transaction_id","sub_type");--> statement-breakpoint
CREATE INDEX "cases_changed" ON "cases" USING btree ("org_id","changed_at");--> statement-breakpoint
CREATE INDEX "cases_state" ON "cases" USING btree ("org_id","state","due_at","transaction_id","sub_type");--> statement-breakpoint
CREATE INDEX "staff_approvals_open" ON "staff_approvals" USING btree ("org_id","requested_at");--> statement-breakpoint
CREATE INDEX "staff_approvals_call" ON "staff_approvals" USING btree ("requested_by","call_hash");--> statement-breakpoint
CREATE INDEX "staff_approvals_expires" ON "staff_approvals" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_invitations_expires" ON "staff_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_passkeys_staff_id_index" ON "staff_passkeys" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_roles_org_id_index" ON "staff_roles" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_open" ON "staff_sessions" USING btree ("staff_id") WHERE "staff_sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "staff_sessions_expires" ON "staff_sessions" USING btree ("expires_at");