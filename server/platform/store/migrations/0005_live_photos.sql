CREATE TABLE "photo_nonces" (
	"id" text PRIMARY KEY NOT NULL,
	"candidate_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"verification_name" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"file_id" text
);
--> statement-breakpoint
ALTER TABLE "photo_nonces" ADD CONSTRAINT "photo_nonces_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_nonces" ADD CONSTRAINT "photo_nonces_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photo_nonces_file" ON "photo_nonces" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "photo_nonces_expires" ON "photo_nonces" USING btree ("expires_at");