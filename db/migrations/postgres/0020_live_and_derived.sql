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
	"start_ms" integer,
	"edited" boolean NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "action_items_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "action_items_status_known" CHECK ("action_items"."status" in ('open', 'done', 'dropped'))
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
	"start_ms" bigint NOT NULL,
	"heard_ms" bigint NOT NULL,
	"started" boolean NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "live_tracks_org_id_id_pk" PRIMARY KEY("org_id","id")
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
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "notifications_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('transcript.ready', 'translation.ready', 'summary.ready', 'meeting.invited', 'meeting.mentioned', 'action_item.assigned'))
);
--> statement-breakpoint
CREATE TABLE "spent_live_tickets" (
	"org_id" text NOT NULL,
	"ticket_hash" text NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	CONSTRAINT "spent_live_tickets_org_id_ticket_hash_pk" PRIMARY KEY("org_id","ticket_hash")
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
	"failure" text,
	"job_id" text,
	"version" integer NOT NULL,
	"created_by" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "translations_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "translations_state_known" CHECK ("translations"."state" in ('processing', 'ready', 'failed')),
	CONSTRAINT "translations_quality_known" CHECK ("translations"."quality" in ('gist', 'basic', 'good'))
);
--> statement-breakpoint
ALTER TABLE "processing_jobs" DROP CONSTRAINT "processing_jobs_type_known";--> statement-breakpoint
ALTER TABLE "processing_jobs" DROP CONSTRAINT "processing_jobs_step_known";--> statement-breakpoint
ALTER TABLE "usage_records" DROP CONSTRAINT "usage_records_meter_known";--> statement-breakpoint
ALTER TABLE "processing_jobs" ALTER COLUMN "recording_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "live" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "action_items" ADD CONSTRAINT "action_items_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_items" ADD CONSTRAINT "action_items_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_events" ADD CONSTRAINT "live_events_session_fk" FOREIGN KEY ("org_id","session_id") REFERENCES "public"."live_sessions"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_sessions" ADD CONSTRAINT "live_sessions_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_sessions" ADD CONSTRAINT "live_sessions_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_tracks" ADD CONSTRAINT "live_tracks_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_tracks" ADD CONSTRAINT "live_tracks_session_fk" FOREIGN KEY ("org_id","session_id") REFERENCES "public"."live_sessions"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spent_live_tickets" ADD CONSTRAINT "spent_live_tickets_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translated_segments" ADD CONSTRAINT "translated_segments_translation_fk" FOREIGN KEY ("org_id","translation_id") REFERENCES "public"."translations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translations" ADD CONSTRAINT "translations_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translations" ADD CONSTRAINT "translations_transcript_fk" FOREIGN KEY ("org_id","transcript_id") REFERENCES "public"."transcripts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "action_items_of_meeting" ON "action_items" USING btree ("org_id","meeting_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_sessions_meeting_unique" ON "live_sessions" USING btree ("org_id","meeting_id");--> statement-breakpoint
CREATE INDEX "live_tracks_of_session" ON "live_tracks" USING btree ("org_id","session_id","participant_id","id");--> statement-breakpoint
CREATE INDEX "notification_preferences_of_user" ON "notification_preferences" USING btree ("user_id","org_id");--> statement-breakpoint
CREATE INDEX "notifications_by_age" ON "notifications" USING btree ("org_id","user_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("org_id","user_id","created_at_ms","id") WHERE "notifications"."read_at_ms" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_subject_unique" ON "notifications" USING btree ("org_id","user_id","kind","subject");--> statement-breakpoint
CREATE INDEX "notifications_of_meeting" ON "notifications" USING btree ("org_id","meeting_id","id");--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","org_id","id");--> statement-breakpoint
CREATE INDEX "notifications_in_time" ON "notifications" USING btree ("created_at_ms","org_id","id");--> statement-breakpoint
CREATE INDEX "spent_live_tickets_by_expiry" ON "spent_live_tickets" USING btree ("expires_at_ms","org_id","ticket_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "summaries_meeting_unique" ON "summaries" USING btree ("org_id","meeting_id");--> statement-breakpoint
CREATE INDEX "translations_by_id" ON "translations" USING btree ("id","org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "translations_language_unique" ON "translations" USING btree ("org_id","transcript_id","language");--> statement-breakpoint
ALTER TABLE "processing_jobs" ADD CONSTRAINT "processing_jobs_type_known" CHECK ("processing_jobs"."type" in ('transcription', 'translation', 'summary'));--> statement-breakpoint
ALTER TABLE "processing_jobs" ADD CONSTRAINT "processing_jobs_step_known" CHECK ("processing_jobs"."step" in ('probe', 'decode', 'detect', 'transcribe', 'store', 'translate', 'summarize'));--> statement-breakpoint
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_records_meter_known" CHECK ("usage_records"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries'));