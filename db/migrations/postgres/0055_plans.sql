ALTER TABLE "organizations" ADD COLUMN "plan_code" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "entitlement_overrides" jsonb DEFAULT '{}'::jsonb NOT NULL;