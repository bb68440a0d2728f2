-- works with 0003_rooms_and_branding
CREATE TABLE `host_leases` (
	`org_id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`participant_id` text,
	`state` text NOT NULL,
	`grace_ms` integer NOT NULL,
	`ends_at_ms` integer NOT NULL,
	`due_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `meeting_id`, `instance_id`),
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "host_leases_state_known" CHECK("host_leases"."state" in ('open', 'ended'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `host_leases_by_due` ON `host_leases` (`due_at_ms`,`org_id`,`meeting_id`);--> statement-breakpoint
CREATE INDEX `host_leases_of_instance` ON `host_leases` (`instance_id`,`org_id`,`meeting_id`) WHERE "host_leases"."state" = 'open';--> statement-breakpoint
ALTER TABLE `meetings` ADD `when_unattended` text;--> statement-breakpoint
ALTER TABLE `meetings` ADD `room_rules` text;--> statement-breakpoint
ALTER TABLE `meetings` ADD `hold` text;