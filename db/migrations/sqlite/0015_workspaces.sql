CREATE TABLE `workspace_invitations` (
	`org_id` text NOT NULL,
	`invitation_id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text NOT NULL,
	PRIMARY KEY(`org_id`, `invitation_id`, `workspace_id`),
	FOREIGN KEY (`org_id`,`invitation_id`) REFERENCES `invitations`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`workspace_id`) REFERENCES `workspaces`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `workspace_invitations_of_workspace` ON `workspace_invitations` (`org_id`,`workspace_id`,`invitation_id`);--> statement-breakpoint
CREATE INDEX `workspace_invitations_by_inviter` ON `workspace_invitations` (`org_id`,`invited_by`,`workspace_id`);--> statement-breakpoint
DROP INDEX `workspaces_by_age`;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `name_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `archived` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `workspaces_by_name` ON `workspaces` (`org_id`,`visibility`,`archived`,`name_key`,`id`);--> statement-breakpoint
CREATE INDEX `workspaces_by_kind` ON `workspaces` (`org_id`,`visibility`,`archived`,`kind`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `workspaces_by_kind_and_name` ON `workspaces` (`org_id`,`visibility`,`archived`,`kind`,`name_key`,`id`);--> statement-breakpoint
CREATE INDEX `workspaces_by_age` ON `workspaces` (`org_id`,`visibility`,`archived`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `workspace_managers` ON `workspace_members` (`org_id`,`workspace_id`,`user_id`) WHERE "workspace_members"."role" = 'manager';