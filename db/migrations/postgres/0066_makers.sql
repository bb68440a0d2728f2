ALTER TABLE "audit_streams" ADD COLUMN "maker_state" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "caption_addresses" ADD COLUMN "identity" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "maker_state" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "consent_statement" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "maker_state" text DEFAULT 'active' NOT NULL;