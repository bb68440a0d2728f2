import { sealed } from "../declarations.ts";
import { id, instant, json, knownValues, oneOf, table, text } from "../dsl.ts";

/** Keys that sign access tokens. The private half is sealed with the instance's encryption key. */
export const signingKeys = table(
	"signing_keys",
	{
		kid: id().primaryKey(),
		/** JWS `alg`, such as `EdDSA`. */
		algorithm: text().notNull(),
		/** RFC 7517, as published in the key set. */
		publicJwk: json<Readonly<Record<string, unknown>>>().notNull(),
		privateSealed: sealed(text().notNull(), "row"),
		/** `next` is published but not used for signing yet, `retired` is only used for verification. */
		state: oneOf("next", "current", "retired").notNull(),
		createdAtMs: instant().notNull(),
		/** Time it stopped signing, null before. */
		retiredAtMs: instant(),
	},
	(t) => knownValues("signing_keys", t),
);

/** A signing key as stored. */
export type SigningKeyRow = typeof signingKeys.$inferSelect;
