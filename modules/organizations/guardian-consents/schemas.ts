import { type Static, Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { closed, Id, Nullable, Timestamp } from "#http/schemas";
import { parseProse } from "#kernel/prose";
import { parseName } from "#kernel/text";

/** Maximum length of a note. */
export const MAX_NOTE = 2_000;

const userId = Id("usr", "id of the student");
const grantedOn = Type.String({
	description: "Day of the consent, ISO 8601; not in the future.",
	examples: ["2030-01-12"],
});

/** The note that guardians of a student have consented. */
export const GuardianConsent = closed(
	{
		userId,
		grantedBy: Type.String({ description: "The guardian.", examples: ["Chidi Okafor, father"] }),
		grantedOn,
		note: Nullable(Type.String({ examples: ["Form 12, filed in the office"] })),
		recordedBy: Type.String({ description: "The user who last changed the note." }),
		updatedAt: Timestamp,
	},
	{ $id: "GuardianConsent" },
);
export type GuardianConsent = Static<typeof GuardianConsent>;

/** Members of a note that `fields` can select. */
export const guardianConsentFields = selectable(GuardianConsent);

/** What is noted. */
export const NoteGuardianConsentRequest = closed(
	{
		grantedBy: checked(
			Type.String({ description: "The guardian, 1…128 characters.", examples: ["Chidi Okafor, father"] }),
			parseName,
		),
		grantedOn,
		note: Type.Optional(
			Nullable(
				checked(
					Type.String({
						maxLength: 12_000,
						description: "1…2,000 characters.",
						examples: ["Form 12, filed in the office"],
					}),
					(raw, path) => parseProse(raw, path, MAX_NOTE),
				),
			),
		),
	},
	{ $id: "NoteGuardianConsentRequestBody" },
);
export type NoteGuardianConsentRequest = Static<typeof NoteGuardianConsentRequest>;

/** A change of a note, as events tell it: without the guardian. */
export const GuardianConsentChange = closed({ userId }, { $id: "GuardianConsentChange" });

/** Path of a note. */
export const GuardianConsentParams = closed({ orgId: Id("org", "id of the organization"), userId });
