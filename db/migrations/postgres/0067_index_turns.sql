DROP INDEX "transcript_indexes_removed";--> statement-breakpoint
CREATE INDEX "unindexed_segments_turns" ON "unindexed_segments" USING btree ("org_id","due_at_ms","transcript_id","from_ms");--> statement-breakpoint
CREATE INDEX "transcript_indexes_removed" ON "transcript_indexes" USING btree ("org_id","number") WHERE "transcript_indexes"."removed";