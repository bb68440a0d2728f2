CREATE TABLE `audit_streams` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`url` text,
	`host` text,
	`port` integer,
	`ca_certificates` text,
	`categories` text,
	`secret_sealed` text,
	`disabled_reason` text,
	`disabled_at_ms` integer,
	`delivered_at_ms` integer,
	`failure` text,
	`created_by` text NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`org_id`,`id`) REFERENCES `followers`(`org_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "audit_streams_type_known" CHECK("audit_streams"."type" in ('webhook', 'syslog')),
	CONSTRAINT "audit_streams_disabled_reason_known" CHECK("audit_streams"."disabled_reason" in ('gone', 'failing'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_streams_by_age` ON `audit_streams` (`org_id`,`created_at_ms`,`id`);