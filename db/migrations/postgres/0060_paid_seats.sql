ALTER TABLE "organizations" ADD COLUMN "paid_seats" integer;--> statement-breakpoint
UPDATE "organizations" SET "paid_seats" = (SELECT "seats" FROM "subscriptions" WHERE "org_id" = "organizations"."id" AND "state" IN ('active', 'past_due', 'paused') AND ("price"->>'perSeatMinor')::bigint > 0);
