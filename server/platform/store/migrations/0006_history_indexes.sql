CREATE INDEX "audit_log_published" ON "audit_log" USING btree ("at") WHERE "audit_log"."event" = 'config-published';--> statement-breakpoint
CREATE INDEX "telemetry_received" ON "telemetry" USING brin ("received_at");--> statement-breakpoint
CREATE INDEX "refunds_done" ON "refunds" USING btree ("updated_at") WHERE "refunds"."status" = 'Success';--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "submissions_submitted" ON "submissions" USING btree ("transaction_id") WHERE "submissions"."state" = 'SUBMITTED';--> statement-breakpoint
CREATE INDEX "submissions_failed" ON "submissions" USING btree ("updated_at") WHERE "submissions"."state" = 'FAILED';--> statement-breakpoint
CREATE INDEX "transactions_moved" ON "transactions" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "transactions_reported" ON "transactions" USING btree ("updated_at") WHERE "transactions"."evaluation_state" = 'documentSent';