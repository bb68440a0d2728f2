CREATE TABLE `former_texts` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`object_type` text NOT NULL,
	`object_id` text NOT NULL,
	`former` text NOT NULL,
	`replaced_by` text NOT NULL,
	`replaced_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "former_texts_object_type_known" CHECK("former_texts"."object_type" in ('meeting', 'participant', 'speaker', 'segment', 'translation', 'summary', 'action_item'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `former_texts_by_age` ON `former_texts` (`org_id`,`replaced_at_ms`,`id`,`meeting_id`);--> statement-breakpoint
CREATE INDEX `former_texts_of_meeting` ON `former_texts` (`org_id`,`meeting_id`,`replaced_at_ms`,`id`);