-- works with 0003_rooms_and_branding
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
ALTER TABLE "meetings" ADD COLUMN "when_unattended" jsonb;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "room_rules" jsonb;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "hold" jsonb;--> statement-breakpoint
ALTER TABLE "host_leases" ADD CONSTRAINT "host_leases_meeting_fk" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "host_leases_by_due" ON "host_leases" USING btree ("due_at_ms","org_id","meeting_id");--> statement-breakpoint
CREATE INDEX "host_leases_of_instance" ON "host_leases" USING btree ("instance_id","org_id","meeting_id") WHERE "host_leases"."state" = 'open';