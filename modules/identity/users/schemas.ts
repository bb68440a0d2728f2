import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { closed, Id, OneOf } from "#http/schemas";
import { parseLanguageTag, parseTimezone } from "#kernel/locale";
import { parseName } from "#kernel/text";

/** Name of a person. */
export const PersonName = checked(
	Type.String({
		minLength: 1,
		maxLength: 1024,
		description: "1…128 characters",
		examples: ["Ada Lovelace"],
	}),
	parseName,
);

/** Preferred language of a person. */
export const LocaleText = checked(
	Type.String({ description: "a language with its region", examples: ["en-US"] }),
	parseLanguageTag,
);

/** Time zone of a person. */
export const TimezoneText = checked(
	Type.String({ description: "an IANA time zone", examples: ["Europe/Paris"] }),
	parseTimezone,
);

const userId = Id("usr", "id of the person");

/** Payload of events that only refer to a person. */
export const PersonRef = closed({ userId }, { $id: "PersonRef" });

/** Payload of a registration. */
export const RegisteredPerson = closed(
	{
		userId,
		emailVerified: Type.Boolean({ description: "Whether the address was proved to be theirs on the way in." }),
	},
	{ $id: "RegisteredPerson" },
);

/** Payload of a change of password. */
export const ChangedPassword = closed(
	{ userId, by: OneOf(["owner", "reset"], "`owner`: with the previous password; `reset`: with a reset link") },
	{ $id: "ChangedPassword" },
);

/** Payload of the transfer of an account to the verified owner of its address, with the sessions it ended. */
export const AccountTakenOver = closed(
	{
		userId,
		sessionIds: Type.Array(Id("ses", "the session"), { description: "The newest of them, at most 100." }),
		hasMore: Type.Boolean({ description: "Whether more sessions ended than these." }),
	},
	{ $id: "AccountTakenOver" },
);
