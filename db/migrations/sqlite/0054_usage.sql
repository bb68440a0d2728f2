CREATE TABLE `usage_levels` (
	`org_id` text NOT NULL,
	`meter` text NOT NULL,
	`level` integer NOT NULL,
	`changed_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `meter`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "usage_levels_meter_known" CHECK("usage_levels"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `usage_shares` (
	`org_id` text NOT NULL,
	`meter` text NOT NULL,
	`kind` text NOT NULL,
	`start_ms` integer NOT NULL,
	`group_id` text NOT NULL,
	`quantity` integer NOT NULL,
	PRIMARY KEY(`org_id`, `meter`, `kind`, `start_ms`, `group_id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "usage_shares_meter_known" CHECK("usage_shares"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests')),
	CONSTRAINT "usage_shares_kind_known" CHECK("usage_shares"."kind" in ('workspace', 'user'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `usage_totals` (
	`org_id` text NOT NULL,
	`meter` text NOT NULL,
	`grain` text NOT NULL,
	`start_ms` integer NOT NULL,
	`quantity` integer NOT NULL,
	`level` integer,
	PRIMARY KEY(`org_id`, `meter`, `grain`, `start_ms`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "usage_totals_meter_known" CHECK("usage_totals"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests')),
	CONSTRAINT "usage_totals_grain_known" CHECK("usage_totals"."grain" in ('quarter', 'day'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_usage_records` (
	`org_id` text NOT NULL,
	`meter` text NOT NULL,
	`subject` text NOT NULL,
	`quantity` integer NOT NULL,
	`occurred_at_ms` integer NOT NULL,
	`workspace_id` text,
	`user_id` text,
	PRIMARY KEY(`org_id`, `meter`, `subject`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "usage_records_meter_known" CHECK("__new_usage_records"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_usage_records`("org_id", "meter", "subject", "quantity", "occurred_at_ms") SELECT "org_id", "meter", "subject", "quantity", "occurred_at_ms" FROM `usage_records`;--> statement-breakpoint
DROP TABLE `usage_records`;--> statement-breakpoint
ALTER TABLE `__new_usage_records` RENAME TO `usage_records`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `usage_records_by_time` ON `usage_records` (`org_id`,`meter`,`occurred_at_ms`);
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
