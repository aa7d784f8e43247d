ALTER TABLE "chat_messages" ADD COLUMN "file_id" text;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "chat_threads" ADD COLUMN "handed_over_by" text;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_threads" ADD CONSTRAINT "chat_threads_handed_over_by_staff_id_fk" FOREIGN KEY ("handed_over_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_messages_file_id_index" ON "chat_messages" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "chat_threads_handed_over_by_index" ON "chat_threads" USING btree ("handed_over_by");