import { Type } from "@sinclair/typebox";
import { closed, Id } from "#http/schemas";

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
