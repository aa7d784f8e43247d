-- Renames tables, columns and stored values. The rows of the ledgers stay as they are, because their hashes include them.
ALTER TABLE "credential_links" RENAME TO "share_links";--> statement-breakpoint
ALTER TABLE "credential_looks" RENAME TO "share_link_views";--> statement-breakpoint
ALTER TABLE "share_links" RENAME COLUMN "max_looks" TO "view_limit";--> statement-breakpoint
ALTER TABLE "share_links" RENAME COLUMN "looks" TO "view_count";--> statement-breakpoint
ALTER TABLE "share_links" RENAME COLUMN "taken_back_at" TO "revoked_at";--> statement-breakpoint
ALTER TABLE "share_link_views" RENAME COLUMN "zone" TO "time_zone";--> statement-breakpoint
ALTER TABLE "share_link_views" RENAME COLUMN "looked_at" TO "viewed_at";--> statement-breakpoint
ALTER TABLE "credential_offers" RENAME COLUMN "taken_at" TO "accepted_at";--> statement-breakpoint
ALTER TABLE "presentation_requests" RENAME COLUMN "taken_at" TO "accepted_at";--> statement-breakpoint
ALTER TABLE "transaction_items" RENAME COLUMN "presented" TO "presentation";--> statement-breakpoint
ALTER TABLE "releases" RENAME COLUMN "documents" TO "definitions";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME COLUMN "claim" TO "lease_id";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME COLUMN "sealed_answer" TO "sealed_response";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "asked_at" TO "status_requested_at";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "session_asked_at" TO "session_requested_at";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "released_at" TO "voided_at";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "checks" TO "status_checks";--> statement-breakpoint
ALTER TABLE "files" RENAME COLUMN "scan_asked_at" TO "scan_requested_at";--> statement-breakpoint
ALTER TABLE "list_entries" RENAME COLUMN "words" TO "search_text";--> statement-breakpoint
ALTER TABLE "share_links" RENAME CONSTRAINT "credential_links_pkey" TO "share_links_pkey";--> statement-breakpoint
ALTER TABLE "share_links" RENAME CONSTRAINT "credential_links_secretHash_unique" TO "share_links_secretHash_unique";--> statement-breakpoint
ALTER TABLE "share_links" RENAME CONSTRAINT "credential_links_credential_id_credentials_id_fk" TO "share_links_credential_id_credentials_id_fk";--> statement-breakpoint
ALTER TABLE "share_links" RENAME CONSTRAINT "credential_links_candidate_id_candidates_id_fk" TO "share_links_candidate_id_candidates_id_fk";--> statement-breakpoint
ALTER TABLE "share_link_views" RENAME CONSTRAINT "credential_looks_pkey" TO "share_link_views_pkey";--> statement-breakpoint
ALTER TABLE "share_link_views" RENAME CONSTRAINT "credential_looks_link_id_credential_links_id_fk" TO "share_link_views_link_id_share_links_id_fk";--> statement-breakpoint
ALTER INDEX "credential_links_credential" RENAME TO "share_links_credential";--> statement-breakpoint
ALTER INDEX "credential_links_candidate_id_index" RENAME TO "share_links_candidate_id_index";--> statement-breakpoint
ALTER INDEX "credential_looks_link" RENAME TO "share_link_views_link";--> statement-breakpoint
ALTER INDEX "credentials_old_form" RENAME TO "credentials_legacy_format";--> statement-breakpoint
ALTER INDEX "transactions_moved" RENAME TO "transactions_state_updated";--> statement-breakpoint
ALTER INDEX "candidates_unproved" RENAME TO "candidates_unverified";--> statement-breakpoint
UPDATE "sessions" SET "end_reason" = 'remote-sign-out' WHERE "end_reason" = 'elsewhere';--> statement-breakpoint
UPDATE "uploads" SET "state" = 'receiving' WHERE "state" = 'growing';--> statement-breakpoint
UPDATE "transaction_items" SET "presentation" = ("presentation" - 'from' - 'shownHash') || jsonb_strip_nulls(jsonb_build_object(
	'source', CASE "presentation" ->> 'from' WHEN 'here' THEN 'this-wallet' WHEN 'elsewhere' THEN 'other-wallet' END,
	'presentationHash', "presentation" -> 'shownHash'
)) WHERE "presentation" IS NOT NULL;--> statement-breakpoint
UPDATE "submissions" SET "insufficiency" = ("insufficiency" - 'places') || jsonb_build_object('mustChange', "insufficiency" -> 'places')
	WHERE "insufficiency" -> 'places' IS NOT NULL;--> statement-breakpoint
UPDATE "presentation_requests" SET "refusal" = CASE "refusal"
	WHEN 'shown-by-stranger' THEN 'presentation-untrusted-issuer'
	WHEN 'shown-other-type' THEN 'presentation-wrong-type'
	WHEN 'shown-unfit' THEN 'presentation-invalid'
	WHEN 'shown-by-another' THEN 'presentation-wrong-holder'
	WHEN 'shown-to-another' THEN 'presentation-wrong-audience'
	WHEN 'shown-too-little' THEN 'presentation-incomplete'
	WHEN 'shown-in-another-name' THEN 'presentation-name-mismatch'
	WHEN 'shown-unchecked' THEN 'presentation-status-unknown'
	WHEN 'shown-nothing' THEN 'presentation-declined'
	ELSE regexp_replace("refusal", '^shown-', 'presentation-')
END WHERE "refusal" LIKE 'shown-%';--> statement-breakpoint
UPDATE "uploads" SET "report" = jsonb_set("report", '{pages}', (
	SELECT jsonb_agg(jsonb_set("page", '{flaws}', (
		SELECT coalesce(jsonb_agg(CASE "flaw"
			WHEN 'moved' THEN 'motion-blur'
			WHEN 'coarse' THEN 'low-resolution'
			WHEN 'cut' THEN 'cropped'
			WHEN 'odd-shape' THEN 'wrong-proportions'
			ELSE "flaw"
		END ORDER BY "flaw_number"), '[]')
		FROM jsonb_array_elements_text("page" -> 'flaws') WITH ORDINALITY AS "flaws" ("flaw", "flaw_number")
	)) ORDER BY "page_number")
	FROM jsonb_array_elements("report" -> 'pages') WITH ORDINALITY AS "pages" ("page", "page_number")
)) WHERE jsonb_typeof("report" -> 'pages') = 'array' AND "report" -> 'pages' <> '[]';--> statement-breakpoint
UPDATE "uploads" SET "report" = jsonb_set("report", '{read}', (
	SELECT jsonb_object_agg("key", (
		SELECT coalesce(jsonb_agg(regexp_replace("text", '^paper-', 'document-') ORDER BY "number"), '[]')
		FROM jsonb_array_elements_text("list") WITH ORDINALITY AS "texts" ("text", "number")
	))
	FROM jsonb_each("report" -> 'read') AS "lists" ("key", "list")
)) WHERE jsonb_typeof("report" -> 'read') = 'object';
