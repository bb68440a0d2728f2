DROP INDEX `audit_entries_by_time`;--> statement-breakpoint
DROP INDEX `audit_entries_by_action`;--> statement-breakpoint
DROP INDEX `audit_entries_by_actor`;--> statement-breakpoint
CREATE INDEX `audit_entries_by_actor` ON `audit_entries` (`actor_id`,`org_id`,`sequence`);--> statement-breakpoint
DROP INDEX `events_by_type`;--> statement-breakpoint
DROP INDEX `api_keys_by_maker`;--> statement-breakpoint
DROP INDEX `api_keys_by_age`;--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_previous_hash_unique` ON `api_keys` (`org_id`,`previous_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_by_maker_state` ON `api_keys` (`org_id`,`maker_state`,`created_at_ms`,`id`) WHERE "api_keys"."revoked_at_ms" is null;--> statement-breakpoint
CREATE INDEX `api_keys_by_maker` ON `api_keys` (`org_id`,`created_by`) WHERE "api_keys"."revoked_at_ms" is null;--> statement-breakpoint
CREATE INDEX `api_keys_by_age` ON `api_keys` (`org_id`,`created_at_ms`,`id`) WHERE "api_keys"."revoked_at_ms" is null;--> statement-breakpoint
DROP INDEX `invitations_by_inviter`;--> statement-breakpoint
DROP INDEX `invitations_by_email`;--> statement-breakpoint
CREATE INDEX `invitations_by_state` ON `invitations` (`org_id`,`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_by_acceptor` ON `invitations` (`accepted_by`) WHERE "invitations"."accepted_by" is not null;--> statement-breakpoint
CREATE INDEX `invitations_by_inviter` ON `invitations` (`org_id`,`invited_by`) WHERE "invitations"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `invitations_by_email` ON `invitations` (`email_key`,`state`);--> statement-breakpoint
DROP INDEX `memberships_by_user`;--> statement-breakpoint
CREATE INDEX `memberships_by_role` ON `memberships` (`org_id`,`role`,`joined_at_ms`,`user_id`);--> statement-breakpoint
CREATE INDEX `memberships_by_user` ON `memberships` (`user_id`,`joined_at_ms`,`org_id`);--> statement-breakpoint
DROP INDEX `organizations_by_age`;--> statement-breakpoint
DROP INDEX `organizations_by_name`;--> statement-breakpoint
DROP INDEX `organizations_by_state`;--> statement-breakpoint
CREATE INDEX `organizations_by_type` ON `organizations` (`org_type`,`created_at_ms`,`id`) WHERE "organizations"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX `organizations_by_type_and_name` ON `organizations` (`org_type`,`name_key`,`id`) WHERE "organizations"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX `organizations_by_state_and_name` ON `organizations` (`state`,`name_key`,`id`) WHERE "organizations"."state" <> 'active';--> statement-breakpoint
CREATE INDEX `organizations_by_age` ON `organizations` (`created_at_ms`,`id`) WHERE "organizations"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX `organizations_by_name` ON `organizations` (`name_key`,`id`) WHERE "organizations"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX `organizations_by_state` ON `organizations` (`state`,`created_at_ms`,`id`) WHERE "organizations"."state" <> 'active';--> statement-breakpoint
CREATE INDEX `challenges_by_user` ON `challenges` (`user_id`) WHERE "challenges"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `challenges_anonymous` ON `challenges` (`kind`,`created_at_ms`) WHERE "challenges"."user_id" is null;--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_organization` ON `idempotency_keys` (`org_id`) WHERE "idempotency_keys"."org_id" is not null;--> statement-breakpoint
CREATE INDEX `jobs_by_organization` ON `jobs` (`org_id`) WHERE "jobs"."org_id" is not null;--> statement-breakpoint
CREATE INDEX `known_devices_by_last_use` ON `known_devices` (`last_seen_at_ms`);--> statement-breakpoint
CREATE INDEX `sessions_live` ON `sessions` (`user_id`,`created_at_ms`,`id`) WHERE "sessions"."revoked_at_ms" is null;--> statement-breakpoint
CREATE INDEX `sessions_by_organization` ON `sessions` (`org_id`) WHERE "sessions"."org_id" is not null;--> statement-breakpoint
CREATE INDEX `sessions_by_end` ON `sessions` (`expires_at_ms`);--> statement-breakpoint
CREATE INDEX `sessions_by_revocation` ON `sessions` (`revoked_at_ms`) WHERE "sessions"."revoked_at_ms" is not null;--> statement-breakpoint
CREATE INDEX `users_system_admins` ON `users` (`id`) WHERE "users"."system_admin";