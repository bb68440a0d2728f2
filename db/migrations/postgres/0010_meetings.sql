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
	"deleted_at_ms" bigint,
	CONSTRAINT "artifacts_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "artifacts_class_known" CHECK ("artifacts"."class" in ('recordings', 'transcripts', 'chatLogs', 'examData'))
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
	"external_id" text,
	"artifacts" jsonb NOT NULL,
	"created_by" text NOT NULL,
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
CREATE TABLE "participants" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"user_id" text,
	"name" text NOT NULL,
	"email" text,
	"role" text NOT NULL,
	"state" text NOT NULL,
	"joined_at_ms" bigint,
	"left_at_ms" bigint,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "participants_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "participants_role_known" CHECK ("participants"."role" in ('host', 'participant', 'guest')),
	CONSTRAINT "participants_state_known" CHECK ("participants"."state" in ('invited', 'waiting', 'admitted', 'left', 'refused', 'removed'))
);
--> statement-breakpoint
CREATE TABLE "processing_jobs" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"meeting_id" text NOT NULL,
	"recording_id" text NOT NULL,
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
	CONSTRAINT "processing_jobs_type_known" CHECK ("processing_jobs"."type" in ('transcription')),
	CONSTRAINT "processing_jobs_state_known" CHECK ("processing_jobs"."state" in ('waiting', 'queued', 'running', 'succeeded', 'failed', 'cancelled')),
	CONSTRAINT "processing_jobs_step_known" CHECK ("processing_jobs"."step" in ('probe', 'decode', 'detect', 'transcribe', 'store'))
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
CREATE TABLE "speakers" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"transcript_id" text NOT NULL,
	"participant_id" text,
	"label" text NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "speakers_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "transcripts" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"recording_id" text,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"language" text NOT NULL,
	"languages" jsonb NOT NULL,
	"engine" jsonb,
	"segment_count" integer NOT NULL,
	"duration_ms" bigint NOT NULL,
	"revision" integer NOT NULL,
	"version" integer NOT NULL,
	"created_by" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "transcripts_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "transcripts_state_known" CHECK ("transcripts"."state" in ('processing', 'ready', 'failed')),
	CONSTRAINT "transcripts_source_known" CHECK ("transcripts"."source" in ('stt', 'caption', 'import', 'manual'))
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
CREATE TABLE "usage_records" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"meter" text NOT NULL,
	"quantity" bigint NOT NULL,
	"subject" text NOT NULL,
	"occurred_at_ms" bigint NOT NULL,
	CONSTRAINT "usage_records_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "usage_records_meter_known" CHECK ("usage_records"."meter" in ('meetingMs', 'transcriptionMs', 'storedBytes'))
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
	"slug" text NOT NULL,
	"description" text,
	"kind" text NOT NULL,
	"visibility" text NOT NULL,
	"settings" jsonb,
	"external_ref" text,
	"member_count" integer NOT NULL,
	"archived_at_ms" bigint,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "workspaces_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "workspaces_kind_known" CHECK ("workspaces"."kind" in ('class', 'team', 'department', 'project')),
	CONSTRAINT "workspaces_visibility_known" CHECK ("workspaces"."visibility" in ('private', 'org'))
);
--> statement-breakpoint
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_blob_fk" FOREIGN KEY ("org_id","blob_id") REFERENCES "public"."blobs"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blobs" ADD CONSTRAINT "blobs_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_workspace_fk" FOREIGN KEY ("org_id","workspace_id") REFERENCES "public"."workspaces"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processing_jobs" ADD CONSTRAINT "processing_jobs_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processing_jobs" ADD CONSTRAINT "processing_jobs_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processing_windows" ADD CONSTRAINT "processing_windows_job_fk" FOREIGN KEY ("org_id","job_id") REFERENCES "public"."processing_jobs"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_blob_fk" FOREIGN KEY ("org_id","blob_id") REFERENCES "public"."blobs"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment_revisions" ADD CONSTRAINT "segment_revisions_transcript_fk" FOREIGN KEY ("org_id","transcript_id") REFERENCES "public"."transcripts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_transcript_fk" FOREIGN KEY ("org_id","transcript_id") REFERENCES "public"."transcripts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "speakers" ADD CONSTRAINT "speakers_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "speakers" ADD CONSTRAINT "speakers_transcript_fk" FOREIGN KEY ("org_id","transcript_id") REFERENCES "public"."transcripts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_records_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_workspace_fk" FOREIGN KEY ("org_id","workspace_id") REFERENCES "public"."workspaces"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_member_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."memberships"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "artifacts_owner_unique" ON "artifacts" USING btree ("org_id","owner_type","owner_id") WHERE "artifacts"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX "artifacts_of_blob" ON "artifacts" USING btree ("org_id","blob_id") WHERE "artifacts"."blob_id" is not null and "artifacts"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX "artifacts_of_meeting" ON "artifacts" USING btree ("org_id","meeting_id","id");--> statement-breakpoint
CREATE INDEX "artifacts_by_class" ON "artifacts" USING btree ("org_id","class","clock_starts_at_ms","id") WHERE "artifacts"."deleted_at_ms" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "blobs_content_unique" ON "blobs" USING btree ("org_id","sha256") WHERE "blobs"."state" = 'stored';--> statement-breakpoint
CREATE UNIQUE INDEX "blobs_storage_key_unique" ON "blobs" USING btree ("org_id","storage_key");--> statement-breakpoint
CREATE INDEX "blobs_orphaned" ON "blobs" USING btree ("org_id","id") WHERE "blobs"."state" = 'orphaned';--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_user_unique" ON "calendar_feeds" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_secret_unique" ON "calendar_feeds" USING btree ("org_id","secret_hash");--> statement-breakpoint
CREATE INDEX "calendar_feeds_of_user" ON "calendar_feeds" USING btree ("user_id","org_id");--> statement-breakpoint
CREATE INDEX "chat_messages_by_age" ON "chat_messages" USING btree ("org_id","meeting_id","sent_at_ms","id");--> statement-breakpoint
CREATE INDEX "consents_of_meeting" ON "consents" USING btree ("org_id","meeting_id","participant_id","kind","decided_at_ms","id");--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_join_code_unique" ON "meetings" USING btree ("org_id","join_code_hash") WHERE "meetings"."join_code_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_external_id_unique" ON "meetings" USING btree ("org_id","external_id") WHERE "meetings"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "meetings_by_start" ON "meetings" USING btree ("org_id","starts_at_ms","id");--> statement-breakpoint
CREATE INDEX "meetings_of_workspace" ON "meetings" USING btree ("org_id","workspace_id","starts_at_ms","id");--> statement-breakpoint
CREATE INDEX "meetings_live" ON "meetings" USING btree ("org_id","workspace_id","id") WHERE "meetings"."state" = 'live';--> statement-breakpoint
CREATE UNIQUE INDEX "participants_user_unique" ON "participants" USING btree ("org_id","meeting_id","user_id") WHERE "participants"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "participants_by_age" ON "participants" USING btree ("org_id","meeting_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "participants_of_user" ON "participants" USING btree ("user_id","org_id","meeting_id") WHERE "participants"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "processing_jobs_by_age" ON "processing_jobs" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "processing_jobs_by_state" ON "processing_jobs" USING btree ("org_id","state","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "processing_jobs_of_meeting" ON "processing_jobs" USING btree ("org_id","meeting_id","created_at_ms","id");--> statement-breakpoint
CREATE UNIQUE INDEX "processing_jobs_active_unique" ON "processing_jobs" USING btree ("org_id","recording_id") WHERE "processing_jobs"."state" in ('waiting', 'queued', 'running');--> statement-breakpoint
CREATE INDEX "processing_jobs_everywhere" ON "processing_jobs" USING btree ("state","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "recordings_by_age" ON "recordings" USING btree ("org_id","meeting_id","created_at_ms","id");--> statement-breakpoint
CREATE UNIQUE INDEX "segments_id_unique" ON "segments" USING btree ("org_id","transcript_id","id");--> statement-breakpoint
CREATE INDEX "speakers_of_transcript" ON "speakers" USING btree ("org_id","transcript_id","id");--> statement-breakpoint
CREATE INDEX "transcripts_by_age" ON "transcripts" USING btree ("org_id","meeting_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "uploads_of_meeting" ON "uploads" USING btree ("org_id","meeting_id","id");--> statement-breakpoint
CREATE INDEX "uploads_expiring" ON "uploads" USING btree ("expires_at_ms") WHERE "uploads"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "usage_records_subject_unique" ON "usage_records" USING btree ("org_id","meter","subject");--> statement-breakpoint
CREATE INDEX "usage_records_by_time" ON "usage_records" USING btree ("org_id","meter","occurred_at_ms","id");--> statement-breakpoint
CREATE INDEX "workspace_members_by_user" ON "workspace_members" USING btree ("org_id","user_id","workspace_id");--> statement-breakpoint
CREATE INDEX "workspace_members_by_age" ON "workspace_members" USING btree ("org_id","workspace_id","joined_at_ms","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_slug_unique" ON "workspaces" USING btree ("org_id","slug");--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_external_ref_unique" ON "workspaces" USING btree ("org_id","external_ref") WHERE "workspaces"."external_ref" is not null;--> statement-breakpoint
CREATE INDEX "workspaces_by_age" ON "workspaces" USING btree ("org_id","created_at_ms","id");