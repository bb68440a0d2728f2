CREATE TABLE "billing_accounts" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"provider" text NOT NULL,
	"currency" text NOT NULL,
	"name" text,
	"email" text,
	"tax_id" text,
	"address" jsonb,
	"balance_minor" bigint NOT NULL,
	"customer_id" text,
	"version" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "billing_accounts_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "billing_accounts_provider_known" CHECK ("billing_accounts"."provider" in ('manual', 'stripe'))
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"series" text PRIMARY KEY NOT NULL,
	"last_number" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"currency" text NOT NULL,
	"period_start_ms" bigint NOT NULL,
	"period_end_ms" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"taxes" jsonb NOT NULL,
	"subtotal_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"total_minor" bigint NOT NULL,
	"credit_applied_minor" bigint NOT NULL,
	"credit_granted_minor" bigint NOT NULL,
	"issuer" jsonb NOT NULL,
	"customer" jsonb NOT NULL,
	"corrects_id" text,
	"reason" text,
	"issued_at_ms" bigint NOT NULL,
	"due_at_ms" bigint NOT NULL,
	"state" text NOT NULL,
	"amount_due_minor" bigint NOT NULL,
	"amount_paid_minor" bigint NOT NULL,
	"corrected_minor" bigint NOT NULL,
	"paid_at_ms" bigint,
	"payment_reference" text,
	"voided_at_ms" bigint,
	"overdue_at_ms" bigint,
	"version" integer NOT NULL,
	CONSTRAINT "invoices_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "invoices_kind_known" CHECK ("invoices"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "invoices_state_known" CHECK ("invoices"."state" in ('open', 'paid', 'void', 'issued'))
);
--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_org_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_accounts_once" ON "billing_accounts" USING btree ("org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_accounts_by_customer" ON "billing_accounts" USING btree ("customer_id") WHERE "billing_accounts"."customer_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number_unique" ON "invoices" USING btree ("number");--> statement-breakpoint
CREATE INDEX "invoices_by_age" ON "invoices" USING btree ("org_id","issued_at_ms","id");--> statement-breakpoint
CREATE INDEX "invoices_by_state" ON "invoices" USING btree ("org_id","state","issued_at_ms","id");--> statement-breakpoint
CREATE INDEX "invoices_overdue" ON "invoices" USING btree ("org_id","state","overdue_at_ms") WHERE "invoices"."overdue_at_ms" is not null;