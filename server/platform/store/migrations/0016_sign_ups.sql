CREATE INDEX "candidates_unproved" ON "candidates" USING btree ("created_at") WHERE "candidates"."verified_at" is null;--> statement-breakpoint
CREATE INDEX "captchas_candidate_id_index" ON "captchas" USING btree ("candidate_id");--> statement-breakpoint
CREATE INDEX "credential_links_candidate_id_index" ON "credential_links" USING btree ("candidate_id");--> statement-breakpoint
CREATE INDEX "credential_offers_candidate_id_index" ON "credential_offers" USING btree ("candidate_id");--> statement-breakpoint
CREATE INDEX "presentation_requests_candidate_id_index" ON "presentation_requests" USING btree ("candidate_id");--> statement-breakpoint
CREATE INDEX "uploads_candidate_id_index" ON "uploads" USING btree ("candidate_id");--> statement-breakpoint
CREATE INDEX "photo_nonces_candidate_id_index" ON "photo_nonces" USING btree ("candidate_id");