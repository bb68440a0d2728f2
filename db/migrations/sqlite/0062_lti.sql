CREATE TABLE `integrations` (
	`org_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`deployment_ids` text NOT NULL,
	`authorization_endpoint` text NOT NULL,
	`jwks_uri` text NOT NULL,
	`state` text NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`org_id`, `id`),
	FOREIGN KEY (`org_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "integrations_type_known" CHECK("integrations"."type" in ('lti')),
	CONSTRAINT "integrations_state_known" CHECK("integrations"."state" in ('active', 'disabled'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `integrations_by_age` ON `integrations` (`org_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `integrations_by_id` ON `integrations` (`id`,`org_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_challenges` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`payload_sealed` text NOT NULL,
	`attempts` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	CONSTRAINT "challenges_kind_known" CHECK("__new_challenges"."kind" in ('mfa', 'passkey_register', 'passkey_login', 'oidc', 'lti'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_challenges`("token_hash", "kind", "user_id", "payload_sealed", "attempts", "created_at_ms", "expires_at_ms") SELECT "token_hash", "kind", "user_id", "payload_sealed", "attempts", "created_at_ms", "expires_at_ms" FROM `challenges`;--> statement-breakpoint
DROP TABLE `challenges`;--> statement-breakpoint
ALTER TABLE `__new_challenges` RENAME TO `challenges`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `challenges_by_end` ON `challenges` (`expires_at_ms`);--> statement-breakpoint
CREATE INDEX `challenges_by_user` ON `challenges` (`user_id`) WHERE "challenges"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `challenges_anonymous` ON `challenges` (`kind`,`created_at_ms`) WHERE "challenges"."user_id" is null;