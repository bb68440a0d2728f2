CREATE TABLE `legal_holds` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`matter` text,
	`reason` text,
	`scope` text NOT NULL,
	`meeting_id` text,
	`user_id` text,
	`workspace_id` text,
	`range_starts_at_ms` integer,
	`range_ends_at_ms` integer,
	`state` text NOT NULL,
	`placed_by` text NOT NULL,
	`released_by` text,
	`released_at_ms` integer,
	`release_reason` text,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "legal_holds_scope_known" CHECK("legal_holds"."scope" in ('meeting', 'person', 'workspace', 'period', 'organization')),
	CONSTRAINT "legal_holds_state_known" CHECK("legal_holds"."state" in ('active', 'released'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `legal_holds_active` ON `legal_holds` (`org_id`,`meeting_id`) WHERE "legal_holds"."state" = 'active';--> statement-breakpoint
CREATE INDEX `legal_holds_by_age` ON `legal_holds` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `legal_holds_by_state` ON `legal_holds` (`org_id`,`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `legal_holds_by_scope` ON `legal_holds` (`org_id`,`scope`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `legal_holds_by_scope_and_state` ON `legal_holds` (`org_id`,`scope`,`state`,`created_at_ms`,`id`);