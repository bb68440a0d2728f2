CREATE TABLE "action_items" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	"owner_id" text,
	"owner_name" text,
	"due_day" text,
	"due_text" text,
	"status" text NOT NULL,
	"segment_ids" jsonb NOT NULL,
	"start_ms" bigint,
	"edited" boolean NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "action_items_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "action_items_status_known" CHECK ("action_items"."status" in ('open', 'done', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"hint" text NOT NULL,
	"previous_hash" text,
	"previous_expires_at_ms" bigint,
	"scopes" jsonb NOT NULL,
	"allowed_ips" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"maker_state" text DEFAULT 'active' NOT NULL,
	"expires_at_ms" bigint,
	"last_used_at_ms" bigint,
	"revoked_at_ms" bigint,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "api_keys_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "artifacts" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"class" text NOT NULL,
	"owner_type" text NOT NULL,
	"owner_id" text NOT NULL,
	"meeting_id" text,
	"blob_id" text,
	"size_bytes" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"clock_starts_at_ms" bigint,
	"purge_started_at_ms" bigint,
	"deleted_at_ms" bigint,
	CONSTRAINT "artifacts_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "artifacts_class_known" CHECK ("artifacts"."class" in ('recordings', 'transcripts', 'chatLogs', 'examData'))
);
--> statement-breakpoint
CREATE TABLE "audit_checkpoints" (
	"org_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" text NOT NULL,
	"signed_at_ms" bigint NOT NULL,
	"previous" text,
	"key_id" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "audit_checkpoints_org_id_sequence_pk" PRIMARY KEY("org_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"org_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"id" text NOT NULL,
	"occurred_at_ms" bigint NOT NULL,
	"action" text NOT NULL,
	"category" text NOT NULL,
	"outcome" text NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_role" text,
	"targets" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"auth_method" text,
	"personal" jsonb,
	"salt" text,
	"personal_commitment" text NOT NULL,
	"hash" text NOT NULL,
	"prev_hash" text NOT NULL,
	CONSTRAINT "audit_entries_org_id_sequence_pk" PRIMARY KEY("org_id","sequence"),
	CONSTRAINT "audit_entries_outcome_known" CHECK ("audit_entries"."outcome" in ('success', 'denied', 'failure'))
);
--> statement-breakpoint
CREATE TABLE "audit_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_sealed" text NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_streams" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"url" text,
	"host" text,
	"port" integer,
	"ca_certificates" text,
	"categories" jsonb,
	"secret_sealed" text,
	"disabled_reason" text,
	"disabled_at_ms" bigint,
	"delivered_at_ms" bigint,
	"failure" text,
	"created_by" text NOT NULL,
	"maker_state" text DEFAULT 'active' NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "audit_streams_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "audit_streams_type_known" CHECK ("audit_streams"."type" in ('webhook', 'syslog')),
	CONSTRAINT "audit_streams_disabled_reason_known" CHECK ("audit_streams"."disabled_reason" in ('gone', 'failing'))
);
--> statement-breakpoint
CREATE TABLE "audit_targets" (
	"org_id" text NOT NULL,
	"target_id" text NOT NULL,
	"occurred_at_ms" bigint NOT NULL,
	"sequence" bigint NOT NULL,
	CONSTRAINT "audit_targets_org_id_target_id_occurred_at_ms_sequence_pk" PRIMARY KEY("org_id","target_id","occurred_at_ms","sequence")
);
--> statement-breakpoint
CREATE TABLE "billing_accounts" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"provider" text NOT NULL,
	"currency" text NOT NULL,
	"name" text,
	"email" text,
	"tax_id" text,
	"address" jsonb,
	"balance_minor" bigint NOT NULL,
	"other_balances" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"customer_id" text,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "billing_accounts_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "billing_accounts_provider_known" CHECK ("billing_accounts"."provider" in ('manual', 'stripe'))
);
--> statement-breakpoint
CREATE TABLE "blobs" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"storage_key" text NOT NULL,
	"sealed_key" text,
	"chunk_bytes" integer NOT NULL,
	"state" text NOT NULL,
	"purge_run_id" text,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "blobs_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "blobs_state_known" CHECK ("blobs"."state" in ('stored', 'orphaned'))
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "calendar_feeds_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "caption_addresses" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_by" text NOT NULL,
	"identity" text,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "caption_addresses_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"payload_sealed" text NOT NULL,
	"attempts" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	CONSTRAINT "challenges_kind_known" CHECK ("challenges"."kind" in ('mfa', 'passkey_register', 'passkey_login', 'oidc', 'lti'))
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"participant_id" text,
	"sender_name" text NOT NULL,
	"text" text NOT NULL,
	"sent_at_ms" bigint NOT NULL,
	CONSTRAINT "chat_messages_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "closed_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"email_key" text NOT NULL,
	"closed_at_ms" bigint NOT NULL,
	"is_erased" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "configurations" (
	"key" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"participant_id" text NOT NULL,
	"kind" text NOT NULL,
	"decision" text NOT NULL,
	"decided_at_ms" bigint NOT NULL,
	CONSTRAINT "consents_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "consents_kind_known" CHECK ("consents"."kind" in ('recording', 'transcription', 'summary')),
	CONSTRAINT "consents_decision_known" CHECK ("consents"."decision" in ('granted', 'denied'))
);
--> statement-breakpoint
CREATE TABLE "departures" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"email_key" text NOT NULL,
	"left_at_ms" bigint NOT NULL,
	"purge_started_at_ms" bigint,
	CONSTRAINT "departures_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "domain_leavers" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"left_at_ms" bigint NOT NULL,
	CONSTRAINT "domain_leavers_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organization_domains" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"state" text NOT NULL,
	"enrollment_mode" text NOT NULL,
	"default_role" text NOT NULL,
	"include_subdomains" boolean NOT NULL,
	"challenge_token" text NOT NULL,
	"claimed_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint,
	"attempts" integer NOT NULL,
	"last_checked_at_ms" bigint,
	"last_error" text,
	"next_check_at_ms" bigint,
	"misses" integer NOT NULL,
	"proved_at_ms" bigint,
	"verified_at_ms" bigint,
	"proof" text,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "organization_domains_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "organization_domains_state_known" CHECK ("organization_domains"."state" in ('unverified', 'pending', 'verified', 'failed', 'lapsed', 'conflict')),
	CONSTRAINT "organization_domains_enrollment_mode_known" CHECK ("organization_domains"."enrollment_mode" in ('none', 'suggest', 'request', 'invite', 'auto_join')),
	CONSTRAINT "organization_domains_last_error_known" CHECK ("organization_domains"."last_error" in ('record_not_found', 'resolver_failed', 'claimed')),
	CONSTRAINT "organization_domains_proof_known" CHECK ("organization_domains"."proof" in ('dns_txt', 'manual'))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"org_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"api_version" text NOT NULL,
	"occurred_at_ms" bigint NOT NULL,
	"request_id" text NOT NULL,
	"actor" jsonb NOT NULL,
	"object" jsonb NOT NULL,
	"changes" jsonb,
	CONSTRAINT "events_org_id_sequence_pk" PRIMARY KEY("org_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "failed_sign_ins" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"ip" text,
	"user_agent" text,
	"request_id" text NOT NULL,
	"reason" text NOT NULL,
	"occurred_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "followers" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"position" bigint NOT NULL,
	"is_active" boolean NOT NULL,
	"is_parked" boolean NOT NULL,
	"failures" integer NOT NULL,
	"failing_since_ms" bigint,
	"due_at_ms" bigint,
	"lease_token" text,
	"leased_until_ms" bigint,
	CONSTRAINT "followers_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "followers_kind_known" CHECK ("followers"."kind" in ('webhook', 'audit_stream'))
);
--> statement-breakpoint
CREATE TABLE "former_texts" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" text NOT NULL,
	"former" jsonb NOT NULL,
	"replaced_by" text NOT NULL,
	"replaced_at_ms" bigint NOT NULL,
	CONSTRAINT "former_texts_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "former_texts_object_type_known" CHECK ("former_texts"."object_type" in ('meeting', 'participant', 'speaker', 'segment', 'translation', 'summary', 'action_item'))
);
--> statement-breakpoint
CREATE TABLE "guardian_consents" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"guardian" text NOT NULL,
	"granted_day" text NOT NULL,
	"note" text,
	"recorded_by" text NOT NULL,
	"version" integer NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "guardian_consents_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"org_id" text,
	"result_sealed" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"deployment_ids" jsonb NOT NULL,
	"authorization_endpoint" text NOT NULL,
	"jwks_uri" text NOT NULL,
	"state" text NOT NULL,
	"created_by" text,
	"maker_state" text DEFAULT 'active' NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "integrations_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "integrations_type_known" CHECK ("integrations"."type" in ('lti')),
	CONSTRAINT "integrations_state_known" CHECK ("integrations"."state" in ('active', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"mailed" boolean DEFAULT false NOT NULL,
	"delivery" text,
	"state" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	"accepted_at_ms" bigint,
	"accepted_by" text,
	CONSTRAINT "invitations_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "invitations_state_known" CHECK ("invitations"."state" in ('pending', 'accepted', 'revoked', 'requested'))
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"series" text PRIMARY KEY NOT NULL,
	"last_number" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"currency" text NOT NULL,
	"period_start_ms" bigint NOT NULL,
	"period_end_ms" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"taxes" jsonb NOT NULL,
	"subtotal_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"total_minor" bigint NOT NULL,
	"credit_applied_minor" bigint NOT NULL,
	"credit_granted_minor" bigint NOT NULL,
	"issuer" jsonb NOT NULL,
	"customer" jsonb NOT NULL,
	"corrects_id" text,
	"reason" text,
	"issued_at_ms" bigint NOT NULL,
	"due_at_ms" bigint NOT NULL,
	"state" text NOT NULL,
	"amount_due_minor" bigint NOT NULL,
	"amount_paid_minor" bigint NOT NULL,
	"corrected_minor" bigint NOT NULL,
	"paid_at_ms" bigint,
	"payment_reference" text,
	"voided_at_ms" bigint,
	"overdue_at_ms" bigint,
	"version" integer NOT NULL,
	CONSTRAINT "invoices_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "invoices_kind_known" CHECK ("invoices"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "invoices_state_known" CHECK ("invoices"."state" in ('open', 'paid', 'void', 'issued'))
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text,
	"queue" text NOT NULL,
	"unique_key" text,
	"payload" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"max_attempts" integer NOT NULL,
	"run_at_ms" bigint NOT NULL,
	"scheduled_at_ms" bigint DEFAULT 0 NOT NULL,
	"lease_token" text,
	"last_error" text,
	"progress" double precision,
	"created_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	CONSTRAINT "jobs_state_known" CHECK ("jobs"."state" in ('ready', 'done', 'dead'))
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" text NOT NULL,
	"device_hash" text NOT NULL,
	"last_seen_at_ms" bigint NOT NULL,
	CONSTRAINT "known_devices_user_id_device_hash_pk" PRIMARY KEY("user_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "legal_holds" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"matter" text,
	"reason" text,
	"scope" text NOT NULL,
	"meeting_id" text,
	"user_id" text,
	"workspace_id" text,
	"range_starts_at_ms" bigint,
	"range_ends_at_ms" bigint,
	"state" text NOT NULL,
	"placed_by" text NOT NULL,
	"released_by" text,
	"released_at_ms" bigint,
	"release_reason" text,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "legal_holds_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "legal_holds_scope_known" CHECK ("legal_holds"."scope" in ('meeting', 'person', 'workspace', 'period', 'organization')),
	CONSTRAINT "legal_holds_state_known" CHECK ("legal_holds"."state" in ('active', 'released'))
);
--> statement-breakpoint
CREATE TABLE "live_events" (
	"org_id" text NOT NULL,
	"session_id" text NOT NULL,
	"seq" integer NOT NULL,
	"kind" text NOT NULL,
	"segment_id" text NOT NULL,
	"language" text,
	CONSTRAINT "live_events_org_id_session_id_seq_pk" PRIMARY KEY("org_id","session_id","seq"),
	CONSTRAINT "live_events_kind_known" CHECK ("live_events"."kind" in ('final', 'translation'))
);
--> statement-breakpoint
CREATE TABLE "live_sessions" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"transcript_id" text,
	"state" text NOT NULL,
	"last_seq" integer NOT NULL,
	"caption_seq" integer,
	"started_at_ms" bigint NOT NULL,
	"closed_at_ms" bigint,
	CONSTRAINT "live_sessions_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "live_sessions_state_known" CHECK ("live_sessions"."state" in ('open', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "live_tracks" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"session_id" text NOT NULL,
	"participant_id" text,
	"label" text NOT NULL,
	"speaker_id" text,
	"heard_ms" bigint NOT NULL,
	"end_ms" bigint DEFAULT 0 NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"publishing" boolean DEFAULT false NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "live_tracks_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "meetings" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"state_reason" text,
	"source" text NOT NULL,
	"scheduled_start_at_ms" bigint,
	"scheduled_end_at_ms" bigint,
	"starts_at_ms" bigint NOT NULL,
	"started_at_ms" bigint,
	"ended_at_ms" bigint,
	"duration_ms" bigint,
	"host_id" text NOT NULL,
	"language" text NOT NULL,
	"recording_mode" text NOT NULL,
	"recording_consent" text NOT NULL,
	"transcription" jsonb NOT NULL,
	"access" text NOT NULL,
	"lobby" boolean NOT NULL,
	"conference_url" text,
	"join_code_hash" text,
	"join_code_sealed" text,
	"join_code_holder_id" text,
	"external_id" text,
	"artifacts" jsonb NOT NULL,
	"purge_started_at_ms" bigint,
	"created_by" text NOT NULL,
	"deleted_at_ms" bigint,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "meetings_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "meetings_kind_known" CHECK ("meetings"."kind" in ('standup', 'class', 'exam', 'interview', 'sales', 'other')),
	CONSTRAINT "meetings_state_known" CHECK ("meetings"."state" in ('scheduled', 'live', 'ended', 'processing', 'ready', 'failed', 'cancelled')),
	CONSTRAINT "meetings_source_known" CHECK ("meetings"."source" in ('native', 'upload', 'import')),
	CONSTRAINT "meetings_recording_mode_known" CHECK ("meetings"."recording_mode" in ('off', 'manual', 'auto')),
	CONSTRAINT "meetings_recording_consent_known" CHECK ("meetings"."recording_consent" in ('required', 'notify', 'optional', 'disabled')),
	CONSTRAINT "meetings_access_known" CHECK ("meetings"."access" in ('invited', 'workspace', 'link'))
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"joined_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "memberships_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "noted_reads" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"noted_at_ms" bigint NOT NULL,
	CONSTRAINT "noted_reads_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"preferences" jsonb NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "notification_preferences_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"meeting_id" text NOT NULL,
	"data" jsonb NOT NULL,
	"subject" text NOT NULL,
	"read_at_ms" bigint,
	"hidden_at_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "notifications_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('transcript.ready', 'translation.ready', 'summary.ready', 'meeting.invited', 'meeting.mentioned', 'action_item.assigned'))
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"mailed" boolean DEFAULT false NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	"used_at_ms" bigint,
	CONSTRAINT "one_time_tokens_purpose_known" CHECK ("one_time_tokens"."purpose" in ('verify_email', 'reset_password', 'change_email'))
);
--> statement-breakpoint
CREATE TABLE "organization_blocks" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"authority" text NOT NULL,
	"reason_code" text NOT NULL,
	"reason" text,
	"expires_at_ms" bigint,
	"live_meetings" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "organization_blocks_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "organization_blocks_authority_known" CHECK ("organization_blocks"."authority" in ('system', 'billing', 'security', 'owner')),
	CONSTRAINT "organization_blocks_live_meetings_known" CHECK ("organization_blocks"."live_meetings" in ('drain', 'end'))
);
--> statement-breakpoint
CREATE TABLE "organization_ledgers" (
	"org_id" text PRIMARY KEY NOT NULL,
	"event_sequence" bigint NOT NULL,
	"audit_sequence" bigint NOT NULL,
	"audit_head" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"slug" text NOT NULL,
	"external_id" text,
	"org_type" text NOT NULL,
	"billing_account_id" text,
	"settings" jsonb NOT NULL,
	"retention_policy" jsonb NOT NULL,
	"allowed_domains" jsonb NOT NULL,
	"feature_flags" jsonb NOT NULL,
	"ai_policy" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"plan_code" text,
	"paid_seats" integer,
	"entitlement_overrides" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"state" text NOT NULL,
	"state_before_deletion" text,
	"deletion_authority" text,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"purge_at_ms" bigint,
	"deleted_at_ms" bigint,
	CONSTRAINT "organizations_state_known" CHECK ("organizations"."state" in ('active', 'suspended', 'pending_deletion', 'deleted'))
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"user_id" text,
	"name" text NOT NULL,
	"email" text,
	"email_key" text,
	"invite_hash" text,
	"role" text NOT NULL,
	"state" text NOT NULL,
	"joined_at_ms" bigint,
	"left_at_ms" bigint,
	"entered_at_seq" integer,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "participants_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "participants_role_known" CHECK ("participants"."role" in ('host', 'participant', 'guest')),
	CONSTRAINT "participants_state_known" CHECK ("participants"."state" in ('invited', 'waiting', 'admitted', 'left', 'refused', 'removed'))
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"multi_device" boolean NOT NULL,
	"backed_up" boolean NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"last_used_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"provider_id" text,
	"received_at_ms" bigint NOT NULL,
	CONSTRAINT "payment_events_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"token" text NOT NULL,
	"type" text NOT NULL,
	"brand" text,
	"last4" text,
	"exp_month" integer,
	"exp_year" integer,
	"is_default" boolean NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "payment_methods_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"token" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"provider_id" text,
	"failure_code" text,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "payments_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "payments_state_known" CHECK ("payments"."state" in ('pending', 'processing', 'succeeded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "privacy_erasures" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"email_key" text,
	"state" text NOT NULL,
	"reason" text,
	"erased" jsonb NOT NULL,
	"held_meetings" integer,
	"requested_by" text NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"completed_at_ms" bigint,
	CONSTRAINT "privacy_erasures_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "privacy_erasures_state_known" CHECK ("privacy_erasures"."state" in ('queued', 'running', 'completed'))
);
--> statement-breakpoint
CREATE TABLE "privacy_exports" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text,
	"email_key" text,
	"state" text NOT NULL,
	"progress" double precision NOT NULL,
	"blob_id" text,
	"size_bytes" bigint,
	"sha256" text,
	"failure" text,
	"requested_by" text NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"started_at_ms" bigint,
	"ended_at_ms" bigint,
	"expires_at_ms" bigint,
	CONSTRAINT "privacy_exports_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "privacy_exports_subject_known" CHECK ("privacy_exports"."subject" in ('person', 'organization')),
	CONSTRAINT "privacy_exports_state_known" CHECK ("privacy_exports"."state" in ('queued', 'running', 'ready', 'failed', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "processing_jobs" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"meeting_id" text NOT NULL,
	"recording_id" text,
	"transcript_id" text,
	"state" text NOT NULL,
	"step" text NOT NULL,
	"progress" double precision NOT NULL,
	"provider" text,
	"language" text,
	"engine" jsonb,
	"findings" jsonb NOT NULL,
	"failure" jsonb,
	"attempts" integer NOT NULL,
	"created_by" text NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"started_at_ms" bigint,
	"ended_at_ms" bigint,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "processing_jobs_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "processing_jobs_type_known" CHECK ("processing_jobs"."type" in ('transcription', 'translation', 'summary')),
	CONSTRAINT "processing_jobs_state_known" CHECK ("processing_jobs"."state" in ('waiting', 'queued', 'running', 'succeeded', 'failed', 'cancelled')),
	CONSTRAINT "processing_jobs_step_known" CHECK ("processing_jobs"."step" in ('probe', 'decode', 'detect', 'transcribe', 'store', 'translate', 'summarize'))
);
--> statement-breakpoint
CREATE TABLE "processing_windows" (
	"org_id" text NOT NULL,
	"job_id" text NOT NULL,
	"position" integer NOT NULL,
	"result" jsonb NOT NULL,
	"ended_at_ms" bigint NOT NULL,
	CONSTRAINT "processing_windows_org_id_job_id_position_pk" PRIMARY KEY("org_id","job_id","position")
);
--> statement-breakpoint
CREATE TABLE "recordings" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"blob_id" text NOT NULL,
	"filename" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"duration_ms" bigint,
	"channels" integer,
	"has_video" boolean,
	"language" text,
	"state" text NOT NULL,
	"failure" text,
	"waveform_blob_id" text,
	"created_by" text NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "recordings_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "recordings_state_known" CHECK ("recordings"."state" in ('processing', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"used_at_ms" bigint,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "removals" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "removals_kind_known" CHECK ("removals"."kind" in ('artifact', 'meeting', 'organization', 'person', 'member', 'api_key', 'administrator', 'account', 'calendar_feed', 'chat_message'))
);
--> statement-breakpoint
CREATE TABLE "retention_changes" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"previous" jsonb NOT NULL,
	"changed_at_ms" bigint NOT NULL,
	"purges_from_ms" bigint NOT NULL,
	CONSTRAINT "retention_changes_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "retention_previews" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"policy" jsonb NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	CONSTRAINT "retention_previews_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"trigger" text NOT NULL,
	"dry_run" boolean NOT NULL,
	"state" text NOT NULL,
	"policy" jsonb,
	"purged" jsonb NOT NULL,
	"failure" jsonb,
	"requested_by" text,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"started_at_ms" bigint,
	"ended_at_ms" bigint,
	CONSTRAINT "retention_runs_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "retention_runs_trigger_known" CHECK ("retention_runs"."trigger" in ('schedule', 'request')),
	CONSTRAINT "retention_runs_state_known" CHECK ("retention_runs"."state" in ('queued', 'running', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"org_id" text NOT NULL,
	"collection" text NOT NULL,
	"term" text COLLATE "C" NOT NULL,
	"position" bigint NOT NULL,
	"id" text NOT NULL,
	"words" text,
	CONSTRAINT "search_terms_org_id_collection_term_position_id_pk" PRIMARY KEY("org_id","collection","term","position","id")
);
--> statement-breakpoint
CREATE TABLE "segment_revisions" (
	"org_id" text NOT NULL,
	"transcript_id" text NOT NULL,
	"segment_id" text NOT NULL,
	"revision" integer NOT NULL,
	"text" text NOT NULL,
	"speaker_id" text,
	"replaced_by" text NOT NULL,
	"replaced_at_ms" bigint NOT NULL,
	CONSTRAINT "segment_revisions_org_id_transcript_id_segment_id_revision_pk" PRIMARY KEY("org_id","transcript_id","segment_id","revision")
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"org_id" text NOT NULL,
	"transcript_id" text NOT NULL,
	"start_ms" bigint NOT NULL,
	"seq" integer NOT NULL,
	"id" text NOT NULL,
	"speaker_id" text,
	"end_ms" bigint NOT NULL,
	"text" text NOT NULL,
	"language" text NOT NULL,
	"confidence" double precision,
	"words" jsonb,
	"revision" integer NOT NULL,
	"edited" boolean NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "segments_org_id_transcript_id_start_ms_seq_pk" PRIMARY KEY("org_id","transcript_id","start_ms","seq"),
	CONSTRAINT "segments_source_known" CHECK ("segments"."source" in ('stt', 'caption', 'import', 'manual'))
);
--> statement-breakpoint
CREATE TABLE "service_state" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"epoch" integer DEFAULT 1 NOT NULL,
	"org_id" text,
	"refresh_hash" text,
	"device" jsonb,
	"ip" text,
	"user_agent" text,
	"auth_methods" jsonb NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"last_seen_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	"idle_expires_at_ms" bigint NOT NULL,
	"revoked_at_ms" bigint,
	"revoked_reason" text
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"algorithm" text NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"private_sealed" text NOT NULL,
	"state" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"retired_at_ms" bigint,
	CONSTRAINT "signing_keys_state_known" CHECK ("signing_keys"."state" in ('next', 'current', 'retired'))
);
--> statement-breakpoint
CREATE TABLE "speakers" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"transcript_id" text NOT NULL,
	"participant_id" text,
	"label" text NOT NULL,
	"merged_into" text,
	"version" integer NOT NULL,
	CONSTRAINT "speakers_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "spent_live_tickets" (
	"org_id" text NOT NULL,
	"ticket_hash" text NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	CONSTRAINT "spent_live_tickets_org_id_ticket_hash_pk" PRIMARY KEY("org_id","ticket_hash")
);
--> statement-breakpoint
CREATE TABLE "spent_refresh_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"spent_at_ms" bigint NOT NULL,
	"successor_sealed" text
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"plan_code" text NOT NULL,
	"state" text NOT NULL,
	"interval" text NOT NULL,
	"seats" integer NOT NULL,
	"currency" text NOT NULL,
	"price" jsonb NOT NULL,
	"timezone" text NOT NULL,
	"anchor_ms" bigint NOT NULL,
	"period_index" integer NOT NULL,
	"current_period_start_ms" bigint NOT NULL,
	"current_period_end_ms" bigint NOT NULL,
	"segments" jsonb NOT NULL,
	"charged_minor" bigint NOT NULL,
	"metered" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cancel_at_period_end" boolean NOT NULL,
	"pending_change" jsonb,
	"trial_started_at_ms" bigint,
	"trial_ends_at_ms" bigint,
	"trial_outcome" text,
	"pauses_at_ms" bigint,
	"canceled_at_ms" bigint,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "subscriptions_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "subscriptions_state_known" CHECK ("subscriptions"."state" in ('trialing', 'active', 'past_due', 'paused', 'canceled')),
	CONSTRAINT "subscriptions_interval_known" CHECK ("subscriptions"."interval" in ('month', 'year'))
);
--> statement-breakpoint
CREATE TABLE "summaries" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"transcript_id" text NOT NULL,
	"transcript_revision" integer NOT NULL,
	"state" text NOT NULL,
	"level" text NOT NULL,
	"template" text NOT NULL,
	"language" text NOT NULL,
	"engine" jsonb,
	"content" jsonb,
	"edited" boolean NOT NULL,
	"failure" text,
	"job_id" text,
	"version" integer NOT NULL,
	"created_by" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "summaries_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "summaries_state_known" CHECK ("summaries"."state" in ('processing', 'ready', 'failed')),
	CONSTRAINT "summaries_level_known" CHECK ("summaries"."level" in ('basic', 'enhanced'))
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret_sealed" text NOT NULL,
	"confirmed_at_ms" bigint,
	"last_step" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transcript_indexes" (
	"org_id" text NOT NULL,
	"transcript_id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"number" integer NOT NULL,
	"started_at_ms" bigint NOT NULL,
	"removed" boolean NOT NULL,
	CONSTRAINT "transcript_indexes_org_id_transcript_id_pk" PRIMARY KEY("org_id","transcript_id")
);
--> statement-breakpoint
CREATE TABLE "transcripts" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"recording_id" text,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"live" boolean DEFAULT false NOT NULL,
	"language" text NOT NULL,
	"languages" jsonb NOT NULL,
	"engine" jsonb,
	"segment_count" integer NOT NULL,
	"duration_ms" bigint NOT NULL,
	"revision" integer NOT NULL,
	"failure" text,
	"consent_statement" text,
	"version" integer NOT NULL,
	"created_by" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"deleted_at_ms" bigint,
	CONSTRAINT "transcripts_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "transcripts_state_known" CHECK ("transcripts"."state" in ('processing', 'ready', 'failed')),
	CONSTRAINT "transcripts_source_known" CHECK ("transcripts"."source" in ('stt', 'caption', 'import', 'manual'))
);
--> statement-breakpoint
CREATE TABLE "translated_segments" (
	"org_id" text NOT NULL,
	"translation_id" text NOT NULL,
	"segment_id" text NOT NULL,
	"revision" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "translated_segments_org_id_translation_id_segment_id_pk" PRIMARY KEY("org_id","translation_id","segment_id")
);
--> statement-breakpoint
CREATE TABLE "translations" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"transcript_id" text NOT NULL,
	"language" text NOT NULL,
	"state" text NOT NULL,
	"transcript_revision" integer NOT NULL,
	"engine" jsonb,
	"quality" text,
	"segment_count" integer NOT NULL,
	"translated_ms" bigint DEFAULT 0 NOT NULL,
	"counted_ms" bigint DEFAULT 0 NOT NULL,
	"failure" text,
	"job_id" text,
	"version" integer NOT NULL,
	"created_by" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"deleted_at_ms" bigint,
	CONSTRAINT "translations_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "translations_state_known" CHECK ("translations"."state" in ('processing', 'ready', 'failed')),
	CONSTRAINT "translations_quality_known" CHECK ("translations"."quality" in ('gist', 'basic', 'good'))
);
--> statement-breakpoint
CREATE TABLE "unindexed_segments" (
	"org_id" text NOT NULL,
	"transcript_id" text NOT NULL,
	"from_ms" bigint NOT NULL,
	"to_ms" bigint NOT NULL,
	"due_at_ms" bigint NOT NULL,
	CONSTRAINT "unindexed_segments_org_id_transcript_id_from_ms_pk" PRIMARY KEY("org_id","transcript_id","from_ms")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"created_by" text NOT NULL,
	"filename" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"offset_bytes" bigint NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"sha256" text,
	"language" text,
	"made_meeting" boolean NOT NULL,
	"draft" jsonb,
	"recording_id" text,
	"expires_at_ms" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "uploads_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "uploads_state_known" CHECK ("uploads"."state" in ('open', 'finishing', 'finished', 'failed', 'expired', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "usage_alerts" (
	"org_id" text NOT NULL,
	"meter" text NOT NULL,
	"period_start_ms" bigint NOT NULL,
	"threshold" integer NOT NULL,
	"limit" bigint NOT NULL,
	CONSTRAINT "usage_alerts_org_id_meter_pk" PRIMARY KEY("org_id","meter"),
	CONSTRAINT "usage_alerts_meter_known" CHECK ("usage_alerts"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests'))
);
--> statement-breakpoint
CREATE TABLE "usage_levels" (
	"org_id" text NOT NULL,
	"meter" text NOT NULL,
	"level" bigint NOT NULL,
	"changed_at_ms" bigint NOT NULL,
	CONSTRAINT "usage_levels_org_id_meter_pk" PRIMARY KEY("org_id","meter"),
	CONSTRAINT "usage_levels_meter_known" CHECK ("usage_levels"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests'))
);
--> statement-breakpoint
CREATE TABLE "usage_records" (
	"org_id" text NOT NULL,
	"meter" text NOT NULL,
	"subject" text NOT NULL,
	"quantity" bigint NOT NULL,
	"occurred_at_ms" bigint NOT NULL,
	"workspace_id" text,
	"user_id" text,
	CONSTRAINT "usage_records_org_id_meter_subject_pk" PRIMARY KEY("org_id","meter","subject"),
	CONSTRAINT "usage_records_meter_known" CHECK ("usage_records"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests'))
);
--> statement-breakpoint
CREATE TABLE "usage_shares" (
	"org_id" text NOT NULL,
	"meter" text NOT NULL,
	"kind" text NOT NULL,
	"start_ms" bigint NOT NULL,
	"group_id" text NOT NULL,
	"quantity" bigint NOT NULL,
	CONSTRAINT "usage_shares_org_id_meter_kind_start_ms_group_id_pk" PRIMARY KEY("org_id","meter","kind","start_ms","group_id"),
	CONSTRAINT "usage_shares_meter_known" CHECK ("usage_shares"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests')),
	CONSTRAINT "usage_shares_kind_known" CHECK ("usage_shares"."kind" in ('workspace', 'user'))
);
--> statement-breakpoint
CREATE TABLE "usage_totals" (
	"org_id" text NOT NULL,
	"meter" text NOT NULL,
	"grain" text NOT NULL,
	"start_ms" bigint NOT NULL,
	"quantity" bigint NOT NULL,
	"level" bigint,
	CONSTRAINT "usage_totals_org_id_meter_grain_start_ms_pk" PRIMARY KEY("org_id","meter","grain","start_ms"),
	CONSTRAINT "usage_totals_meter_known" CHECK ("usage_totals"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests')),
	CONSTRAINT "usage_totals_grain_known" CHECK ("usage_totals"."grain" in ('quarter', 'day'))
);
--> statement-breakpoint
CREATE TABLE "user_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "user_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"email_verified_at_ms" bigint,
	"name" text NOT NULL,
	"password_hash" text,
	"password_version" integer DEFAULT 1 NOT NULL,
	"password_initial" boolean DEFAULT false NOT NULL,
	"session_epoch" integer DEFAULT 1 NOT NULL,
	"system_admin" boolean NOT NULL,
	"state" text NOT NULL,
	"locale" text,
	"timezone" text,
	"avatar_url" text,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "users_state_known" CHECK ("users"."state" in ('active', 'disabled', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"sequence" bigint,
	"state" text NOT NULL,
	"attempts" jsonb NOT NULL,
	"attempt_count" integer NOT NULL,
	"tries" integer NOT NULL,
	"next_attempt_at_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	CONSTRAINT "webhook_deliveries_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "webhook_deliveries_state_known" CHECK ("webhook_deliveries"."state" in ('pending', 'held', 'succeeded', 'failed', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"url" text NOT NULL,
	"description" text,
	"event_types" jsonb,
	"payload" text NOT NULL,
	"header_names" jsonb,
	"headers_sealed" text,
	"secret_sealed" text,
	"previous_secret_sealed" text,
	"previous_expires_at_ms" bigint,
	"disabled_reason" text,
	"disabled_at_ms" bigint,
	"replay_from" bigint,
	"replay_to" bigint,
	"created_by" text NOT NULL,
	"maker_state" text DEFAULT 'active' NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "webhooks_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "webhooks_disabled_reason_known" CHECK ("webhooks"."disabled_reason" in ('gone', 'failing'))
);
--> statement-breakpoint
CREATE TABLE "workspace_invitations" (
	"org_id" text NOT NULL,
	"invitation_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	CONSTRAINT "workspace_invitations_org_id_invitation_id_workspace_id_pk" PRIMARY KEY("org_id","invitation_id","workspace_id")
);
--> statement-breakpoint
CREATE TABLE "workspace_members" (
	"org_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"joined_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "workspace_members_org_id_workspace_id_user_id_pk" PRIMARY KEY("org_id","workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" DEFAULT '' NOT NULL,
	"slug" text NOT NULL,
	"description" text,
	"kind" text NOT NULL,
	"visibility" text NOT NULL,
	"settings" jsonb,
	"external_ref" text,
	"member_count" integer NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"archived_at_ms" bigint,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "workspaces_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "workspaces_kind_known" CHECK ("workspaces"."kind" in ('class', 'team', 'department', 'project')),
	CONSTRAINT "workspaces_visibility_known" CHECK ("workspaces"."visibility" in ('private', 'org'))
);
--> statement-breakpoint
ALTER TABLE "action_items" ADD CONSTRAINT "action_items_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_items" ADD CONSTRAINT "action_items_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_blob_fk" FOREIGN KEY ("org_id","blob_id") REFERENCES "public"."blobs"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_streams" ADD CONSTRAINT "audit_streams_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_streams" ADD CONSTRAINT "audit_streams_follower_fk" FOREIGN KEY ("org_id","id") REFERENCES "public"."followers"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blobs" ADD CONSTRAINT "blobs_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caption_addresses" ADD CONSTRAINT "caption_addresses_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caption_addresses" ADD CONSTRAINT "caption_addresses_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departures" ADD CONSTRAINT "departures_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_leavers" ADD CONSTRAINT "domain_leavers_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_domains" ADD CONSTRAINT "organization_domains_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followers" ADD CONSTRAINT "followers_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_texts" ADD CONSTRAINT "former_texts_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_texts" ADD CONSTRAINT "former_texts_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_consents" ADD CONSTRAINT "guardian_consents_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_events" ADD CONSTRAINT "live_events_session_fk" FOREIGN KEY ("org_id","session_id") REFERENCES "public"."live_sessions"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_sessions" ADD CONSTRAINT "live_sessions_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_sessions" ADD CONSTRAINT "live_sessions_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_tracks" ADD CONSTRAINT "live_tracks_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_tracks" ADD CONSTRAINT "live_tracks_session_fk" FOREIGN KEY ("org_id","session_id") REFERENCES "public"."live_sessions"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_workspace_fk" FOREIGN KEY ("org_id","workspace_id") REFERENCES "public"."workspaces"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "noted_reads" ADD CONSTRAINT "noted_reads_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_blocks" ADD CONSTRAINT "organization_blocks_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice_fk" FOREIGN KEY ("org_id","invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_erasures" ADD CONSTRAINT "privacy_erasures_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_exports" ADD CONSTRAINT "privacy_exports_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_exports" ADD CONSTRAINT "privacy_exports_blob_fk" FOREIGN KEY ("org_id","blob_id") REFERENCES "public"."blobs"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processing_jobs" ADD CONSTRAINT "processing_jobs_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processing_jobs" ADD CONSTRAINT "processing_jobs_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processing_windows" ADD CONSTRAINT "processing_windows_job_fk" FOREIGN KEY ("org_id","job_id") REFERENCES "public"."processing_jobs"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_blob_fk" FOREIGN KEY ("org_id","blob_id") REFERENCES "public"."blobs"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_changes" ADD CONSTRAINT "retention_changes_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_previews" ADD CONSTRAINT "retention_previews_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD CONSTRAINT "retention_runs_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment_revisions" ADD CONSTRAINT "segment_revisions_transcript_fk" FOREIGN KEY ("org_id","transcript_id") REFERENCES "public"."transcripts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_transcript_fk" FOREIGN KEY ("org_id","transcript_id") REFERENCES "public"."transcripts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "speakers" ADD CONSTRAINT "speakers_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "speakers" ADD CONSTRAINT "speakers_transcript_fk" FOREIGN KEY ("org_id","transcript_id") REFERENCES "public"."transcripts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spent_live_tickets" ADD CONSTRAINT "spent_live_tickets_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spent_refresh_tokens" ADD CONSTRAINT "spent_refresh_tokens_session_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_indexes" ADD CONSTRAINT "transcript_indexes_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translated_segments" ADD CONSTRAINT "translated_segments_translation_fk" FOREIGN KEY ("org_id","translation_id") REFERENCES "public"."translations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translations" ADD CONSTRAINT "translations_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translations" ADD CONSTRAINT "translations_transcript_fk" FOREIGN KEY ("org_id","transcript_id") REFERENCES "public"."transcripts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unindexed_segments" ADD CONSTRAINT "unindexed_segments_transcript_fk" FOREIGN KEY ("org_id","transcript_id") REFERENCES "public"."transcripts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_alerts" ADD CONSTRAINT "usage_alerts_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_levels" ADD CONSTRAINT "usage_levels_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_records_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_shares" ADD CONSTRAINT "usage_shares_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_totals" ADD CONSTRAINT "usage_totals_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_follower_fk" FOREIGN KEY ("org_id","id") REFERENCES "public"."followers"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_invitation_fk" FOREIGN KEY ("org_id","invitation_id") REFERENCES "public"."invitations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_workspace_fk" FOREIGN KEY ("org_id","workspace_id") REFERENCES "public"."workspaces"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_workspace_fk" FOREIGN KEY ("org_id","workspace_id") REFERENCES "public"."workspaces"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_member_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."memberships"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "action_items_of_meeting" ON "action_items" USING btree ("org_id","meeting_id","position","id");--> statement-breakpoint
CREATE INDEX "action_items_of_owner" ON "action_items" USING btree ("org_id","meeting_id","owner_id") WHERE "action_items"."owner_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash_unique" ON "api_keys" USING btree ("org_id","key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_previous_hash_unique" ON "api_keys" USING btree ("org_id","previous_hash");--> statement-breakpoint
CREATE INDEX "api_keys_by_maker_state" ON "api_keys" USING btree ("org_id","maker_state","created_at_ms","id") WHERE "api_keys"."revoked_at_ms" is null;--> statement-breakpoint
CREATE INDEX "api_keys_by_age" ON "api_keys" USING btree ("org_id","created_at_ms","id") WHERE "api_keys"."revoked_at_ms" is null;--> statement-breakpoint
CREATE INDEX "api_keys_by_maker" ON "api_keys" USING btree ("created_by","org_id","id") WHERE "api_keys"."revoked_at_ms" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "artifacts_owner_unique" ON "artifacts" USING btree ("org_id","owner_type","owner_id") WHERE "artifacts"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX "artifacts_of_blob" ON "artifacts" USING btree ("org_id","blob_id") WHERE "artifacts"."blob_id" is not null and "artifacts"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX "artifacts_of_meeting" ON "artifacts" USING btree ("org_id","meeting_id","id");--> statement-breakpoint
CREATE INDEX "artifacts_purging" ON "artifacts" USING btree ("org_id","id") WHERE "artifacts"."purge_started_at_ms" is not null and "artifacts"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX "artifacts_by_expiry" ON "artifacts" USING btree ("org_id","class","clock_starts_at_ms","id","size_bytes") WHERE "artifacts"."deleted_at_ms" is null and "artifacts"."purge_started_at_ms" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entries_id_unique" ON "audit_entries" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_in_time" ON "audit_entries" USING btree ("org_id","occurred_at_ms","sequence");--> statement-breakpoint
CREATE INDEX "audit_entries_by_action" ON "audit_entries" USING btree ("org_id","action","occurred_at_ms","sequence");--> statement-breakpoint
CREATE INDEX "audit_entries_unsuccessful" ON "audit_entries" USING btree ("org_id","outcome","occurred_at_ms","sequence") WHERE "audit_entries"."outcome" <> 'success';--> statement-breakpoint
CREATE INDEX "audit_entries_by_actor" ON "audit_entries" USING btree ("actor_id","org_id","occurred_at_ms","sequence");--> statement-breakpoint
CREATE INDEX "audit_streams_by_age" ON "audit_streams" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_accounts_once" ON "billing_accounts" USING btree ("org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_accounts_by_customer" ON "billing_accounts" USING btree ("customer_id") WHERE "billing_accounts"."customer_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "blobs_content_unique" ON "blobs" USING btree ("org_id","sha256") WHERE "blobs"."state" = 'stored';--> statement-breakpoint
CREATE UNIQUE INDEX "blobs_storage_key_unique" ON "blobs" USING btree ("org_id","storage_key");--> statement-breakpoint
CREATE INDEX "blobs_orphaned" ON "blobs" USING btree ("org_id","id") WHERE "blobs"."state" = 'orphaned';--> statement-breakpoint
CREATE INDEX "blobs_purged" ON "blobs" USING btree ("org_id","purge_run_id") WHERE "blobs"."purge_run_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_user_unique" ON "calendar_feeds" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_secret_unique" ON "calendar_feeds" USING btree ("org_id","secret_hash");--> statement-breakpoint
CREATE INDEX "calendar_feeds_of_user" ON "calendar_feeds" USING btree ("user_id","org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "caption_addresses_meeting_unique" ON "caption_addresses" USING btree ("org_id","meeting_id");--> statement-breakpoint
CREATE INDEX "challenges_by_end" ON "challenges" USING btree ("expires_at_ms");--> statement-breakpoint
CREATE INDEX "challenges_by_user" ON "challenges" USING btree ("user_id") WHERE "challenges"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "challenges_anonymous" ON "challenges" USING btree ("kind","created_at_ms") WHERE "challenges"."user_id" is null;--> statement-breakpoint
CREATE INDEX "chat_messages_by_age" ON "chat_messages" USING btree ("org_id","meeting_id","sent_at_ms","id");--> statement-breakpoint
CREATE INDEX "closed_accounts_by_age" ON "closed_accounts" USING btree ("closed_at_ms","user_id");--> statement-breakpoint
CREATE INDEX "consents_of_meeting" ON "consents" USING btree ("org_id","meeting_id","participant_id","kind","decided_at_ms","id");--> statement-breakpoint
CREATE INDEX "departures_by_age" ON "departures" USING btree ("org_id","left_at_ms","user_id") WHERE "departures"."purge_started_at_ms" is null;--> statement-breakpoint
CREATE INDEX "departures_purging" ON "departures" USING btree ("org_id","user_id") WHERE "departures"."purge_started_at_ms" is not null;--> statement-breakpoint
CREATE INDEX "departures_by_person" ON "departures" USING btree ("user_id","org_id");--> statement-breakpoint
CREATE INDEX "domain_leavers_by_person" ON "domain_leavers" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_domains_held_once" ON "organization_domains" USING btree ("id") WHERE "organization_domains"."state" = 'verified';--> statement-breakpoint
CREATE INDEX "organization_domains_by_domain" ON "organization_domains" USING btree ("id","org_id");--> statement-breakpoint
CREATE INDEX "organization_domains_by_age" ON "organization_domains" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "organization_domains_by_check" ON "organization_domains" USING btree ("org_id","next_check_at_ms") WHERE "organization_domains"."next_check_at_ms" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "events_id_unique" ON "events" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "failed_sign_ins_by_user" ON "failed_sign_ins" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "failed_sign_ins_by_time" ON "failed_sign_ins" USING btree ("occurred_at_ms");--> statement-breakpoint
CREATE INDEX "followers_due" ON "followers" USING btree ("due_at_ms") WHERE "followers"."due_at_ms" is not null;--> statement-breakpoint
CREATE INDEX "former_texts_by_age" ON "former_texts" USING btree ("org_id","replaced_at_ms","id","meeting_id");--> statement-breakpoint
CREATE INDEX "former_texts_of_meeting" ON "former_texts" USING btree ("org_id","meeting_id","replaced_at_ms","id");--> statement-breakpoint
CREATE INDEX "guardian_consents_of_person" ON "guardian_consents" USING btree ("user_id","org_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_end" ON "idempotency_keys" USING btree ("expires_at_ms");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_organization" ON "idempotency_keys" USING btree ("org_id") WHERE "idempotency_keys"."org_id" is not null;--> statement-breakpoint
CREATE INDEX "integrations_by_age" ON "integrations" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "integrations_by_id" ON "integrations" USING btree ("id","org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_unique" ON "invitations" USING btree ("org_id","token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_pending_unique" ON "invitations" USING btree ("org_id","email_key") WHERE "invitations"."state" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_requested_unique" ON "invitations" USING btree ("org_id","email_key") WHERE "invitations"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "invitations_by_inviter" ON "invitations" USING btree ("invited_by","org_id","role") WHERE "invitations"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_by_age" ON "invitations" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "invitations_by_state" ON "invitations" USING btree ("org_id","state","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "invitations_by_email" ON "invitations" USING btree ("email_key","state");--> statement-breakpoint
CREATE INDEX "invitations_by_acceptor" ON "invitations" USING btree ("accepted_by") WHERE "invitations"."accepted_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number_unique" ON "invoices" USING btree ("number");--> statement-breakpoint
CREATE INDEX "invoices_by_age" ON "invoices" USING btree ("org_id","issued_at_ms","id");--> statement-breakpoint
CREATE INDEX "invoices_by_state" ON "invoices" USING btree ("org_id","state","issued_at_ms","id");--> statement-breakpoint
CREATE INDEX "invoices_overdue" ON "invoices" USING btree ("org_id","state","overdue_at_ms") WHERE "invoices"."overdue_at_ms" is not null;--> statement-breakpoint
CREATE INDEX "jobs_claim" ON "jobs" USING btree ("queue","run_at_ms") WHERE "jobs"."state" = 'ready';--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_key_unique" ON "jobs" USING btree ("queue","unique_key") WHERE "jobs"."state" = 'ready';--> statement-breakpoint
CREATE INDEX "jobs_by_organization" ON "jobs" USING btree ("org_id") WHERE "jobs"."org_id" is not null;--> statement-breakpoint
CREATE INDEX "jobs_unfinished" ON "jobs" USING btree ("scheduled_at_ms") WHERE "jobs"."ended_at_ms" is null;--> statement-breakpoint
CREATE INDEX "jobs_ended" ON "jobs" USING btree ("ended_at_ms") WHERE "jobs"."ended_at_ms" is not null;--> statement-breakpoint
CREATE INDEX "jobs_turns" ON "jobs" USING btree ("queue","org_id","run_at_ms") WHERE "jobs"."state" = 'ready';--> statement-breakpoint
CREATE INDEX "known_devices_by_last_use" ON "known_devices" USING btree ("last_seen_at_ms");--> statement-breakpoint
CREATE INDEX "legal_holds_active" ON "legal_holds" USING btree ("org_id","meeting_id") WHERE "legal_holds"."state" = 'active';--> statement-breakpoint
CREATE INDEX "legal_holds_by_age" ON "legal_holds" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "legal_holds_by_state" ON "legal_holds" USING btree ("org_id","state","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "legal_holds_by_scope" ON "legal_holds" USING btree ("org_id","scope","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "legal_holds_by_scope_and_state" ON "legal_holds" USING btree ("org_id","scope","state","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "legal_holds_on_person" ON "legal_holds" USING btree ("user_id","org_id") WHERE "legal_holds"."state" = 'active' and "legal_holds"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "live_sessions_meeting_unique" ON "live_sessions" USING btree ("org_id","meeting_id");--> statement-breakpoint
CREATE INDEX "live_tracks_of_session" ON "live_tracks" USING btree ("org_id","session_id","participant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_join_code_unique" ON "meetings" USING btree ("org_id","join_code_hash") WHERE "meetings"."join_code_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_external_id_unique" ON "meetings" USING btree ("org_id","external_id") WHERE "meetings"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "meetings_live" ON "meetings" USING btree ("org_id","workspace_id","id") WHERE "meetings"."state" = 'live';--> statement-breakpoint
CREATE INDEX "meetings_by_id" ON "meetings" USING btree ("id","org_id");--> statement-breakpoint
CREATE INDEX "meetings_by_start" ON "meetings" USING btree ("org_id","starts_at_ms","id") WHERE "meetings"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX "meetings_of_workspace" ON "meetings" USING btree ("org_id","workspace_id","starts_at_ms","id") WHERE "meetings"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX "meetings_by_state" ON "meetings" USING btree ("org_id","state","starts_at_ms","id") WHERE "meetings"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX "meetings_of_workspace_by_state" ON "meetings" USING btree ("org_id","workspace_id","state","starts_at_ms","id") WHERE "meetings"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX "meetings_of_host" ON "meetings" USING btree ("org_id","host_id","starts_at_ms","id") WHERE "meetings"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX "meetings_by_code_holder" ON "meetings" USING btree ("org_id","join_code_holder_id","id") WHERE "meetings"."join_code_holder_id" is not null;--> statement-breakpoint
CREATE INDEX "memberships_by_age" ON "memberships" USING btree ("org_id","joined_at_ms","user_id");--> statement-breakpoint
CREATE INDEX "memberships_by_role" ON "memberships" USING btree ("org_id","role","joined_at_ms","user_id");--> statement-breakpoint
CREATE INDEX "memberships_by_user" ON "memberships" USING btree ("user_id","org_id");--> statement-breakpoint
CREATE INDEX "noted_reads_by_age" ON "noted_reads" USING btree ("noted_at_ms");--> statement-breakpoint
CREATE INDEX "notification_preferences_of_user" ON "notification_preferences" USING btree ("user_id","org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_subject_unique" ON "notifications" USING btree ("org_id","user_id","kind","subject");--> statement-breakpoint
CREATE INDEX "notifications_of_meeting" ON "notifications" USING btree ("org_id","meeting_id","id");--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","org_id","id");--> statement-breakpoint
CREATE INDEX "notifications_in_time" ON "notifications" USING btree ("created_at_ms","org_id","id");--> statement-breakpoint
CREATE INDEX "notifications_by_age" ON "notifications" USING btree ("org_id","user_id","created_at_ms","id") WHERE "notifications"."hidden_at_ms" is null;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("org_id","user_id","created_at_ms","id") WHERE "notifications"."read_at_ms" is null and "notifications"."hidden_at_ms" is null;--> statement-breakpoint
CREATE INDEX "one_time_tokens_by_user" ON "one_time_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "one_time_tokens_by_end" ON "one_time_tokens" USING btree ("expires_at_ms");--> statement-breakpoint
CREATE INDEX "one_time_tokens_shown" ON "one_time_tokens" USING btree ("user_id") WHERE not "one_time_tokens"."mailed";--> statement-breakpoint
CREATE UNIQUE INDEX "organization_blocks_authority_unique" ON "organization_blocks" USING btree ("org_id","authority");--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_slug_unique" ON "organizations" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_external_id_unique" ON "organizations" USING btree ("external_id") WHERE "organizations"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "organizations_by_type" ON "organizations" USING btree ("org_type","created_at_ms","id") WHERE "organizations"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX "organizations_by_state_and_name" ON "organizations" USING btree ("state","name_key","id") WHERE "organizations"."state" <> 'active';--> statement-breakpoint
CREATE INDEX "organizations_by_age" ON "organizations" USING btree ("created_at_ms","id") WHERE "organizations"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX "organizations_by_name" ON "organizations" USING btree ("name_key","id") WHERE "organizations"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX "organizations_by_state" ON "organizations" USING btree ("state","created_at_ms","id") WHERE "organizations"."state" <> 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "participants_user_unique" ON "participants" USING btree ("org_id","meeting_id","user_id") WHERE "participants"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "participants_by_age" ON "participants" USING btree ("org_id","meeting_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "participants_of_user" ON "participants" USING btree ("user_id","org_id","meeting_id") WHERE "participants"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "participants_email_unique" ON "participants" USING btree ("org_id","meeting_id","email_key") WHERE "participants"."email_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "participants_invite_unique" ON "participants" USING btree ("org_id","invite_hash") WHERE "participants"."invite_hash" is not null;--> statement-breakpoint
CREATE INDEX "participants_by_state" ON "participants" USING btree ("org_id","meeting_id","state","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "participants_of_email" ON "participants" USING btree ("email_key","org_id","meeting_id") WHERE "participants"."email_key" is not null;--> statement-breakpoint
CREATE INDEX "passkeys_by_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_events_by_age" ON "payment_events" USING btree ("received_at_ms");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_token_unique" ON "payment_methods" USING btree ("org_id","token");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_default_once" ON "payment_methods" USING btree ("org_id") WHERE "payment_methods"."is_default";--> statement-breakpoint
CREATE INDEX "payments_by_invoice" ON "payments" USING btree ("org_id","invoice_id","created_at_ms","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_unfinished_once" ON "payments" USING btree ("org_id","invoice_id") WHERE "payments"."state" in ('pending', 'processing');--> statement-breakpoint
CREATE INDEX "privacy_erasures_by_age" ON "privacy_erasures" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "privacy_erasures_unfinished" ON "privacy_erasures" USING btree ("org_id","user_id") WHERE "privacy_erasures"."state" <> 'completed';--> statement-breakpoint
CREATE INDEX "privacy_erasures_held" ON "privacy_erasures" USING btree ("org_id","id") WHERE "privacy_erasures"."state" = 'completed' and "privacy_erasures"."email_key" is not null;--> statement-breakpoint
CREATE INDEX "privacy_exports_by_age" ON "privacy_exports" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "privacy_exports_expiring" ON "privacy_exports" USING btree ("expires_at_ms","org_id","id") WHERE "privacy_exports"."state" = 'ready';--> statement-breakpoint
CREATE INDEX "privacy_exports_of_user" ON "privacy_exports" USING btree ("user_id","org_id") WHERE "privacy_exports"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "privacy_exports_of_email" ON "privacy_exports" USING btree ("email_key","org_id") WHERE "privacy_exports"."email_key" is not null;--> statement-breakpoint
CREATE INDEX "processing_jobs_by_id" ON "processing_jobs" USING btree ("id","org_id");--> statement-breakpoint
CREATE INDEX "processing_jobs_by_age" ON "processing_jobs" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "processing_jobs_in_time" ON "processing_jobs" USING btree ("created_at_ms","id");--> statement-breakpoint
CREATE INDEX "processing_jobs_by_state" ON "processing_jobs" USING btree ("org_id","state","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "processing_jobs_of_meeting" ON "processing_jobs" USING btree ("org_id","meeting_id","created_at_ms","id");--> statement-breakpoint
CREATE UNIQUE INDEX "processing_jobs_active_unique" ON "processing_jobs" USING btree ("org_id","recording_id") WHERE "processing_jobs"."state" in ('waiting', 'queued', 'running');--> statement-breakpoint
CREATE INDEX "processing_jobs_everywhere" ON "processing_jobs" USING btree ("state","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "processing_jobs_runnable" ON "processing_jobs" USING btree ("org_id","type","created_at_ms","id") WHERE "processing_jobs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "recordings_by_age" ON "recordings" USING btree ("org_id","meeting_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "recordings_by_id" ON "recordings" USING btree ("id","org_id");--> statement-breakpoint
CREATE INDEX "removals_by_time" ON "removals" USING btree ("at_ms","id");--> statement-breakpoint
CREATE INDEX "removals_by_organization" ON "removals" USING btree ("org_id") WHERE "removals"."org_id" is not null;--> statement-breakpoint
CREATE INDEX "retention_changes_in_force" ON "retention_changes" USING btree ("org_id","purges_from_ms","id");--> statement-breakpoint
CREATE INDEX "retention_changes_ended" ON "retention_changes" USING btree ("purges_from_ms");--> statement-breakpoint
CREATE INDEX "retention_previews_expired" ON "retention_previews" USING btree ("expires_at_ms");--> statement-breakpoint
CREATE INDEX "retention_runs_by_age" ON "retention_runs" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE UNIQUE INDEX "retention_runs_unfinished_unique" ON "retention_runs" USING btree ("org_id","dry_run") WHERE "retention_runs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "segments_id_unique" ON "segments" USING btree ("org_id","transcript_id","id");--> statement-breakpoint
CREATE INDEX "segments_of_speaker" ON "segments" USING btree ("org_id","transcript_id","speaker_id","start_ms","seq") WHERE "segments"."speaker_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_refresh_hash_unique" ON "sessions" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_by_organization" ON "sessions" USING btree ("org_id") WHERE "sessions"."org_id" is not null;--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id","revoked_at_ms","epoch","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("expires_at_ms","id");--> statement-breakpoint
CREATE INDEX "sessions_by_revocation" ON "sessions" USING btree ("revoked_at_ms","id") WHERE "sessions"."revoked_at_ms" is not null;--> statement-breakpoint
CREATE INDEX "speakers_of_transcript" ON "speakers" USING btree ("org_id","transcript_id","id");--> statement-breakpoint
CREATE INDEX "spent_live_tickets_by_expiry" ON "spent_live_tickets" USING btree ("expires_at_ms","org_id","ticket_hash");--> statement-breakpoint
CREATE INDEX "spent_refresh_tokens_by_session" ON "spent_refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "spent_refresh_tokens_with_successor" ON "spent_refresh_tokens" USING btree ("spent_at_ms") WHERE "spent_refresh_tokens"."successor_sealed" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_once" ON "subscriptions" USING btree ("org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "summaries_meeting_unique" ON "summaries" USING btree ("org_id","meeting_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transcript_indexes_number_unique" ON "transcript_indexes" USING btree ("number");--> statement-breakpoint
CREATE INDEX "transcript_indexes_of_meeting" ON "transcript_indexes" USING btree ("org_id","meeting_id","number");--> statement-breakpoint
CREATE INDEX "transcript_indexes_removed" ON "transcript_indexes" USING btree ("org_id","number") WHERE "transcript_indexes"."removed";--> statement-breakpoint
CREATE INDEX "transcripts_by_age" ON "transcripts" USING btree ("org_id","meeting_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "transcripts_by_id" ON "transcripts" USING btree ("id","org_id");--> statement-breakpoint
CREATE INDEX "translations_by_id" ON "translations" USING btree ("id","org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "translations_language_unique" ON "translations" USING btree ("org_id","transcript_id","language") WHERE "translations"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX "translations_of_transcript" ON "translations" USING btree ("org_id","transcript_id","id");--> statement-breakpoint
CREATE INDEX "unindexed_segments_by_turn" ON "unindexed_segments" USING btree ("due_at_ms","org_id","transcript_id","from_ms");--> statement-breakpoint
CREATE INDEX "unindexed_segments_turns" ON "unindexed_segments" USING btree ("org_id","due_at_ms","transcript_id","from_ms");--> statement-breakpoint
CREATE INDEX "uploads_of_meeting" ON "uploads" USING btree ("org_id","meeting_id","id");--> statement-breakpoint
CREATE INDEX "uploads_expiring" ON "uploads" USING btree ("expires_at_ms") WHERE "uploads"."state" = 'open';--> statement-breakpoint
CREATE INDEX "uploads_by_id" ON "uploads" USING btree ("id","org_id");--> statement-breakpoint
CREATE INDEX "usage_records_by_time" ON "usage_records" USING btree ("org_id","meter","occurred_at_ms");--> statement-breakpoint
CREATE INDEX "user_identities_by_user" ON "user_identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key_unique" ON "users" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "users_system_admins" ON "users" USING btree ("id") WHERE "users"."system_admin";--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("org_id","webhook_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_state" ON "webhook_deliveries" USING btree ("org_id","webhook_id","state","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("org_id","webhook_id","next_attempt_at_ms","sequence") WHERE "webhook_deliveries"."next_attempt_at_ms" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_in_time" ON "webhook_deliveries" USING btree ("created_at_ms");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_event_unique" ON "webhook_deliveries" USING btree ("org_id","event_id","webhook_id");--> statement-breakpoint
CREATE INDEX "webhooks_by_age" ON "webhooks" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "workspace_invitations_of_workspace" ON "workspace_invitations" USING btree ("org_id","workspace_id","invitation_id");--> statement-breakpoint
CREATE INDEX "workspace_invitations_by_inviter" ON "workspace_invitations" USING btree ("org_id","invited_by","workspace_id");--> statement-breakpoint
CREATE INDEX "workspace_members_by_user" ON "workspace_members" USING btree ("org_id","user_id","workspace_id");--> statement-breakpoint
CREATE INDEX "workspace_members_by_age" ON "workspace_members" USING btree ("org_id","workspace_id","joined_at_ms","user_id");--> statement-breakpoint
CREATE INDEX "workspace_managers" ON "workspace_members" USING btree ("org_id","workspace_id","user_id") WHERE "workspace_members"."role" = 'manager';--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_slug_unique" ON "workspaces" USING btree ("org_id","slug");--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_external_ref_unique" ON "workspaces" USING btree ("org_id","external_ref") WHERE "workspaces"."external_ref" is not null;--> statement-breakpoint
CREATE INDEX "workspaces_by_id" ON "workspaces" USING btree ("id","org_id");--> statement-breakpoint
CREATE INDEX "workspaces_by_name" ON "workspaces" USING btree ("org_id","visibility","archived","name_key","id");--> statement-breakpoint
CREATE INDEX "workspaces_by_kind" ON "workspaces" USING btree ("org_id","visibility","archived","kind","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "workspaces_by_kind_and_name" ON "workspaces" USING btree ("org_id","visibility","archived","kind","name_key","id");--> statement-breakpoint
CREATE INDEX "workspaces_by_age" ON "workspaces" USING btree ("org_id","visibility","archived","created_at_ms","id");--> statement-breakpoint
-- Not of the schema: the words of segments, tokens of db/word-index with their positions. Of one tenant in the order of their documents, and all by their tokens.
CREATE TABLE "transcript_words" (
	"tenant" bigint NOT NULL,
	"document" bigint NOT NULL,
	"words" tsvector NOT NULL,
	CONSTRAINT "transcript_words_pk" PRIMARY KEY ("tenant", "document")
);
--> statement-breakpoint
CREATE INDEX "transcript_words_by_word" ON "transcript_words" USING gin ("words") WITH (gin_pending_list_limit = 512);
