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
ALTER TABLE "usage_alerts" ADD CONSTRAINT "usage_alerts_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;