CREATE TABLE "publications" (
	"id" text PRIMARY KEY NOT NULL,
	"sources" text NOT NULL,
	"addresses" text[] NOT NULL,
	"served_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "publications_served" ON "publications" USING btree ("served_at");--> statement-breakpoint
CREATE INDEX "publications_addresses" ON "publications" USING gin ("addresses");