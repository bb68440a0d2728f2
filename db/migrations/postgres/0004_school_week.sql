-- works with 0003_rooms_and_branding
CREATE TABLE "attendance_instances" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attendance_rows" (
	"org_id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"participant_id" text NOT NULL,
	"intervals" jsonb NOT NULL,
	"present_ms" bigint NOT NULL,
	"measured" text NOT NULL,
	"corrected" text,
	"corrected_by" text,
	"reason" text,
	"corrected_at_ms" bigint,
	"version" integer NOT NULL,
	CONSTRAINT "attendance_rows_org_id_meeting_id_participant_id_pk" PRIMARY KEY("org_id","meeting_id","participant_id"),
	CONSTRAINT "attendance_rows_measured_known" CHECK ("attendance_rows"."measured" in ('present', 'late', 'left_early', 'absent')),
	CONSTRAINT "attendance_rows_corrected_known" CHECK ("attendance_rows"."corrected" in ('present', 'late', 'left_early', 'absent'))
);
--> statement-breakpoint
CREATE TABLE "attendance_sheets" (
	"org_id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"late_after_minutes" integer NOT NULL,
	"left_early_minutes" integer NOT NULL,
	"present_percent" integer NOT NULL,
	"ready_at_ms" bigint,
	CONSTRAINT "attendance_sheets_org_id_meeting_id_pk" PRIMARY KEY("org_id","meeting_id")
);
--> statement-breakpoint
CREATE TABLE "attendance_stretches" (
	"org_id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"participant_id" text NOT NULL,
	"joined_at_ms" bigint NOT NULL,
	"instance_id" text NOT NULL,
	"left_at_ms" bigint,
	CONSTRAINT "attendance_stretches_org_id_meeting_id_participant_id_joined_at_ms_instance_id_pk" PRIMARY KEY("org_id","meeting_id","participant_id","joined_at_ms","instance_id")
);
--> statement-breakpoint
CREATE TABLE "holidays" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"entries" jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "holidays_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "host_leases" (
	"org_id" text NOT NULL,
	"meeting_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"participant_id" text,
	"state" text NOT NULL,
	"grace_ms" integer NOT NULL,
	"ends_at_ms" bigint NOT NULL,
	"due_at_ms" bigint NOT NULL,
	CONSTRAINT "host_leases_org_id_meeting_id_instance_id_pk" PRIMARY KEY("org_id","meeting_id","instance_id"),
	CONSTRAINT "host_leases_state_known" CHECK ("host_leases"."state" in ('open', 'ended'))
);
--> statement-breakpoint
CREATE TABLE "series" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"rule" text NOT NULL,
	"starts_at" text NOT NULL,
	"timezone" text NOT NULL,
	"duration_minutes" integer NOT NULL,
	"ex_dates" jsonb NOT NULL,
	"r_dates" jsonb NOT NULL,
	"until" text,
	"join_code" text NOT NULL,
	"access" text NOT NULL,
	"options" jsonb NOT NULL,
	"participants" jsonb NOT NULL,
	"host_id" text NOT NULL,
	"previous_id" text,
	"join_code_hash" text,
	"join_code_sealed" text,
	"join_code_holder_id" text,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "series_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "series_join_code_known" CHECK ("series"."join_code" in ('shared', 'each')),
	CONSTRAINT "series_access_known" CHECK ("series"."access" in ('invited', 'workspace', 'link'))
);
--> statement-breakpoint
ALTER TABLE "removals" DROP CONSTRAINT "removals_kind_known";--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "series_id" text;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "occurrence" text;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "occurrence_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "changed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "when_unattended" jsonb;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "room_rules" jsonb;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "hold" jsonb;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "mix_of" jsonb;--> statement-breakpoint
ALTER TABLE "attendance_rows" ADD CONSTRAINT "attendance_rows_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_sheets" ADD CONSTRAINT "attendance_sheets_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_stretches" ADD CONSTRAINT "attendance_stretches_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holidays" ADD CONSTRAINT "holidays_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_leases" ADD CONSTRAINT "host_leases_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_workspace_fk" FOREIGN KEY ("org_id","workspace_id") REFERENCES "public"."workspaces"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_stretches_open" ON "attendance_stretches" USING btree ("instance_id","org_id","meeting_id","participant_id","joined_at_ms") WHERE "attendance_stretches"."left_at_ms" is null;--> statement-breakpoint
CREATE INDEX "host_leases_by_due" ON "host_leases" USING btree ("due_at_ms","org_id","meeting_id");--> statement-breakpoint
CREATE INDEX "host_leases_of_instance" ON "host_leases" USING btree ("instance_id","org_id","meeting_id") WHERE "host_leases"."state" = 'open';--> statement-breakpoint
CREATE INDEX "series_by_id" ON "series" USING btree ("id","org_id");--> statement-breakpoint
CREATE INDEX "series_of_workspace" ON "series" USING btree ("org_id","workspace_id","created_at_ms","id");--> statement-breakpoint
CREATE UNIQUE INDEX "series_join_code_unique" ON "series" USING btree ("org_id","join_code_hash") WHERE "series"."join_code_hash" is not null;--> statement-breakpoint
CREATE INDEX "series_by_code_holder" ON "series" USING btree ("org_id","join_code_holder_id","id") WHERE "series"."join_code_holder_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_occurrence_unique" ON "meetings" USING btree ("org_id","series_id","occurrence_at_ms") WHERE "meetings"."occurrence_at_ms" is not null and ("meetings"."changed" or "meetings"."state" <> 'cancelled');--> statement-breakpoint
CREATE INDEX "meetings_of_series" ON "meetings" USING btree ("org_id","series_id","occurrence_at_ms","id") WHERE "meetings"."occurrence_at_ms" is not null;--> statement-breakpoint
ALTER TABLE "removals" ADD CONSTRAINT "removals_kind_known" CHECK ("removals"."kind" in ('artifact', 'meeting', 'organization', 'person', 'member', 'api_key', 'administrator', 'account', 'calendar_feed', 'chat_message', 'series'));