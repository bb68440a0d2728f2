DROP INDEX `sessions_live`;--> statement-breakpoint
DROP INDEX `sessions_by_user`;--> statement-breakpoint
DROP INDEX `sessions_by_end`;--> statement-breakpoint
DROP INDEX `sessions_by_revocation`;--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`,`revoked_at_ms`,`epoch`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_by_end` ON `sessions` (`expires_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_by_revocation` ON `sessions` (`revoked_at_ms`,`id`) WHERE "sessions"."revoked_at_ms" is not null;--> statement-breakpoint
DROP INDEX `api_keys_by_maker`;--> statement-breakpoint
CREATE INDEX `api_keys_by_maker` ON `api_keys` (`created_by`,`org_id`,`id`) WHERE "api_keys"."revoked_at_ms" is null;--> statement-breakpoint
DROP INDEX `invitations_by_inviter`;--> statement-breakpoint
CREATE INDEX `invitations_by_inviter` ON `invitations` (`invited_by`,`org_id`,`role`) WHERE "invitations"."state" = 'pending';--> statement-breakpoint
DROP INDEX `memberships_by_user`;--> statement-breakpoint
CREATE INDEX `memberships_by_user` ON `memberships` (`user_id`,`org_id`);