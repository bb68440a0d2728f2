-- works with 0005_rate_windows
DROP INDEX "sessions_by_organization";--> statement-breakpoint
CREATE INDEX "sessions_by_organization" ON "sessions" USING btree ("org_id","user_id","last_seen_at_ms") WHERE "sessions"."org_id" is not null;