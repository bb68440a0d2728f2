CREATE TABLE "search_terms" (
	"org_id" text NOT NULL,
	"collection" text NOT NULL,
	"term" text COLLATE "C" NOT NULL,
	"position" bigint NOT NULL,
	"id" text NOT NULL,
	"words" text,
	CONSTRAINT "search_terms_org_id_collection_term_position_id_pk" PRIMARY KEY("org_id","collection","term","position","id")
);
