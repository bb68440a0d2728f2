import { person, tenant } from "../declarations.ts";
import { foreignKey, id, index, instant, int, primaryKey, table, text } from "../dsl.ts";
import { organizations } from "./organizations.ts";

/** Notes that the guardians of students have consented to what a school records of them, as the school was informed. */
export const guardianConsents = table(
	"guardian_consents",
	{
		orgId: tenant({ export: "guardian-consents" }).notNull(),
		/** The student. */
		userId: person(id().notNull()),
		/** The guardian, as the school names them. */
		guardian: text().notNull(),
		/** The day on which they consented, such as `2030-01-12`. */
		grantedDay: text().notNull(),
		/** Null for none. */
		note: text(),
		/** The user who last changed the note. */
		recordedBy: person(text().notNull(), {
			notExported: "a note about another person; that they made it is in their audit log",
		}),
		/** Counts changes from 1; the entity tag. */
		version: int().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.orgId, t.userId] }),
		foreignKey({ name: "guardian_consents_org_fk", columns: [t.orgId], foreignColumns: [organizations.id] }).onDelete(
			"cascade",
		),
		// Not led by orgId: a person is erased everywhere.
		index("guardian_consents_of_person").on(t.userId, t.orgId),
	],
);

/** A note as stored. */
export type GuardianConsentRow = typeof guardianConsents.$inferSelect;
