CREATE INDEX "credential_offers_expires" ON "credential_offers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "presentation_requests_expires" ON "presentation_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "outbox_created" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_limits_started" ON "rate_limits" USING btree ("window_started_at");