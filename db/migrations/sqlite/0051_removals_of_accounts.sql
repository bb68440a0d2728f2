PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_removals` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`at_ms` integer NOT NULL,
	CONSTRAINT "removals_kind_known" CHECK("__new_removals"."kind" in ('artifact', 'meeting', 'organization', 'person', 'member', 'api_key', 'administrator', 'account', 'calendar_feed', 'chat_message'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_removals`("id", "org_id", "kind", "subject_id", "at_ms") SELECT "id", "org_id", "kind", "subject_id", "at_ms" FROM `removals`;--> statement-breakpoint
DROP TABLE `removals`;--> statement-breakpoint
ALTER TABLE `__new_removals` RENAME TO `removals`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `removals_by_time` ON `removals` (`at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `removals_by_organization` ON `removals` (`org_id`) WHERE "removals"."org_id" is not null;