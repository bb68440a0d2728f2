CREATE TABLE "payment_events" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"provider_id" text,
	"received_at_ms" bigint NOT NULL,
	CONSTRAINT "payment_events_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"token" text NOT NULL,
	"type" text NOT NULL,
	"brand" text,
	"last4" text,
	"exp_month" integer,
	"exp_year" integer,
	"is_default" boolean NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "payment_methods_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"token" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"provider_id" text,
	"failure_code" text,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "payments_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "payments_state_known" CHECK ("payments"."state" in ('pending', 'processing', 'succeeded', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice_fk" FOREIGN KEY ("org_id","invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_events_by_age" ON "payment_events" USING btree ("received_at_ms");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_token_unique" ON "payment_methods" USING btree ("org_id","token");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_default_once" ON "payment_methods" USING btree ("org_id") WHERE "payment_methods"."is_default";--> statement-breakpoint
CREATE INDEX "payments_by_invoice" ON "payments" USING btree ("org_id","invoice_id","created_at_ms","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_unfinished_once" ON "payments" USING btree ("org_id","invoice_id") WHERE "payments"."state" in ('pending', 'processing');