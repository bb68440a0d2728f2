CREATE TABLE `removals` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`at_ms` integer NOT NULL,
	CONSTRAINT "removals_kind_known" CHECK("removals"."kind" in ('artifact', 'meeting', 'organization', 'person', 'member', 'api_key', 'administrator'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `removals_by_time` ON `removals` (`at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `removals_by_organization` ON `removals` (`org_id`) WHERE "removals"."org_id" is not null;