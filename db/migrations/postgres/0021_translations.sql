DROP INDEX "translations_language_unique";--> statement-breakpoint
ALTER TABLE "translations" ADD COLUMN "translated_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "translations" ADD COLUMN "counted_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "translations" ADD COLUMN "deleted_at_ms" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "translations_language_unique" ON "translations" USING btree ("org_id","transcript_id","language") WHERE "translations"."deleted_at_ms" is null;