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
	`start_ms` integer NOT NULL,
	`heard_ms` integer NOT NULL,
	`started` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`session_id`) REFERENCES `live_sessions`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `live_tracks_of_session` ON `live_tracks` (`org_id`,`session_id`,`participant_id`,`id`);--> statement-breakpoint
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
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notifications_kind_known" CHECK("notifications"."kind" in ('transcript.ready', 'translation.ready', 'summary.ready', 'meeting.invited', 'meeting.mentioned', 'action_item.assigned'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `notifications_by_age` ON `notifications` (`org_id`,`user_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`org_id`,`user_id`,`created_at_ms`,`id`) WHERE "notifications"."read_at_ms" is null;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_subject_unique` ON `notifications` (`org_id`,`user_id`,`kind`,`subject`);--> statement-breakpoint
CREATE INDEX `notifications_of_meeting` ON `notifications` (`org_id`,`meeting_id`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_of_user` ON `notifications` (`user_id`,`org_id`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_in_time` ON `notifications` (`created_at_ms`,`org_id`,`id`);--> statement-breakpoint
CREATE TABLE `spent_live_tickets` (
	`org_id` text NOT NULL,
	`ticket_hash` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `ticket_hash`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `spent_live_tickets_by_expiry` ON `spent_live_tickets` (`expires_at_ms`,`org_id`,`ticket_hash`);--> statement-breakpoint
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
	`failure` text,
	`job_id` text,
	`version` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`transcript_id`) REFERENCES `transcripts`(`org_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "translations_state_known" CHECK("translations"."state" in ('processing', 'ready', 'failed')),
	CONSTRAINT "translations_quality_known" CHECK("translations"."quality" in ('gist', 'basic', 'good'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `translations_by_id` ON `translations` (`id`,`org_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `translations_language_unique` ON `translations` (`org_id`,`transcript_id`,`language`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_processing_jobs` (
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
	CONSTRAINT "processing_jobs_type_known" CHECK("__new_processing_jobs"."type" in ('transcription', 'translation', 'summary')),
	CONSTRAINT "processing_jobs_state_known" CHECK("__new_processing_jobs"."state" in ('waiting', 'queued', 'running', 'succeeded', 'failed', 'cancelled')),
	CONSTRAINT "processing_jobs_step_known" CHECK("__new_processing_jobs"."step" in ('probe', 'decode', 'detect', 'transcribe', 'store', 'translate', 'summarize'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_processing_jobs`("org_id", "id", "type", "meeting_id", "recording_id", "transcript_id", "state", "step", "progress", "provider", "language", "engine", "findings", "failure", "attempts", "created_by", "version", "created_at_ms", "started_at_ms", "ended_at_ms", "updated_at_ms") SELECT "org_id", "id", "type", "meeting_id", "recording_id", "transcript_id", "state", "step", "progress", "provider", "language", "engine", "findings", "failure", "attempts", "created_by", "version", "created_at_ms", "started_at_ms", "ended_at_ms", "updated_at_ms" FROM `processing_jobs`;--> statement-breakpoint
DROP TABLE `processing_jobs`;--> statement-breakpoint
ALTER TABLE `__new_processing_jobs` RENAME TO `processing_jobs`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `processing_jobs_by_id` ON `processing_jobs` (`id`,`org_id`);--> statement-breakpoint
CREATE INDEX `processing_jobs_by_age` ON `processing_jobs` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `processing_jobs_runnable` ON `processing_jobs` (`org_id`,`created_at_ms`,`id`) WHERE "processing_jobs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX `processing_jobs_in_time` ON `processing_jobs` (`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `processing_jobs_by_state` ON `processing_jobs` (`org_id`,`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `processing_jobs_of_meeting` ON `processing_jobs` (`org_id`,`meeting_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `processing_jobs_active_unique` ON `processing_jobs` (`org_id`,`recording_id`) WHERE "processing_jobs"."state" in ('waiting', 'queued', 'running');--> statement-breakpoint
CREATE INDEX `processing_jobs_everywhere` ON `processing_jobs` (`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE TABLE `__new_usage_records` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`meter` text NOT NULL,
	`quantity` integer NOT NULL,
	`subject` text NOT NULL,
	`occurred_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "usage_records_meter_known" CHECK("__new_usage_records"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_usage_records`("org_id", "id", "meter", "quantity", "subject", "occurred_at_ms") SELECT "org_id", "id", "meter", "quantity", "subject", "occurred_at_ms" FROM `usage_records`;--> statement-breakpoint
DROP TABLE `usage_records`;--> statement-breakpoint
ALTER TABLE `__new_usage_records` RENAME TO `usage_records`;--> statement-breakpoint
CREATE UNIQUE INDEX `usage_records_subject_unique` ON `usage_records` (`org_id`,`meter`,`subject`);--> statement-breakpoint
CREATE INDEX `usage_records_by_time` ON `usage_records` (`org_id`,`meter`,`occurred_at_ms`,`id`);--> statement-breakpoint
ALTER TABLE `transcripts` ADD `live` integer DEFAULT false NOT NULL;