CREATE INDEX "deliveries_of_organisation" ON "deliveries" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_of_state" ON "deliveries" USING btree ("org_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "verifier_events_of_submission" ON "verifier_events" USING btree ("transaction_id","sub_type","received_at");