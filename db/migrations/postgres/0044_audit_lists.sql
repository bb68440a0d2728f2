CREATE TABLE "audit_targets" (
	"org_id" text NOT NULL,
	"target_id" text NOT NULL,
	"occurred_at_ms" bigint NOT NULL,
	"sequence" bigint NOT NULL,
	CONSTRAINT "audit_targets_org_id_target_id_occurred_at_ms_sequence_pk" PRIMARY KEY("org_id","target_id","occurred_at_ms","sequence")
);
--> statement-breakpoint
DROP INDEX "audit_entries_by_actor";--> statement-breakpoint
CREATE INDEX "audit_entries_in_time" ON "audit_entries" USING btree ("org_id","occurred_at_ms","sequence");--> statement-breakpoint
CREATE INDEX "audit_entries_by_action" ON "audit_entries" USING btree ("org_id","action","occurred_at_ms","sequence");--> statement-breakpoint
CREATE INDEX "audit_entries_unsuccessful" ON "audit_entries" USING btree ("org_id","outcome","occurred_at_ms","sequence") WHERE "audit_entries"."outcome" <> 'success';--> statement-breakpoint
CREATE INDEX "audit_entries_by_actor" ON "audit_entries" USING btree ("actor_id","org_id","occurred_at_ms","sequence");--> statement-breakpoint
-- Entries are found by their targets from now on.
INSERT INTO audit_targets (org_id, target_id, occurred_at_ms, sequence)
SELECT DISTINCT audit_entries.org_id, target.value ->> 'id', audit_entries.occurred_at_ms, audit_entries.sequence
FROM audit_entries, jsonb_array_elements(audit_entries.targets) AS target(value)
WHERE target.value ->> 'id' IS NOT NULL;
