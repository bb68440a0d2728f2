CREATE TABLE "legal_holds" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"matter" text,
	"reason" text,
	"scope" text NOT NULL,
	"meeting_id" text,
	"user_id" text,
	"workspace_id" text,
	"range_starts_at_ms" bigint,
	"range_ends_at_ms" bigint,
	"state" text NOT NULL,
	"placed_by" text NOT NULL,
	"released_by" text,
	"released_at_ms" bigint,
	"release_reason" text,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "legal_holds_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "legal_holds_scope_known" CHECK ("legal_holds"."scope" in ('meeting', 'person', 'workspace', 'period', 'organization')),
	CONSTRAINT "legal_holds_state_known" CHECK ("legal_holds"."state" in ('active', 'released'))
);
--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "legal_holds_active" ON "legal_holds" USING btree ("org_id","meeting_id") WHERE "legal_holds"."state" = 'active';--> statement-breakpoint
CREATE INDEX "legal_holds_by_age" ON "legal_holds" USING btree ("org_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "legal_holds_by_state" ON "legal_holds" USING btree ("org_id","state","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "legal_holds_by_scope" ON "legal_holds" USING btree ("org_id","scope","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "legal_holds_by_scope_and_state" ON "legal_holds" USING btree ("org_id","scope","state","created_at_ms","id");