CREATE TABLE "usage_levels" (
	"org_id" text NOT NULL,
	"meter" text NOT NULL,
	"level" bigint NOT NULL,
	"changed_at_ms" bigint NOT NULL,
	CONSTRAINT "usage_levels_org_id_meter_pk" PRIMARY KEY("org_id","meter"),
	CONSTRAINT "usage_levels_meter_known" CHECK ("usage_levels"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests'))
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
ALTER TABLE "usage_records" DROP CONSTRAINT "usage_records_meter_known";--> statement-breakpoint
DROP INDEX "usage_records_subject_unique";--> statement-breakpoint
DROP INDEX "usage_records_by_time";--> statement-breakpoint
ALTER TABLE "usage_records" DROP CONSTRAINT "usage_records_org_id_id_pk";--> statement-breakpoint
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_records_org_id_meter_subject_pk" PRIMARY KEY("org_id","meter","subject");--> statement-breakpoint
ALTER TABLE "usage_records" ADD COLUMN "workspace_id" text;--> statement-breakpoint
ALTER TABLE "usage_records" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "usage_levels" ADD CONSTRAINT "usage_levels_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_shares" ADD CONSTRAINT "usage_shares_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_totals" ADD CONSTRAINT "usage_totals_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "usage_records_by_time" ON "usage_records" USING btree ("org_id","meter","occurred_at_ms");--> statement-breakpoint
ALTER TABLE "usage_records" DROP COLUMN "id";--> statement-breakpoint
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_records_meter_known" CHECK ("usage_records"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests'));
--> statement-breakpoint
-- What the records of before add up to; and the members that were here before seats were counted, since they joined.
INSERT INTO usage_totals (org_id, meter, grain, start_ms, quantity)
SELECT org_id, meter, 'quarter', occurred_at_ms - occurred_at_ms % 900000, sum(quantity)
FROM usage_records WHERE meter <> 'storedBytes'
GROUP BY org_id, meter, occurred_at_ms - occurred_at_ms % 900000;--> statement-breakpoint
INSERT INTO usage_totals (org_id, meter, grain, start_ms, quantity)
SELECT org_id, meter, 'day', occurred_at_ms - occurred_at_ms % 86400000, sum(quantity)
FROM usage_records WHERE meter <> 'storedBytes'
GROUP BY org_id, meter, occurred_at_ms - occurred_at_ms % 86400000;--> statement-breakpoint
INSERT INTO usage_levels (org_id, meter, level, changed_at_ms)
SELECT org_id, meter, sum(quantity), max(occurred_at_ms)
FROM usage_records WHERE meter = 'storedBytes'
GROUP BY org_id, meter;--> statement-breakpoint
INSERT INTO usage_levels (org_id, meter, level, changed_at_ms)
SELECT org_id, 'seats', count(*), max(joined_at_ms) FROM memberships GROUP BY org_id;--> statement-breakpoint
INSERT INTO usage_totals (org_id, meter, grain, start_ms, quantity, level)
WITH changes AS (
	SELECT org_id, meter, subject, quantity, occurred_at_ms FROM usage_records WHERE meter = 'storedBytes'
	UNION ALL SELECT org_id, 'seats', user_id, 1, joined_at_ms FROM memberships
), running AS (
	SELECT org_id, meter, occurred_at_ms, quantity,
		sum(quantity) OVER (PARTITION BY org_id, meter ORDER BY occurred_at_ms, subject) AS level,
		row_number() OVER (PARTITION BY org_id, meter ORDER BY occurred_at_ms, subject) AS place
	FROM changes
), grains AS (
	SELECT 'quarter' AS grain, 900000 AS width UNION ALL SELECT 'day', 86400000
), totals AS (
	SELECT org_id, meter, grain, occurred_at_ms - occurred_at_ms % width AS start_ms,
		max(CASE WHEN quantity < 0 THEN level - quantity ELSE level END) AS peak, max(place) AS place
	FROM running CROSS JOIN grains
	GROUP BY org_id, meter, grain, occurred_at_ms - occurred_at_ms % width
)
SELECT totals.org_id, totals.meter, totals.grain, totals.start_ms, totals.peak, running.level
FROM totals JOIN running
	ON running.org_id = totals.org_id AND running.meter = totals.meter AND running.place = totals.place;
