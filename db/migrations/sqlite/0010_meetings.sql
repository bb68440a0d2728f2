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
CREATE INDEX `artifacts_by_class` ON `artifacts` (`org_id`,`class`,`clock_starts_at_ms`,`id`) WHERE "artifacts"."deleted_at_ms" is null;--> statement-breakpoint
CREATE TABLE `blobs` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`sha256` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`storage_key` text NOT NULL,
	`sealed_key` text,
	`chunk_bytes` integer NOT NULL,
	`state` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "blobs_state_known" CHECK("blobs"."state" in ('stored', 'orphaned'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `blobs_content_unique` ON `blobs` (`org_id`,`sha256`) WHERE "blobs"."state" = 'stored';--> statement-breakpoint
CREATE UNIQUE INDEX `blobs_storage_key_unique` ON `blobs` (`org_id`,`storage_key`);--> statement-breakpoint
CREATE INDEX `blobs_orphaned` ON `blobs` (`org_id`,`id`) WHERE "blobs"."state" = 'orphaned';--> statement-breakpoint
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
	`external_id` text,
	`artifacts` text NOT NULL,
	`created_by` text NOT NULL,
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
CREATE INDEX `meetings_by_start` ON `meetings` (`org_id`,`starts_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `meetings_of_workspace` ON `meetings` (`org_id`,`workspace_id`,`starts_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `meetings_live` ON `meetings` (`org_id`,`workspace_id`,`id`) WHERE "meetings"."state" = 'live';--> statement-breakpoint
CREATE TABLE `participants` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`user_id` text,
	`name` text NOT NULL,
	`email` text,
	`role` text NOT NULL,
	`state` text NOT NULL,
	`joined_at_ms` integer,
	`left_at_ms` integer,
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
CREATE TABLE `processing_jobs` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`meeting_id` text NOT NULL,
	`recording_id` text NOT NULL,
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
	CONSTRAINT "processing_jobs_type_known" CHECK("processing_jobs"."type" in ('transcription')),
	CONSTRAINT "processing_jobs_state_known" CHECK("processing_jobs"."state" in ('waiting', 'queued', 'running', 'succeeded', 'failed', 'cancelled')),
	CONSTRAINT "processing_jobs_step_known" CHECK("processing_jobs"."step" in ('probe', 'decode', 'detect', 'transcribe', 'store'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `processing_jobs_by_age` ON `processing_jobs` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `processing_jobs_by_state` ON `processing_jobs` (`org_id`,`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `processing_jobs_of_meeting` ON `processing_jobs` (`org_id`,`meeting_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `processing_jobs_active_unique` ON `processing_jobs` (`org_id`,`recording_id`) WHERE "processing_jobs"."state" in ('waiting', 'queued', 'running');--> statement-breakpoint
CREATE INDEX `processing_jobs_everywhere` ON `processing_jobs` (`state`,`created_at_ms`,`id`);--> statement-breakpoint
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
CREATE TABLE `speakers` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`transcript_id` text NOT NULL,
	`participant_id` text,
	`label` text NOT NULL,
	`version` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`transcript_id`) REFERENCES `transcripts`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `speakers_of_transcript` ON `speakers` (`org_id`,`transcript_id`,`id`);--> statement-breakpoint
CREATE TABLE `transcripts` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meeting_id` text NOT NULL,
	`recording_id` text,
	`state` text NOT NULL,
	`source` text NOT NULL,
	`language` text NOT NULL,
	`languages` text NOT NULL,
	`engine` text,
	`segment_count` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`revision` integer NOT NULL,
	`version` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`meeting_id`) REFERENCES `meetings`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "transcripts_state_known" CHECK("transcripts"."state" in ('processing', 'ready', 'failed')),
	CONSTRAINT "transcripts_source_known" CHECK("transcripts"."source" in ('stt', 'caption', 'import', 'manual'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `transcripts_by_age` ON `transcripts` (`org_id`,`meeting_id`,`created_at_ms`,`id`);--> statement-breakpoint
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
CREATE TABLE `usage_records` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meter` text NOT NULL,
	`quantity` integer NOT NULL,
	`subject` text NOT NULL,
	`occurred_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "usage_records_meter_known" CHECK("usage_records"."meter" in ('meetingMs', 'transcriptionMs', 'storedBytes'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `usage_records_subject_unique` ON `usage_records` (`org_id`,`meter`,`subject`);--> statement-breakpoint
CREATE INDEX `usage_records_by_time` ON `usage_records` (`org_id`,`meter`,`occurred_at_ms`,`id`);--> statement-breakpoint
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
CREATE TABLE `workspaces` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`description` text,
	`kind` text NOT NULL,
	`visibility` text NOT NULL,
	`settings` text,
	`external_ref` text,
	`member_count` integer NOT NULL,
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
CREATE INDEX `workspaces_by_age` ON `workspaces` (`org_id`,`created_at_ms`,`id`);