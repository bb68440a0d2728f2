CREATE TABLE `usage_alerts` (
	`org_id` text NOT NULL,
	`meter` text NOT NULL,
	`period_start_ms` integer NOT NULL,
	`threshold` integer NOT NULL,
	`limit` integer NOT NULL,
	PRIMARY KEY(`org_id`, `meter`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "usage_alerts_meter_known" CHECK("usage_alerts"."meter" in ('meetingMs', 'transcriptionMs', 'translationMs', 'storedBytes', 'summaries', 'seats', 'apiRequests'))
) STRICT, WITHOUT ROWID;
