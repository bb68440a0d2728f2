import { Type } from "@sinclair/typebox";
import { closed, Id, OneOf } from "#http/schemas";

/** What a person calls themselves. */
export const PersonName = Type.String({
	minLength: 1,
	maxLength: 1024,
	description: "1…128 characters",
	examples: ["Ada Lovelace"],
});

/** The language a person reads. */
export const LocaleText = Type.String({ description: "a language with its region", examples: ["en-US"] });

/** Where a person's clock is. */
export const TimezoneText = Type.String({ description: "an IANA time zone", examples: ["Europe/Paris"] });

const userId = Id("usr", "id of the person");

/** A person something happened to, where the kind of event says all the rest. */
export const PersonRef = closed({ userId }, { $id: "PersonRef" });

/** A person who has an account from now on. */
export const RegisteredPerson = closed(
	{
		userId,
		emailVerified: Type.Boolean({ description: "Whether the address was proved to be theirs on the way in." }),
	},
	{ $id: "RegisteredPerson" },
);

/** A person whose password is another from now on. */
export const ChangedPassword = closed(
	{ userId, by: OneOf(["owner", "reset"], "who knew the one before, or the way of those who did not") },
	{ $id: "ChangedPassword" },
);

/** An account that went to the person who proved its address, and the sessions that ended with it. */
export const AccountTakenOver = closed(
	{ userId, sessionIds: Type.Array(Id("ses", "the session")) },
	{ $id: "AccountTakenOver" },
);
