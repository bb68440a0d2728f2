import type { Static } from "@sinclair/typebox";
import { Type } from "@sinclair/typebox";
import { closed, Id, Timestamp } from "#http/schemas";
import { FreshProofRequest } from "#modules/identity/mfa";

/** The closing of one's own account. */
export const CloseAccountRequest = closed(
	{
		confirm: Type.String({
			maxLength: 320,
			description: "The e-mail address of the account.",
			examples: ["ada@greenvalley.example"],
		}),
		...FreshProofRequest.properties,
	},
	{ $id: "CloseAccountRequestBody" },
);
export type CloseAccountRequest = Static<typeof CloseAccountRequest>;

/** An account that its person has closed. */
export const ClosedAccount = closed(
	{
		userId: Id("usr", "id of the person"),
		closedAt: Timestamp,
		eraseAfter: Type.String({
			format: "date-time",
			description: "When the account is erased, unless a legal hold preserves it.",
			examples: ["2030-02-11T09:30:00.000Z"],
		}),
	},
	{ $id: "ClosedAccount" },
);
export type ClosedAccount = Static<typeof ClosedAccount>;
