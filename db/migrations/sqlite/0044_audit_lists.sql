CREATE TABLE `audit_targets` (
	`org_id` text NOT NULL,
	`target_id` text NOT NULL,
	`occurred_at_ms` integer NOT NULL,
	`sequence` integer NOT NULL,
	PRIMARY KEY(`org_id`, `target_id`, `occurred_at_ms`, `sequence`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `audit_entries_by_actor`;--> statement-breakpoint
CREATE INDEX `audit_entries_in_time` ON `audit_entries` (`org_id`,`occurred_at_ms`,`sequence`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_action` ON `audit_entries` (`org_id`,`action`,`occurred_at_ms`,`sequence`);--> statement-breakpoint
CREATE INDEX `audit_entries_unsuccessful` ON `audit_entries` (`org_id`,`outcome`,`occurred_at_ms`,`sequence`) WHERE "audit_entries"."outcome" <> 'success';--> statement-breakpoint
CREATE INDEX `audit_entries_by_actor` ON `audit_entries` (`actor_id`,`org_id`,`occurred_at_ms`,`sequence`);--> statement-breakpoint
-- Entries are found by their targets from now on.
INSERT INTO audit_targets (org_id, target_id, occurred_at_ms, sequence)
SELECT DISTINCT audit_entries.org_id, json_extract(target.value, '$.id'), audit_entries.occurred_at_ms, audit_entries.sequence
FROM audit_entries, json_each(audit_entries.targets) AS target
WHERE json_extract(target.value, '$.id') IS NOT NULL;
