CREATE TABLE `action_items` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`position` integer NOT NULL,
	`text` text NOT NULL,
	`owner_id` text,
	`owner_name` text,
	`due_day` text,
	`due_text` text,
	`status` text NOT NULL,
	`segment_ids` text NOT NULL,
	`start_ms` integer,
	`edited` integer NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "action_items_status_known" CHECK("action_items"."status" in ('open', 'done', 'dropped'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `action_items_of_meeting` ON `action_items` (`org_id`,`meeting_id`,`position`,`id`);--> statement-breakpoint
CREATE INDEX `action_items_of_owner` ON `action_items` (`org_id`,`meeting_id`,`owner_id`) WHERE "action_items"."owner_id" is not null;--> statement-breakpoint
CREATE TABLE `api_keys` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`hint` text NOT NULL,
	`previous_hash` text,
	`previous_expires_at_ms` integer,
	`scopes` text NOT NULL,
	`allowed_ips` text NOT NULL,
	`created_by` text NOT NULL,
	`maker_state` text DEFAULT 'active' NOT NULL,
	`expires_at_ms` integer,
	`last_used_at_ms` integer,
	`revoked_at_ms` integer,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`org_id`,`key_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_previous_hash_unique` ON `api_keys` (`org_id`,`previous_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_by_maker_state` ON `api_keys` (`org_id`,`maker_state`,`created_at_ms`,`id`) WHERE "api_keys"."revoked_at_ms" is null;--> statement-breakpoint
CREATE INDEX `api_keys_by_age` ON `api_keys` (`org_id`,`created_at_ms`,`id`) WHERE "api_keys"."revoked_at_ms" is null;--> statement-breakpoint
CREATE INDEX `api_keys_by_maker` ON `api_keys` (`created_by`,`org_id`,`id`) WHERE "api_keys"."revoked_at_ms" is null;--> statement-breakpoint
CREATE TABLE `artifacts` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`class` text NOT NULL,
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`meeting_id` text,
	`blob_id` text,
	`size_bytes` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`clock_starts_at_ms` integer,
	`purge_started_at_ms` integer,
	`deleted_at_ms` integer,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`blob_id`) REFERENCES `blobs`(`org_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "artifacts_class_known" CHECK("artifacts"."class" in ('recordings', 'transcripts', 'chatLogs', 'examData'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `artifacts_owner_unique` ON `artifacts` (`org_id`,`owner_type`,`owner_id`) WHERE "artifacts"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX `artifacts_of_blob` ON `artifacts` (`org_id`,`blob_id`) WHERE "artifacts"."blob_id" is not null and "artifacts"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX `artifacts_of_meeting` ON `artifacts` (`org_id`,`meeting_id`,`id`);--> statement-breakpoint
CREATE INDEX `artifacts_purging` ON `artifacts` (`org_id`,`id`) WHERE "artifacts"."purge_started_at_ms" is not null and "artifacts"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX `artifacts_by_expiry` ON `artifacts` (`org_id`,`class`,`clock_starts_at_ms`,`id`,`size_bytes`) WHERE "artifacts"."deleted_at_ms" is null and "artifacts"."purge_started_at_ms" is null;--> statement-breakpoint
CREATE TABLE `audit_checkpoints` (
	`org_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`hash` text NOT NULL,
	`signed_at_ms` integer NOT NULL,
	`previous` text,
	`key_id` text NOT NULL,
	`signature` text NOT NULL,
	PRIMARY KEY(`org_id`, `sequence`)
) STRICT;
--> statement-breakpoint
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
CREATE INDEX `audit_entries_in_time` ON `audit_entries` (`org_id`,`occurred_at_ms`,`sequence`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_action` ON `audit_entries` (`org_id`,`action`,`occurred_at_ms`,`sequence`);--> statement-breakpoint
CREATE INDEX `audit_entries_unsuccessful` ON `audit_entries` (`org_id`,`outcome`,`occurred_at_ms`,`sequence`) WHERE "audit_entries"."outcome" <> 'success';--> statement-breakpoint
CREATE INDEX `audit_entries_by_actor` ON `audit_entries` (`actor_id`,`org_id`,`occurred_at_ms`,`sequence`);--> statement-breakpoint
CREATE TABLE `audit_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`private_sealed` text NOT NULL,
	`created_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `audit_streams` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`url` text,
	`host` text,
	`port` integer,
	`ca_certificates` text,
	`categories` text,
	`secret_sealed` text,
	`disabled_reason` text,
	`disabled_at_ms` integer,
	`delivered_at_ms` integer,
	`failure` text,
	`created_by` text NOT NULL,
	`maker_state` text DEFAULT 'active' NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`id`) REFERENCES `followers`(`org_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "audit_streams_type_known" CHECK("audit_streams"."type" in ('webhook', 'syslog')),
	CONSTRAINT "audit_streams_disabled_reason_known" CHECK("audit_streams"."disabled_reason" in ('gone', 'failing'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_streams_by_age` ON `audit_streams` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE TABLE `audit_targets` (
	`org_id` text NOT NULL,
	`target_id` text NOT NULL,
	`occurred_at_ms` integer NOT NULL,
	`sequence` integer NOT NULL,
	PRIMARY KEY(`org_id`, `target_id`, `occurred_at_ms`, `sequence`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `billing_accounts` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`provider` text NOT NULL,
	`currency` text NOT NULL,
	`name` text,
	`email` text,
	`tax_id` text,
	`address` text,
	`balance_minor` integer NOT NULL,
	`other_balances` text DEFAULT '{}' NOT NULL,
	`customer_id` text,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "billing_accounts_provider_known" CHECK("billing_accounts"."provider" in ('manual', 'stripe'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_accounts_once` ON `billing_accounts` (`org_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `billing_accounts_by_customer` ON `billing_accounts` (`customer_id`) WHERE "billing_accounts"."customer_id" is not null;--> statement-breakpoint
CREATE TABLE `blobs` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`sha256` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`storage_key` text NOT NULL,
	`sealed_key` text,
	`chunk_bytes` integer NOT NULL,
	`state` text NOT NULL,
	`purge_run_id` text,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "blobs_state_known" CHECK("blobs"."state" in ('stored', 'orphaned'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `blobs_content_unique` ON `blobs` (`org_id`,`sha256`) WHERE "blobs"."state" = 'stored';--> statement-breakpoint
CREATE UNIQUE INDEX `blobs_storage_key_unique` ON `blobs` (`org_id`,`storage_key`);--> statement-breakpoint
CREATE INDEX `blobs_orphaned` ON `blobs` (`org_id`,`id`) WHERE "blobs"."state" = 'orphaned';--> statement-breakpoint
CREATE INDEX `blobs_purged` ON `blobs` (`org_id`,`purge_run_id`) WHERE "blobs"."purge_run_id" is not null;--> statement-breakpoint
CREATE TABLE `calendar_feeds` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_user_unique` ON `calendar_feeds` (`org_id`,`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_secret_unique` ON `calendar_feeds` (`org_id`,`secret_hash`);--> statement-breakpoint
CREATE INDEX `calendar_feeds_of_user` ON `calendar_feeds` (`user_id`,`org_id`);--> statement-breakpoint
CREATE TABLE `caption_addresses` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`created_by` text NOT NULL,
	`identity` text,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `caption_addresses_meeting_unique` ON `caption_addresses` (`org_id`,`meeting_id`);--> statement-breakpoint
CREATE TABLE `challenges` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`payload_sealed` text NOT NULL,
	`attempts` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	CONSTRAINT "challenges_kind_known" CHECK("challenges"."kind" in ('mfa', 'passkey_register', 'passkey_login', 'oidc', 'lti'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `challenges_by_end` ON `challenges` (`expires_at_ms`);--> statement-breakpoint
CREATE INDEX `challenges_by_user` ON `challenges` (`user_id`) WHERE "challenges"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `challenges_anonymous` ON `challenges` (`kind`,`created_at_ms`) WHERE "challenges"."user_id" is null;--> statement-breakpoint
CREATE TABLE `chat_messages` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`participant_id` text,
	`sender_name` text NOT NULL,
	`text` text NOT NULL,
	`sent_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `chat_messages_by_age` ON `chat_messages` (`org_id`,`meeting_id`,`sent_at_ms`,`id`);--> statement-breakpoint
CREATE TABLE `closed_accounts` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email_key` text NOT NULL,
	`closed_at_ms` integer NOT NULL,
	`is_erased` integer DEFAULT false NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `closed_accounts_by_age` ON `closed_accounts` (`closed_at_ms`,`user_id`);--> statement-breakpoint
CREATE TABLE `configurations` (
	`key` text PRIMARY KEY NOT NULL,
	`content_id` text NOT NULL,
	`version` integer NOT NULL,
	`value` text NOT NULL,
	`updated_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `consents` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`participant_id` text NOT NULL,
	`kind` text NOT NULL,
	`decision` text NOT NULL,
	`decided_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "consents_kind_known" CHECK("consents"."kind" in ('recording', 'transcription', 'summary')),
	CONSTRAINT "consents_decision_known" CHECK("consents"."decision" in ('granted', 'denied'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `consents_of_meeting` ON `consents` (`org_id`,`meeting_id`,`participant_id`,`kind`,`decided_at_ms`,`id`);--> statement-breakpoint
CREATE TABLE `departures` (
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`email_key` text NOT NULL,
	`left_at_ms` integer NOT NULL,
	`purge_started_at_ms` integer,
	PRIMARY KEY(`org_id`, `user_id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `departures_by_age` ON `departures` (`org_id`,`left_at_ms`,`user_id`) WHERE "departures"."purge_started_at_ms" is null;--> statement-breakpoint
CREATE INDEX `departures_purging` ON `departures` (`org_id`,`user_id`) WHERE "departures"."purge_started_at_ms" is not null;--> statement-breakpoint
CREATE INDEX `departures_by_person` ON `departures` (`user_id`,`org_id`);--> statement-breakpoint
CREATE TABLE `domain_leavers` (
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`left_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `user_id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `domain_leavers_by_person` ON `domain_leavers` (`user_id`);--> statement-breakpoint
CREATE TABLE `organization_domains` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`state` text NOT NULL,
	`enrollment_mode` text NOT NULL,
	`default_role` text NOT NULL,
	`include_subdomains` integer NOT NULL,
	`challenge_token` text NOT NULL,
	`claimed_at_ms` integer NOT NULL,
	`expires_at_ms` integer,
	`attempts` integer NOT NULL,
	`last_checked_at_ms` integer,
	`last_error` text,
	`next_check_at_ms` integer,
	`misses` integer NOT NULL,
	`proved_at_ms` integer,
	`verified_at_ms` integer,
	`proof` text,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "organization_domains_state_known" CHECK("organization_domains"."state" in ('unverified', 'pending', 'verified', 'failed', 'lapsed', 'conflict')),
	CONSTRAINT "organization_domains_enrollment_mode_known" CHECK("organization_domains"."enrollment_mode" in ('none', 'suggest', 'request', 'invite', 'auto_join')),
	CONSTRAINT "organization_domains_last_error_known" CHECK("organization_domains"."last_error" in ('record_not_found', 'resolver_failed', 'claimed')),
	CONSTRAINT "organization_domains_proof_known" CHECK("organization_domains"."proof" in ('dns_txt', 'manual'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `organization_domains_held_once` ON `organization_domains` (`id`) WHERE "organization_domains"."state" = 'verified';--> statement-breakpoint
CREATE INDEX `organization_domains_by_domain` ON `organization_domains` (`id`,`org_id`);--> statement-breakpoint
CREATE INDEX `organization_domains_by_age` ON `organization_domains` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `organization_domains_by_check` ON `organization_domains` (`org_id`,`next_check_at_ms`) WHERE "organization_domains"."next_check_at_ms" is not null;--> statement-breakpoint
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
CREATE TABLE `failed_sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`ip` text,
	`user_agent` text,
	`request_id` text NOT NULL,
	`reason` text NOT NULL,
	`occurred_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `failed_sign_ins_by_user` ON `failed_sign_ins` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `failed_sign_ins_by_time` ON `failed_sign_ins` (`occurred_at_ms`);--> statement-breakpoint
CREATE TABLE `followers` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`position` integer NOT NULL,
	`is_active` integer NOT NULL,
	`is_parked` integer NOT NULL,
	`failures` integer NOT NULL,
	`failing_since_ms` integer,
	`due_at_ms` integer,
	`lease_token` text,
	`leased_until_ms` integer,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "followers_kind_known" CHECK("followers"."kind" in ('webhook', 'audit_stream'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `followers_due` ON `followers` (`due_at_ms`) WHERE "followers"."due_at_ms" is not null;--> statement-breakpoint
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
CREATE INDEX `former_texts_of_meeting` ON `former_texts` (`org_id`,`meeting_id`,`replaced_at_ms`,`id`);--> statement-breakpoint
CREATE TABLE `guardian_consents` (
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`guardian` text NOT NULL,
	`granted_day` text NOT NULL,
	`note` text,
	`recorded_by` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `user_id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `guardian_consents_of_person` ON `guardian_consents` (`user_id`,`org_id`);--> statement-breakpoint
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
CREATE INDEX `idempotency_keys_by_organization` ON `idempotency_keys` (`org_id`) WHERE "idempotency_keys"."org_id" is not null;--> statement-breakpoint
CREATE TABLE `integrations` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`deployment_ids` text NOT NULL,
	`authorization_endpoint` text NOT NULL,
	`jwks_uri` text NOT NULL,
	`state` text NOT NULL,
	`created_by` text,
	`maker_state` text DEFAULT 'active' NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "integrations_type_known" CHECK("integrations"."type" in ('lti')),
	CONSTRAINT "integrations_state_known" CHECK("integrations"."state" in ('active', 'disabled'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `integrations_by_age` ON `integrations` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `integrations_by_id` ON `integrations` (`id`,`org_id`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`role` text NOT NULL,
	`token_hash` text NOT NULL,
	`mailed` integer DEFAULT false NOT NULL,
	`delivery` text,
	`state` text NOT NULL,
	`invited_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`accepted_at_ms` integer,
	`accepted_by` text,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "invitations_state_known" CHECK("invitations"."state" in ('pending', 'accepted', 'revoked', 'requested'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_unique` ON `invitations` (`org_id`,`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_pending_unique` ON `invitations` (`org_id`,`email_key`) WHERE "invitations"."state" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_requested_unique` ON `invitations` (`org_id`,`email_key`) WHERE "invitations"."state" = 'requested';--> statement-breakpoint
CREATE INDEX `invitations_by_inviter` ON `invitations` (`invited_by`,`org_id`,`role`) WHERE "invitations"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `invitations_by_age` ON `invitations` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_by_state` ON `invitations` (`org_id`,`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_by_email` ON `invitations` (`email_key`,`state`);--> statement-breakpoint
CREATE INDEX `invitations_by_acceptor` ON `invitations` (`accepted_by`) WHERE "invitations"."accepted_by" is not null;--> statement-breakpoint
CREATE TABLE `invoice_counters` (
	`series` text PRIMARY KEY NOT NULL,
	`last_number` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `invoices` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`number` text NOT NULL,
	`currency` text NOT NULL,
	`period_start_ms` integer NOT NULL,
	`period_end_ms` integer NOT NULL,
	`lines` text NOT NULL,
	`taxes` text NOT NULL,
	`subtotal_minor` integer NOT NULL,
	`tax_minor` integer NOT NULL,
	`total_minor` integer NOT NULL,
	`credit_applied_minor` integer NOT NULL,
	`credit_granted_minor` integer NOT NULL,
	`issuer` text NOT NULL,
	`customer` text NOT NULL,
	`corrects_id` text,
	`reason` text,
	`issued_at_ms` integer NOT NULL,
	`due_at_ms` integer NOT NULL,
	`state` text NOT NULL,
	`amount_due_minor` integer NOT NULL,
	`amount_paid_minor` integer NOT NULL,
	`corrected_minor` integer NOT NULL,
	`paid_at_ms` integer,
	`payment_reference` text,
	`voided_at_ms` integer,
	`overdue_at_ms` integer,
	`version` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "invoices_kind_known" CHECK("invoices"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "invoices_state_known" CHECK("invoices"."state" in ('open', 'paid', 'void', 'issued'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number_unique` ON `invoices` (`number`);--> statement-breakpoint
CREATE INDEX `invoices_by_age` ON `invoices` (`org_id`,`issued_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_by_state` ON `invoices` (`org_id`,`state`,`issued_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_overdue` ON `invoices` (`org_id`,`state`,`overdue_at_ms`) WHERE "invoices"."overdue_at_ms" is not null;--> statement-breakpoint
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
	`scheduled_at_ms` integer DEFAULT 0 NOT NULL,
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
CREATE INDEX `jobs_by_organization` ON `jobs` (`org_id`) WHERE "jobs"."org_id" is not null;--> statement-breakpoint
CREATE INDEX `jobs_unfinished` ON `jobs` (`scheduled_at_ms`) WHERE "jobs"."ended_at_ms" is null;--> statement-breakpoint
CREATE INDEX `jobs_ended` ON `jobs` (`ended_at_ms`) WHERE "jobs"."ended_at_ms" is not null;--> statement-breakpoint
CREATE INDEX `jobs_turns` ON `jobs` (`queue`,`org_id`,`run_at_ms`) WHERE "jobs"."state" = 'ready';--> statement-breakpoint
CREATE TABLE `known_devices` (
	`user_id` text NOT NULL,
	`device_hash` text NOT NULL,
	`last_seen_at_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `device_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `known_devices_by_last_use` ON `known_devices` (`last_seen_at_ms`);--> statement-breakpoint
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
CREATE INDEX `legal_holds_by_scope_and_state` ON `legal_holds` (`org_id`,`scope`,`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `legal_holds_on_person` ON `legal_holds` (`user_id`,`org_id`) WHERE "legal_holds"."state" = 'active' and "legal_holds"."user_id" is not null;--> statement-breakpoint
CREATE TABLE `live_events` (
	`org_id` text NOT NULL,
	`session_id` text NOT NULL,
	`seq` integer NOT NULL,
	`kind` text NOT NULL,
	`segment_id` text NOT NULL,
	`language` text,
	PRIMARY KEY(`org_id`, `session_id`, `seq`),
	FOREIGN KEY (`org_id`,`session_id`) REFERENCES `live_sessions`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "live_events_kind_known" CHECK("live_events"."kind" in ('final', 'translation'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `live_sessions` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`transcript_id` text,
	`state` text NOT NULL,
	`last_seq` integer NOT NULL,
	`caption_seq` integer,
	`started_at_ms` integer NOT NULL,
	`closed_at_ms` integer,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "live_sessions_state_known" CHECK("live_sessions"."state" in ('open', 'closed'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `live_sessions_meeting_unique` ON `live_sessions` (`org_id`,`meeting_id`);--> statement-breakpoint
CREATE TABLE `live_tracks` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`session_id` text NOT NULL,
	`participant_id` text,
	`label` text NOT NULL,
	`speaker_id` text,
	`heard_ms` integer NOT NULL,
	`end_ms` integer DEFAULT 0 NOT NULL,
	`generation` integer DEFAULT 0 NOT NULL,
	`publishing` integer DEFAULT false NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`session_id`) REFERENCES `live_sessions`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `live_tracks_of_session` ON `live_tracks` (`org_id`,`session_id`,`participant_id`,`id`);--> statement-breakpoint
CREATE TABLE `meetings` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`state_reason` text,
	`source` text NOT NULL,
	`scheduled_start_at_ms` integer,
	`scheduled_end_at_ms` integer,
	`starts_at_ms` integer NOT NULL,
	`started_at_ms` integer,
	`ended_at_ms` integer,
	`duration_ms` integer,
	`host_id` text NOT NULL,
	`language` text NOT NULL,
	`recording_mode` text NOT NULL,
	`recording_consent` text NOT NULL,
	`transcription` text NOT NULL,
	`access` text NOT NULL,
	`lobby` integer NOT NULL,
	`conference_url` text,
	`join_code_hash` text,
	`join_code_sealed` text,
	`join_code_holder_id` text,
	`external_id` text,
	`artifacts` text NOT NULL,
	`purge_started_at_ms` integer,
	`created_by` text NOT NULL,
	`deleted_at_ms` integer,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`workspace_id`) REFERENCES `workspaces`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "meetings_kind_known" CHECK("meetings"."kind" in ('standup', 'class', 'exam', 'interview', 'sales', 'other')),
	CONSTRAINT "meetings_state_known" CHECK("meetings"."state" in ('scheduled', 'live', 'ended', 'processing', 'ready', 'failed', 'cancelled')),
	CONSTRAINT "meetings_source_known" CHECK("meetings"."source" in ('native', 'upload', 'import')),
	CONSTRAINT "meetings_recording_mode_known" CHECK("meetings"."recording_mode" in ('off', 'manual', 'auto')),
	CONSTRAINT "meetings_recording_consent_known" CHECK("meetings"."recording_consent" in ('required', 'notify', 'optional', 'disabled')),
	CONSTRAINT "meetings_access_known" CHECK("meetings"."access" in ('invited', 'workspace', 'link'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `meetings_join_code_unique` ON `meetings` (`org_id`,`join_code_hash`) WHERE "meetings"."join_code_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `meetings_external_id_unique` ON `meetings` (`org_id`,`external_id`) WHERE "meetings"."external_id" is not null;--> statement-breakpoint
CREATE INDEX `meetings_live` ON `meetings` (`org_id`,`workspace_id`,`id`) WHERE "meetings"."state" = 'live';--> statement-breakpoint
CREATE INDEX `meetings_by_id` ON `meetings` (`id`,`org_id`);--> statement-breakpoint
CREATE INDEX `meetings_by_start` ON `meetings` (`org_id`,`starts_at_ms`,`id`) WHERE "meetings"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX `meetings_of_workspace` ON `meetings` (`org_id`,`workspace_id`,`starts_at_ms`,`id`) WHERE "meetings"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX `meetings_by_state` ON `meetings` (`org_id`,`state`,`starts_at_ms`,`id`) WHERE "meetings"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX `meetings_of_workspace_by_state` ON `meetings` (`org_id`,`workspace_id`,`state`,`starts_at_ms`,`id`) WHERE "meetings"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX `meetings_of_host` ON `meetings` (`org_id`,`host_id`,`starts_at_ms`,`id`) WHERE "meetings"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX `meetings_by_code_holder` ON `meetings` (`org_id`,`join_code_holder_id`,`id`) WHERE "meetings"."join_code_holder_id" is not null;--> statement-breakpoint
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
CREATE INDEX `memberships_by_role` ON `memberships` (`org_id`,`role`,`joined_at_ms`,`user_id`);--> statement-breakpoint
CREATE INDEX `memberships_by_user` ON `memberships` (`user_id`,`org_id`);--> statement-breakpoint
CREATE TABLE `noted_reads` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`noted_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `noted_reads_by_age` ON `noted_reads` (`noted_at_ms`);--> statement-breakpoint
CREATE TABLE `notification_preferences` (
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`preferences` text NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `user_id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `notification_preferences_of_user` ON `notification_preferences` (`user_id`,`org_id`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`meeting_id` text NOT NULL,
	`data` text NOT NULL,
	`subject` text NOT NULL,
	`read_at_ms` integer,
	`hidden_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notifications_kind_known" CHECK("notifications"."kind" in ('transcript.ready', 'translation.ready', 'summary.ready', 'meeting.invited', 'meeting.mentioned', 'action_item.assigned'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_subject_unique` ON `notifications` (`org_id`,`user_id`,`kind`,`subject`);--> statement-breakpoint
CREATE INDEX `notifications_of_meeting` ON `notifications` (`org_id`,`meeting_id`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_of_user` ON `notifications` (`user_id`,`org_id`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_in_time` ON `notifications` (`created_at_ms`,`org_id`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_by_age` ON `notifications` (`org_id`,`user_id`,`created_at_ms`,`id`) WHERE "notifications"."hidden_at_ms" is null;--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`org_id`,`user_id`,`created_at_ms`,`id`) WHERE "notifications"."read_at_ms" is null and "notifications"."hidden_at_ms" is null;--> statement-breakpoint
CREATE TABLE `one_time_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`mailed` integer DEFAULT false NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`used_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "one_time_tokens_purpose_known" CHECK("one_time_tokens"."purpose" in ('verify_email', 'reset_password', 'change_email'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `one_time_tokens_by_user` ON `one_time_tokens` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `one_time_tokens_by_end` ON `one_time_tokens` (`expires_at_ms`);--> statement-breakpoint
CREATE INDEX `one_time_tokens_shown` ON `one_time_tokens` (`user_id`) WHERE not "one_time_tokens"."mailed";--> statement-breakpoint
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
	`ai_policy` text DEFAULT '{}' NOT NULL,
	`plan_code` text,
	`paid_seats` integer,
	`entitlement_overrides` text DEFAULT '{}' NOT NULL,
	`metadata` text NOT NULL,
	`state` text NOT NULL,
	`state_before_deletion` text,
	`deletion_authority` text,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`purge_at_ms` integer,
	`deleted_at_ms` integer,
	CONSTRAINT "organizations_state_known" CHECK("organizations"."state" in ('active', 'suspended', 'pending_deletion', 'deleted'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `organizations_slug_unique` ON `organizations` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `organizations_external_id_unique` ON `organizations` (`external_id`) WHERE "organizations"."external_id" is not null;--> statement-breakpoint
CREATE INDEX `organizations_by_type` ON `organizations` (`org_type`,`created_at_ms`,`id`) WHERE "organizations"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX `organizations_by_state_and_name` ON `organizations` (`state`,`name_key`,`id`) WHERE "organizations"."state" <> 'active';--> statement-breakpoint
CREATE INDEX `organizations_by_age` ON `organizations` (`created_at_ms`,`id`) WHERE "organizations"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX `organizations_by_name` ON `organizations` (`name_key`,`id`) WHERE "organizations"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX `organizations_by_state` ON `organizations` (`state`,`created_at_ms`,`id`) WHERE "organizations"."state" <> 'active';--> statement-breakpoint
CREATE TABLE `participants` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`user_id` text,
	`name` text NOT NULL,
	`email` text,
	`email_key` text,
	`invite_hash` text,
	`role` text NOT NULL,
	`state` text NOT NULL,
	`joined_at_ms` integer,
	`left_at_ms` integer,
	`entered_at_seq` integer,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "participants_role_known" CHECK("participants"."role" in ('host', 'participant', 'guest')),
	CONSTRAINT "participants_state_known" CHECK("participants"."state" in ('invited', 'waiting', 'admitted', 'left', 'refused', 'removed'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `participants_user_unique` ON `participants` (`org_id`,`meeting_id`,`user_id`) WHERE "participants"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `participants_by_age` ON `participants` (`org_id`,`meeting_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `participants_of_user` ON `participants` (`user_id`,`org_id`,`meeting_id`) WHERE "participants"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `participants_email_unique` ON `participants` (`org_id`,`meeting_id`,`email_key`) WHERE "participants"."email_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `participants_invite_unique` ON `participants` (`org_id`,`invite_hash`) WHERE "participants"."invite_hash" is not null;--> statement-breakpoint
CREATE INDEX `participants_by_state` ON `participants` (`org_id`,`meeting_id`,`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `participants_of_email` ON `participants` (`email_key`,`org_id`,`meeting_id`) WHERE "participants"."email_key" is not null;--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`multi_device` integer NOT NULL,
	`backed_up` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_used_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `passkeys_by_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `payment_events` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`provider_id` text,
	`received_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `payment_events_by_age` ON `payment_events` (`received_at_ms`);--> statement-breakpoint
CREATE TABLE `payment_methods` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`token` text NOT NULL,
	`type` text NOT NULL,
	`brand` text,
	`last4` text,
	`exp_month` integer,
	`exp_year` integer,
	`is_default` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_methods_token_unique` ON `payment_methods` (`org_id`,`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_methods_default_once` ON `payment_methods` (`org_id`) WHERE "payment_methods"."is_default";--> statement-breakpoint
CREATE TABLE `payments` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`token` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text NOT NULL,
	`provider_id` text,
	`failure_code` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`invoice_id`) REFERENCES `invoices`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "payments_state_known" CHECK("payments"."state" in ('pending', 'processing', 'succeeded', 'failed'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `payments_by_invoice` ON `payments` (`org_id`,`invoice_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_unfinished_once` ON `payments` (`org_id`,`invoice_id`) WHERE "payments"."state" in ('pending', 'processing');--> statement-breakpoint
CREATE TABLE `privacy_erasures` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`email_key` text,
	`state` text NOT NULL,
	`reason` text,
	`erased` text NOT NULL,
	`held_meetings` integer,
	`requested_by` text NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`completed_at_ms` integer,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "privacy_erasures_state_known" CHECK("privacy_erasures"."state" in ('queued', 'running', 'completed'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `privacy_erasures_by_age` ON `privacy_erasures` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `privacy_erasures_unfinished` ON `privacy_erasures` (`org_id`,`user_id`) WHERE "privacy_erasures"."state" <> 'completed';--> statement-breakpoint
CREATE INDEX `privacy_erasures_held` ON `privacy_erasures` (`org_id`,`id`) WHERE "privacy_erasures"."state" = 'completed' and "privacy_erasures"."email_key" is not null;--> statement-breakpoint
CREATE TABLE `privacy_exports` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text,
	`email_key` text,
	`state` text NOT NULL,
	`progress` real NOT NULL,
	`blob_id` text,
	`size_bytes` integer,
	`sha256` text,
	`failure` text,
	`requested_by` text NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`started_at_ms` integer,
	`ended_at_ms` integer,
	`expires_at_ms` integer,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`blob_id`) REFERENCES `blobs`(`org_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "privacy_exports_subject_known" CHECK("privacy_exports"."subject" in ('person', 'organization')),
	CONSTRAINT "privacy_exports_state_known" CHECK("privacy_exports"."state" in ('queued', 'running', 'ready', 'failed', 'expired'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `privacy_exports_by_age` ON `privacy_exports` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `privacy_exports_expiring` ON `privacy_exports` (`expires_at_ms`,`org_id`,`id`) WHERE "privacy_exports"."state" = 'ready';--> statement-breakpoint
CREATE INDEX `privacy_exports_of_user` ON `privacy_exports` (`user_id`,`org_id`) WHERE "privacy_exports"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `privacy_exports_of_email` ON `privacy_exports` (`email_key`,`org_id`) WHERE "privacy_exports"."email_key" is not null;--> statement-breakpoint
CREATE TABLE `processing_jobs` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`meeting_id` text NOT NULL,
	`recording_id` text,
	`transcript_id` text,
	`state` text NOT NULL,
	`step` text NOT NULL,
	`progress` real NOT NULL,
	`provider` text,
	`language` text,
	`engine` text,
	`findings` text NOT NULL,
	`failure` text,
	`attempts` integer NOT NULL,
	`created_by` text NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`started_at_ms` integer,
	`ended_at_ms` integer,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "processing_jobs_type_known" CHECK("processing_jobs"."type" in ('transcription', 'translation', 'summary')),
	CONSTRAINT "processing_jobs_state_known" CHECK("processing_jobs"."state" in ('waiting', 'queued', 'running', 'succeeded', 'failed', 'cancelled')),
	CONSTRAINT "processing_jobs_step_known" CHECK("processing_jobs"."step" in ('probe', 'decode', 'detect', 'transcribe', 'store', 'translate', 'summarize'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `processing_jobs_by_id` ON `processing_jobs` (`id`,`org_id`);--> statement-breakpoint
CREATE INDEX `processing_jobs_by_age` ON `processing_jobs` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `processing_jobs_in_time` ON `processing_jobs` (`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `processing_jobs_by_state` ON `processing_jobs` (`org_id`,`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `processing_jobs_of_meeting` ON `processing_jobs` (`org_id`,`meeting_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `processing_jobs_active_unique` ON `processing_jobs` (`org_id`,`recording_id`) WHERE "processing_jobs"."state" in ('waiting', 'queued', 'running');--> statement-breakpoint
CREATE INDEX `processing_jobs_everywhere` ON `processing_jobs` (`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `processing_jobs_runnable` ON `processing_jobs` (`org_id`,`type`,`created_at_ms`,`id`) WHERE "processing_jobs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE TABLE `processing_windows` (
	`org_id` text NOT NULL,
	`job_id` text NOT NULL,
	`position` integer NOT NULL,
	`result` text NOT NULL,
	`ended_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `job_id`, `position`),
	FOREIGN KEY (`org_id`,`job_id`) REFERENCES `processing_jobs`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `recordings` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`blob_id` text NOT NULL,
	`filename` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`duration_ms` integer,
	`channels` integer,
	`has_video` integer,
	`language` text,
	`state` text NOT NULL,
	`failure` text,
	`waveform_blob_id` text,
	`created_by` text NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`blob_id`) REFERENCES `blobs`(`org_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "recordings_state_known" CHECK("recordings"."state" in ('processing', 'ready', 'failed'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `recordings_by_age` ON `recordings` (`org_id`,`meeting_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `recordings_by_id` ON `recordings` (`id`,`org_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`used_at_ms` integer,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `removals` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`at_ms` integer NOT NULL,
	CONSTRAINT "removals_kind_known" CHECK("removals"."kind" in ('artifact', 'meeting', 'organization', 'person', 'member', 'api_key', 'administrator', 'account', 'calendar_feed', 'chat_message'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `removals_by_time` ON `removals` (`at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `removals_by_organization` ON `removals` (`org_id`) WHERE "removals"."org_id" is not null;--> statement-breakpoint
CREATE TABLE `retention_changes` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`previous` text NOT NULL,
	`changed_at_ms` integer NOT NULL,
	`purges_from_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `retention_changes_in_force` ON `retention_changes` (`org_id`,`purges_from_ms`,`id`);--> statement-breakpoint
CREATE INDEX `retention_changes_ended` ON `retention_changes` (`purges_from_ms`);--> statement-breakpoint
CREATE TABLE `retention_previews` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`policy` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `retention_previews_expired` ON `retention_previews` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `retention_runs` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`trigger` text NOT NULL,
	`dry_run` integer NOT NULL,
	`state` text NOT NULL,
	`policy` text,
	`purged` text NOT NULL,
	`failure` text,
	`requested_by` text,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`started_at_ms` integer,
	`ended_at_ms` integer,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "retention_runs_trigger_known" CHECK("retention_runs"."trigger" in ('schedule', 'request')),
	CONSTRAINT "retention_runs_state_known" CHECK("retention_runs"."state" in ('queued', 'running', 'completed', 'failed'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `retention_runs_by_age` ON `retention_runs` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `retention_runs_unfinished_unique` ON `retention_runs` (`org_id`,`dry_run`) WHERE "retention_runs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE TABLE `search_terms` (
	`org_id` text NOT NULL,
	`collection` text NOT NULL,
	`term` text NOT NULL,
	`position` integer NOT NULL,
	`id` text NOT NULL,
	`words` text,
	PRIMARY KEY(`org_id`, `collection`, `term`, `position`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `segment_revisions` (
	`org_id` text NOT NULL,
	`transcript_id` text NOT NULL,
	`segment_id` text NOT NULL,
	`revision` integer NOT NULL,
	`text` text NOT NULL,
	`speaker_id` text,
	`replaced_by` text NOT NULL,
	`replaced_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `transcript_id`, `segment_id`, `revision`),
	FOREIGN KEY (`org_id`,`transcript_id`) REFERENCES `transcripts`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `segments` (
	`org_id` text NOT NULL,
	`transcript_id` text NOT NULL,
	`start_ms` integer NOT NULL,
	`seq` integer NOT NULL,
	`id` text NOT NULL,
	`speaker_id` text,
	`end_ms` integer NOT NULL,
	`text` text NOT NULL,
	`language` text NOT NULL,
	`confidence` real,
	`words` text,
	`revision` integer NOT NULL,
	`edited` integer NOT NULL,
	`source` text NOT NULL,
	PRIMARY KEY(`org_id`, `transcript_id`, `start_ms`, `seq`),
	FOREIGN KEY (`org_id`,`transcript_id`) REFERENCES `transcripts`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "segments_source_known" CHECK("segments"."source" in ('stt', 'caption', 'import', 'manual'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `segments_id_unique` ON `segments` (`org_id`,`transcript_id`,`id`);--> statement-breakpoint
CREATE INDEX `segments_of_speaker` ON `segments` (`org_id`,`transcript_id`,`speaker_id`,`start_ms`,`seq`) WHERE "segments"."speaker_id" is not null;--> statement-breakpoint
CREATE TABLE `service_state` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`epoch` integer DEFAULT 1 NOT NULL,
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
CREATE INDEX `sessions_by_organization` ON `sessions` (`org_id`) WHERE "sessions"."org_id" is not null;--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`,`revoked_at_ms`,`epoch`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_by_end` ON `sessions` (`expires_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_by_revocation` ON `sessions` (`revoked_at_ms`,`id`) WHERE "sessions"."revoked_at_ms" is not null;--> statement-breakpoint
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
CREATE TABLE `speakers` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`transcript_id` text NOT NULL,
	`participant_id` text,
	`label` text NOT NULL,
	`merged_into` text,
	`version` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`transcript_id`) REFERENCES `transcripts`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `speakers_of_transcript` ON `speakers` (`org_id`,`transcript_id`,`id`);--> statement-breakpoint
CREATE TABLE `spent_live_tickets` (
	`org_id` text NOT NULL,
	`ticket_hash` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `ticket_hash`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `spent_live_tickets_by_expiry` ON `spent_live_tickets` (`expires_at_ms`,`org_id`,`ticket_hash`);--> statement-breakpoint
CREATE TABLE `spent_refresh_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`spent_at_ms` integer NOT NULL,
	`successor_sealed` text,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `spent_refresh_tokens_by_session` ON `spent_refresh_tokens` (`session_id`);--> statement-breakpoint
CREATE INDEX `spent_refresh_tokens_with_successor` ON `spent_refresh_tokens` (`spent_at_ms`) WHERE "spent_refresh_tokens"."successor_sealed" is not null;--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`plan_code` text NOT NULL,
	`state` text NOT NULL,
	`interval` text NOT NULL,
	`seats` integer NOT NULL,
	`currency` text NOT NULL,
	`price` text NOT NULL,
	`timezone` text NOT NULL,
	`anchor_ms` integer NOT NULL,
	`period_index` integer NOT NULL,
	`current_period_start_ms` integer NOT NULL,
	`current_period_end_ms` integer NOT NULL,
	`segments` text NOT NULL,
	`charged_minor` integer NOT NULL,
	`metered` text DEFAULT '[]' NOT NULL,
	`cancel_at_period_end` integer NOT NULL,
	`pending_change` text,
	`trial_started_at_ms` integer,
	`trial_ends_at_ms` integer,
	`trial_outcome` text,
	`pauses_at_ms` integer,
	`canceled_at_ms` integer,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "subscriptions_state_known" CHECK("subscriptions"."state" in ('trialing', 'active', 'past_due', 'paused', 'canceled')),
	CONSTRAINT "subscriptions_interval_known" CHECK("subscriptions"."interval" in ('month', 'year'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_once` ON `subscriptions` (`org_id`);--> statement-breakpoint
CREATE TABLE `summaries` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`transcript_id` text NOT NULL,
	`transcript_revision` integer NOT NULL,
	`state` text NOT NULL,
	`level` text NOT NULL,
	`template` text NOT NULL,
	`language` text NOT NULL,
	`engine` text,
	`content` text,
	`edited` integer NOT NULL,
	`failure` text,
	`job_id` text,
	`version` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "summaries_state_known" CHECK("summaries"."state" in ('processing', 'ready', 'failed')),
	CONSTRAINT "summaries_level_known" CHECK("summaries"."level" in ('basic', 'enhanced'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `summaries_meeting_unique` ON `summaries` (`org_id`,`meeting_id`);--> statement-breakpoint
CREATE TABLE `totp_secrets` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret_sealed` text NOT NULL,
	`confirmed_at_ms` integer,
	`last_step` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `transcript_indexes` (
	`org_id` text NOT NULL,
	`transcript_id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`number` integer NOT NULL,
	`started_at_ms` integer NOT NULL,
	`removed` integer NOT NULL,
	PRIMARY KEY(`org_id`, `transcript_id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `transcript_indexes_number_unique` ON `transcript_indexes` (`number`);--> statement-breakpoint
CREATE INDEX `transcript_indexes_of_meeting` ON `transcript_indexes` (`org_id`,`meeting_id`,`number`);--> statement-breakpoint
CREATE INDEX `transcript_indexes_removed` ON `transcript_indexes` (`org_id`,`number`) WHERE "transcript_indexes"."removed";--> statement-breakpoint
CREATE TABLE `transcripts` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`recording_id` text,
	`state` text NOT NULL,
	`source` text NOT NULL,
	`live` integer DEFAULT false NOT NULL,
	`language` text NOT NULL,
	`languages` text NOT NULL,
	`engine` text,
	`segment_count` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`revision` integer NOT NULL,
	`failure` text,
	`consent_statement` text,
	`version` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`deleted_at_ms` integer,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "transcripts_state_known" CHECK("transcripts"."state" in ('processing', 'ready', 'failed')),
	CONSTRAINT "transcripts_source_known" CHECK("transcripts"."source" in ('stt', 'caption', 'import', 'manual'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `transcripts_by_age` ON `transcripts` (`org_id`,`meeting_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `transcripts_by_id` ON `transcripts` (`id`,`org_id`);--> statement-breakpoint
CREATE TABLE `translated_segments` (
	`org_id` text NOT NULL,
	`translation_id` text NOT NULL,
	`segment_id` text NOT NULL,
	`revision` integer NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`org_id`, `translation_id`, `segment_id`),
	FOREIGN KEY (`org_id`,`translation_id`) REFERENCES `translations`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `translations` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`transcript_id` text NOT NULL,
	`language` text NOT NULL,
	`state` text NOT NULL,
	`transcript_revision` integer NOT NULL,
	`engine` text,
	`quality` text,
	`segment_count` integer NOT NULL,
	`translated_ms` integer DEFAULT 0 NOT NULL,
	`counted_ms` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`job_id` text,
	`version` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`deleted_at_ms` integer,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`transcript_id`) REFERENCES `transcripts`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "translations_state_known" CHECK("translations"."state" in ('processing', 'ready', 'failed')),
	CONSTRAINT "translations_quality_known" CHECK("translations"."quality" in ('gist', 'basic', 'good'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `translations_by_id` ON `translations` (`id`,`org_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `translations_language_unique` ON `translations` (`org_id`,`transcript_id`,`language`) WHERE "translations"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX `translations_of_transcript` ON `translations` (`org_id`,`transcript_id`,`id`);--> statement-breakpoint
CREATE TABLE `unindexed_segments` (
	`org_id` text NOT NULL,
	`transcript_id` text NOT NULL,
	`from_ms` integer NOT NULL,
	`to_ms` integer NOT NULL,
	`due_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `transcript_id`, `from_ms`),
	FOREIGN KEY (`org_id`,`transcript_id`) REFERENCES `transcripts`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `unindexed_segments_by_turn` ON `unindexed_segments` (`due_at_ms`,`org_id`,`transcript_id`,`from_ms`);--> statement-breakpoint
CREATE INDEX `unindexed_segments_turns` ON `unindexed_segments` (`org_id`,`due_at_ms`,`transcript_id`,`from_ms`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`created_by` text NOT NULL,
	`filename` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`offset_bytes` integer NOT NULL,
	`state` text NOT NULL,
	`failure` text,
	`sha256` text,
	`language` text,
	`made_meeting` integer NOT NULL,
	`draft` text,
	`recording_id` text,
	`expires_at_ms` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "uploads_state_known" CHECK("uploads"."state" in ('open', 'finishing', 'finished', 'failed', 'expired', 'cancelled'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `uploads_of_meeting` ON `uploads` (`org_id`,`meeting_id`,`id`);--> statement-breakpoint
CREATE INDEX `uploads_expiring` ON `uploads` (`expires_at_ms`) WHERE "uploads"."state" = 'open';--> statement-breakpoint
CREATE INDEX `uploads_by_id` ON `uploads` (`id`,`org_id`);--> statement-breakpoint
CREATE TABLE `usage_alerts` (
	`org_id` text NOT NULL,
	`meter` text NOT NULL,
	`period_start_ms` integer NOT NULL,
	`threshold` integer NOT NULL,
	`limit` integer NOT NULL,
	PRIMARY KEY(`org_id`, `meter`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "usage_alerts_meter_known" CHECK("usage_alerts"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `usage_levels` (
	`org_id` text NOT NULL,
	`meter` text NOT NULL,
	`level` integer NOT NULL,
	`changed_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `meter`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "usage_levels_meter_known" CHECK("usage_levels"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `usage_records` (
	`org_id` text NOT NULL,
	`meter` text NOT NULL,
	`subject` text NOT NULL,
	`quantity` integer NOT NULL,
	`occurred_at_ms` integer NOT NULL,
	`workspace_id` text,
	`user_id` text,
	PRIMARY KEY(`org_id`, `meter`, `subject`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "usage_records_meter_known" CHECK("usage_records"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `usage_records_by_time` ON `usage_records` (`org_id`,`meter`,`occurred_at_ms`);--> statement-breakpoint
CREATE TABLE `usage_shares` (
	`org_id` text NOT NULL,
	`meter` text NOT NULL,
	`kind` text NOT NULL,
	`start_ms` integer NOT NULL,
	`group_id` text NOT NULL,
	`quantity` integer NOT NULL,
	PRIMARY KEY(`org_id`, `meter`, `kind`, `start_ms`, `group_id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "usage_shares_meter_known" CHECK("usage_shares"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests')),
	CONSTRAINT "usage_shares_kind_known" CHECK("usage_shares"."kind" in ('workspace', 'user'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `usage_totals` (
	`org_id` text NOT NULL,
	`meter` text NOT NULL,
	`grain` text NOT NULL,
	`start_ms` integer NOT NULL,
	`quantity` integer NOT NULL,
	`level` integer,
	PRIMARY KEY(`org_id`, `meter`, `grain`, `start_ms`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "usage_totals_meter_known" CHECK("usage_totals"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests')),
	CONSTRAINT "usage_totals_grain_known" CHECK("usage_totals"."grain" in ('quarter', 'day'))
) STRICT, WITHOUT ROWID;
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
	`password_version` integer DEFAULT 1 NOT NULL,
	`password_initial` integer DEFAULT false NOT NULL,
	`session_epoch` integer DEFAULT 1 NOT NULL,
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
CREATE UNIQUE INDEX `users_email_key_unique` ON `users` (`email_key`);--> statement-breakpoint
CREATE INDEX `users_system_admins` ON `users` (`id`) WHERE "users"."system_admin";--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`event_id` text NOT NULL,
	`event_type` text NOT NULL,
	`sequence` integer,
	`state` text NOT NULL,
	`attempts` text NOT NULL,
	`attempt_count` integer NOT NULL,
	`tries` integer NOT NULL,
	`next_attempt_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhook_deliveries_state_known" CHECK("webhook_deliveries"."state" in ('pending', 'held', 'succeeded', 'failed', 'skipped'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_age` ON `webhook_deliveries` (`org_id`,`webhook_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_state` ON `webhook_deliveries` (`org_id`,`webhook_id`,`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`org_id`,`webhook_id`,`next_attempt_at_ms`,`sequence`) WHERE "webhook_deliveries"."next_attempt_at_ms" is not null;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_in_time` ON `webhook_deliveries` (`created_at_ms`);--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_event_unique` ON `webhook_deliveries` (`org_id`,`event_id`,`webhook_id`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`url` text NOT NULL,
	`description` text,
	`event_types` text,
	`payload` text NOT NULL,
	`header_names` text,
	`headers_sealed` text,
	`secret_sealed` text,
	`previous_secret_sealed` text,
	`previous_expires_at_ms` integer,
	`disabled_reason` text,
	`disabled_at_ms` integer,
	`replay_from` integer,
	`replay_to` integer,
	`created_by` text NOT NULL,
	`maker_state` text DEFAULT 'active' NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`id`) REFERENCES `followers`(`org_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "webhooks_disabled_reason_known" CHECK("webhooks"."disabled_reason" in ('gone', 'failing'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhooks_by_age` ON `webhooks` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
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
CREATE TABLE `workspace_members` (
	`org_id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`joined_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`version` integer NOT NULL,
	PRIMARY KEY(`org_id`, `workspace_id`, `user_id`),
	FOREIGN KEY (`org_id`,`workspace_id`) REFERENCES `workspaces`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`user_id`) REFERENCES `memberships`(`org_id`,`user_id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `workspace_members_by_user` ON `workspace_members` (`org_id`,`user_id`,`workspace_id`);--> statement-breakpoint
CREATE INDEX `workspace_members_by_age` ON `workspace_members` (`org_id`,`workspace_id`,`joined_at_ms`,`user_id`);--> statement-breakpoint
CREATE INDEX `workspace_managers` ON `workspace_members` (`org_id`,`workspace_id`,`user_id`) WHERE "workspace_members"."role" = 'manager';--> statement-breakpoint
CREATE TABLE `workspaces` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text DEFAULT '' NOT NULL,
	`slug` text NOT NULL,
	`description` text,
	`kind` text NOT NULL,
	`visibility` text NOT NULL,
	`settings` text,
	`external_ref` text,
	`member_count` integer NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`archived_at_ms` integer,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "workspaces_kind_known" CHECK("workspaces"."kind" in ('class', 'team', 'department', 'project')),
	CONSTRAINT "workspaces_visibility_known" CHECK("workspaces"."visibility" in ('private', 'org'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `workspaces_slug_unique` ON `workspaces` (`org_id`,`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `workspaces_external_ref_unique` ON `workspaces` (`org_id`,`external_ref`) WHERE "workspaces"."external_ref" is not null;--> statement-breakpoint
CREATE INDEX `workspaces_by_id` ON `workspaces` (`id`,`org_id`);--> statement-breakpoint
CREATE INDEX `workspaces_by_name` ON `workspaces` (`org_id`,`visibility`,`archived`,`name_key`,`id`);--> statement-breakpoint
CREATE INDEX `workspaces_by_kind` ON `workspaces` (`org_id`,`visibility`,`archived`,`kind`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `workspaces_by_kind_and_name` ON `workspaces` (`org_id`,`visibility`,`archived`,`kind`,`name_key`,`id`);--> statement-breakpoint
CREATE INDEX `workspaces_by_age` ON `workspaces` (`org_id`,`visibility`,`archived`,`created_at_ms`,`id`);--> statement-breakpoint
-- Not of the schema: the words of segments, tokens of db/word-index, separated by spaces. Without automatic merges, which would make a transaction long.
CREATE VIRTUAL TABLE transcript_words USING fts5(words, content='', contentless_delete=1, tokenize="ascii tokenchars '_@#-'");
--> statement-breakpoint
INSERT INTO transcript_words(transcript_words, rank) VALUES ('automerge', 0);
--> statement-breakpoint
INSERT INTO transcript_words(transcript_words, rank) VALUES ('crisismerge', 500);
--> statement-breakpoint
INSERT INTO transcript_words(transcript_words, rank) VALUES ('usermerge', 16);
