DROP INDEX `translations_language_unique`;--> statement-breakpoint
ALTER TABLE `translations` ADD `translated_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `translations` ADD `counted_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `translations` ADD `deleted_at_ms` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `translations_language_unique` ON `translations` (`org_id`,`transcript_id`,`language`) WHERE "translations"."deleted_at_ms" is null;