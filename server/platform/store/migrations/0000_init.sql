CREATE TABLE "audit_log" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"candidate_id" text,
	"detail" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "candidates" (
	"id" text PRIMARY KEY NOT NULL,
	"mobile" text NOT NULL,
	"display_name" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"agent_id" text,
	"proved_name" text,
	"verified_at" timestamp with time zone,
	"deletion_requested_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "candidates_mobile_unique" UNIQUE("mobile")
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"candidate_id" text NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" text PRIMARY KEY NOT NULL,
	"candidate_id" text NOT NULL,
	"purpose" text NOT NULL,
	"text" text NOT NULL,
	"locale" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profile_verifications" (
	"candidate_id" text NOT NULL,
	"category" text NOT NULL,
	"type" text NOT NULL,
	"sub_type" text NOT NULL,
	"masked_number" text,
	"number_hash" text,
	"data" jsonb,
	"verified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "profile_verifications_candidate_id_type_pk" PRIMARY KEY("candidate_id","type")
);
--> statement-breakpoint
CREATE TABLE "captchas" (
	"id" text PRIMARY KEY NOT NULL,
	"candidate_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"verification_name" text NOT NULL,
	"answer_hmac" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"solved_at" timestamp with time zone,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"candidate_id" text NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"category" text,
	"folder" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"candidate_id" text NOT NULL,
	"file_name" text NOT NULL,
	"state" text NOT NULL,
	"content_type" text,
	"size_bytes" integer,
	"sha256" text,
	"report" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_entries" (
	"list" text NOT NULL,
	"value" text NOT NULL,
	"name" text NOT NULL,
	"words" text NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "list_entries_list_value_pk" PRIMARY KEY("list","value")
);
--> statement-breakpoint
CREATE TABLE "pincodes" (
	"pincode" text PRIMARY KEY NOT NULL,
	"town" text,
	"district" text NOT NULL,
	"state" text NOT NULL,
	"locality" text
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"dedup_key" text NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"sealed_content" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	CONSTRAINT "outbox_dedupKey_unique" UNIQUE("dedup_key")
);
--> statement-breakpoint
CREATE TABLE "sandbox_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"sealed_content" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "telemetry" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"entry" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"candidate_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"image" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "otp_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"limit_key" text NOT NULL,
	"candidate_id" text,
	"code_hmac" text NOT NULL,
	"sealed_payload" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"consumed_at" timestamp with time zone,
	"superseded_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "otp_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"sends" timestamp with time zone[] NOT NULL,
	"daily_sends" timestamp with time zone[] NOT NULL,
	"failures" timestamp with time zone[] NOT NULL,
	"blocked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"candidate_id" text NOT NULL,
	"org_id" text NOT NULL,
	"form_id" text NOT NULL,
	"region" text NOT NULL,
	"provider" text NOT NULL,
	"express" boolean NOT NULL,
	"phone_number" text,
	"currency" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"cart" jsonb NOT NULL,
	"covers" jsonb NOT NULL,
	"status" text NOT NULL,
	"reference" text,
	"web_url" text,
	"payment_session_id" text,
	"session_asked_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"status" text NOT NULL,
	"effect" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"sub_type" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"status" text NOT NULL,
	"next_try_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"order_id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"return_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"outcome" text,
	"callback" text,
	"settles_at" timestamp with time zone,
	"called_back_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"operation" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer,
	"sealed_answer" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"last_run_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"window_started_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_clock" (
	"id" integer PRIMARY KEY NOT NULL,
	"offset_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"generation" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"spent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"candidate_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text
);
--> statement-breakpoint
CREATE TABLE "answers" (
	"transaction_id" text NOT NULL,
	"question_id" text NOT NULL,
	"answer" text NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "answers_transaction_id_question_id_pk" PRIMARY KEY("transaction_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" text PRIMARY KEY NOT NULL,
	"candidate_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"sub_type" text NOT NULL,
	"credential_type" text NOT NULL,
	"attributes" jsonb NOT NULL,
	"attributes_hash" text NOT NULL,
	"issuer" text NOT NULL,
	"token" text NOT NULL,
	"document_url" text,
	"received_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"issued_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"transaction_id" text NOT NULL,
	"verification_name" text NOT NULL,
	"sub_type" text DEFAULT '' NOT NULL,
	"version" integer NOT NULL,
	"data" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "drafts_transaction_id_verification_name_sub_type_pk" PRIMARY KEY("transaction_id","verification_name","sub_type")
);
--> statement-breakpoint
CREATE TABLE "name_change_requests" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"verification_name" text NOT NULL,
	"document_list" jsonb NOT NULL,
	"requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" text NOT NULL,
	"org_id" text NOT NULL,
	"documents" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "releases_id_org_id_pk" PRIMARY KEY("id","org_id")
);
--> statement-breakpoint
CREATE TABLE "state_ledger" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"item" text,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	"moved_by" text NOT NULL,
	"moved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "state_transitions" (
	"subject" text NOT NULL,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	CONSTRAINT "state_transitions_subject_from_state_to_state_pk" PRIMARY KEY("subject","from_state","to_state")
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"transaction_id" text NOT NULL,
	"sub_type" text NOT NULL,
	"verification_name" text NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"data" jsonb NOT NULL,
	"insufficiency" jsonb,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "submissions_transaction_id_sub_type_pk" PRIMARY KEY("transaction_id","sub_type")
);
--> statement-breakpoint
CREATE TABLE "transaction_items" (
	"transaction_id" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"identity" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"marked_as_skip" boolean DEFAULT false NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "transaction_items_transaction_id_name_pk" PRIMARY KEY("transaction_id","name")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"candidate_id" text NOT NULL,
	"org_id" text NOT NULL,
	"form_id" text NOT NULL,
	"release_id" text NOT NULL,
	"state" text NOT NULL,
	"evaluation_state" text DEFAULT 'notInitialized' NOT NULL,
	"expected_min" timestamp with time zone,
	"expected_max" timestamp with time zone,
	"express" boolean DEFAULT false NOT NULL,
	"submitted_at" timestamp with time zone,
	"active_at" timestamp with time zone NOT NULL,
	"reminders_sent" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_inputs" (
	"transaction_id" text NOT NULL,
	"field_name" text NOT NULL,
	"value" text NOT NULL,
	"mailbox" text NOT NULL,
	"verified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_inputs_transaction_id_field_name_pk" PRIMARY KEY("transaction_id","field_name")
);
--> statement-breakpoint
CREATE TABLE "verifier_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"sub_type" text NOT NULL,
	"outcome" text NOT NULL,
	"effect" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_verifications" ADD CONSTRAINT "profile_verifications_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "captchas" ADD CONSTRAINT "captchas_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "name_change_requests" ADD CONSTRAINT "name_change_requests_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_items" ADD CONSTRAINT "transaction_items_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_inputs" ADD CONSTRAINT "user_inputs_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_candidate_id_index" ON "audit_log" USING btree ("candidate_id");--> statement-breakpoint
CREATE INDEX "chat_messages_candidate_id_created_at_index" ON "chat_messages" USING btree ("candidate_id","created_at");--> statement-breakpoint
CREATE INDEX "consents_candidate_id_index" ON "consents" USING btree ("candidate_id");--> statement-breakpoint
CREATE INDEX "captchas_expires" ON "captchas" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "files_candidate" ON "files" USING btree ("candidate_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_created" ON "uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "list_entries_name" ON "list_entries" USING btree ("list","name");--> statement-breakpoint
CREATE INDEX "outbox_sent_at_due_at_index" ON "outbox" USING btree ("sent_at","due_at");--> statement-breakpoint
CREATE INDEX "sandbox_messages_recipient_index" ON "sandbox_messages" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "notifications_candidate" ON "notifications" USING btree ("candidate_id","created_at","id");--> statement-breakpoint
CREATE INDEX "otp_codes_limit_key_index" ON "otp_codes" USING btree ("limit_key");--> statement-breakpoint
CREATE INDEX "otp_codes_expires_at_index" ON "otp_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_open" ON "orders" USING btree ("transaction_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "orders_candidate" ON "orders" USING btree ("candidate_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_transaction" ON "orders" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "orders_check" ON "orders" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "payment_events_order" ON "payment_events" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "sandbox_payments_due" ON "sandbox_payments" USING btree ("settles_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session_id_index" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_candidate_id_index" ON "sessions" USING btree ("candidate_id");--> statement-breakpoint
CREATE INDEX "credentials_candidate" ON "credentials" USING btree ("candidate_id","issued_at");--> statement-breakpoint
CREATE INDEX "state_ledger_transaction" ON "state_ledger" USING btree ("transaction_id","id");--> statement-breakpoint
CREATE INDEX "transactions_candidate" ON "transactions" USING btree ("candidate_id","created_at");--> statement-breakpoint
CREATE INDEX "transactions_state" ON "transactions" USING btree ("state","active_at");