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
ALTER TABLE "attendance_rows" ADD CONSTRAINT "attendance_rows_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_sheets" ADD CONSTRAINT "attendance_sheets_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_stretches" ADD CONSTRAINT "attendance_stretches_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_stretches_open" ON "attendance_stretches" USING btree ("instance_id","org_id","meeting_id","participant_id","joined_at_ms") WHERE "attendance_stretches"."left_at_ms" is null;