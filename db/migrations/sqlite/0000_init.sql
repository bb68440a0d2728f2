CREATE TABLE `audit_entries` (
	`org_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`id` text NOT NULL,
	`occurred_at_ms` integer NOT NULL,
	`action` text NOT NULL,
	`category` text NOT NULL,
	`outcome` text NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_role` text,
	`targets` text NOT NULL,
	`changes` text NOT NULL,
	`request_id` text NOT NULL,
	`auth_method` text,
	`personal` text,
	`salt` text,
	`personal_commitment` text NOT NULL,
	`hash` text NOT NULL,
	`prev_hash` text NOT NULL,
	PRIMARY KEY(`org_id`, `sequence`),
	CONSTRAINT "audit_entries_outcome_known" CHECK("audit_entries"."outcome" in ('success', 'denied', 'failure'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entries_id_unique` ON `audit_entries` (`org_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_time` ON `audit_entries` (`org_id`,`occurred_at_ms`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_action` ON `audit_entries` (`org_id`,`action`,`sequence`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_actor` ON `audit_entries` (`org_id`,`actor_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `events` (
	`org_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`api_version` text NOT NULL,
	`occurred_at_ms` integer NOT NULL,
	`request_id` text NOT NULL,
	`actor` text NOT NULL,
	`object` text NOT NULL,
	`changes` text,
	PRIMARY KEY(`org_id`, `sequence`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `events_id_unique` ON `events` (`org_id`,`id`);--> statement-breakpoint
CREATE INDEX `events_by_type` ON `events` (`org_id`,`type`,`sequence`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`scope` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`org_id` text,
	`result_sealed` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_end` ON `idempotency_keys` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`role` text NOT NULL,
	`token_hash` text NOT NULL,
	`state` text NOT NULL,
	`invited_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`accepted_at_ms` integer,
	`accepted_by` text,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "invitations_state_known" CHECK("invitations"."state" in ('pending', 'accepted', 'revoked'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_unique` ON `invitations` (`org_id`,`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_pending_unique` ON `invitations` (`org_id`,`email_key`) WHERE "invitations"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `invitations_by_age` ON `invitations` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text,
	`queue` text NOT NULL,
	`unique_key` text,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`max_attempts` integer NOT NULL,
	`run_at_ms` integer NOT NULL,
	`lease_token` text,
	`last_error` text,
	`progress` real,
	`created_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	CONSTRAINT "jobs_state_known" CHECK("jobs"."state" in ('ready', 'done', 'dead'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `jobs_claim` ON `jobs` (`queue`,`run_at_ms`) WHERE "jobs"."state" = 'ready';--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_key_unique` ON `jobs` (`queue`,`unique_key`) WHERE "jobs"."state" = 'ready';--> statement-breakpoint
CREATE INDEX `jobs_ended` ON `jobs` (`ended_at_ms`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`joined_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`version` integer NOT NULL,
	PRIMARY KEY(`org_id`, `user_id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `memberships_by_age` ON `memberships` (`org_id`,`joined_at_ms`,`user_id`);--> statement-breakpoint
CREATE INDEX `memberships_by_user` ON `memberships` (`user_id`);--> statement-breakpoint
CREATE TABLE `organization_blocks` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`authority` text NOT NULL,
	`reason_code` text NOT NULL,
	`reason` text,
	`expires_at_ms` integer,
	`live_meetings` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "organization_blocks_authority_known" CHECK("organization_blocks"."authority" in ('system', 'billing', 'security', 'owner')),
	CONSTRAINT "organization_blocks_live_meetings_known" CHECK("organization_blocks"."live_meetings" in ('drain', 'end'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `organization_blocks_authority_unique` ON `organization_blocks` (`org_id`,`authority`);--> statement-breakpoint
CREATE TABLE `organization_ledgers` (
	`org_id` text PRIMARY KEY NOT NULL,
	`event_sequence` integer NOT NULL,
	`audit_sequence` integer NOT NULL,
	`audit_head` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `organizations` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`slug` text NOT NULL,
	`external_id` text,
	`org_type` text NOT NULL,
	`billing_account_id` text,
	`settings` text NOT NULL,
	`retention_policy` text NOT NULL,
	`allowed_domains` text NOT NULL,
	`feature_flags` text NOT NULL,
	`metadata` text NOT NULL,
	`state` text NOT NULL,
	`state_before_deletion` text,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`purge_at_ms` integer,
	`deleted_at_ms` integer,
	CONSTRAINT "organizations_state_known" CHECK("organizations"."state" in ('active', 'suspended', 'pending_deletion', 'deleted'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `organizations_slug_unique` ON `organizations` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `organizations_external_id_unique` ON `organizations` (`external_id`);--> statement-breakpoint
CREATE INDEX `organizations_by_age` ON `organizations` (`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `organizations_by_name` ON `organizations` (`name_key`,`id`);--> statement-breakpoint
CREATE INDEX `organizations_by_state` ON `organizations` (`state`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `service_state` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`org_id` text,
	`refresh_hash` text,
	`device` text,
	`ip` text,
	`user_agent` text,
	`auth_methods` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_seen_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`idle_expires_at_ms` integer NOT NULL,
	`revoked_at_ms` integer,
	`revoked_reason` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_refresh_hash_unique` ON `sessions` (`refresh_hash`);--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`algorithm` text NOT NULL,
	`public_jwk` text NOT NULL,
	`private_sealed` text NOT NULL,
	`state` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`retired_at_ms` integer,
	CONSTRAINT "signing_keys_state_known" CHECK("signing_keys"."state" in ('next', 'current', 'retired'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `user_identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `user_identities_by_user` ON `user_identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`email_verified_at_ms` integer,
	`name` text NOT NULL,
	`password_hash` text,
	`system_admin` integer NOT NULL,
	`state` text NOT NULL,
	`locale` text,
	`timezone` text,
	`avatar_url` text,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	CONSTRAINT "users_state_known" CHECK("users"."state" in ('active', 'disabled', 'closed'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key_unique` ON `users` (`email_key`);