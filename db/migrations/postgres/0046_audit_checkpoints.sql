CREATE TABLE "audit_checkpoints" (
	"org_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" text NOT NULL,
	"signed_at_ms" bigint NOT NULL,
	"previous" text,
	"key_id" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "audit_checkpoints_org_id_sequence_pk" PRIMARY KEY("org_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "audit_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_sealed" text NOT NULL,
	"created_at_ms" bigint NOT NULL
);
