import { operation } from "#http/operation";
import { okResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import { authTag } from "#modules/identity/sessions";
import { ClosedAccount } from "./schemas.ts";

/** Documentation of the closing of one's own account. */
export const documentation = operation({
	id: "closeAccount",
	summary: "Close your account",
	description:
		"Ends all memberships, sessions and credentials with this request, and frees the address. It cannot be undone. The " +
		"account, and your name in meetings, are erased 30 days later; what an organization holds about you as a member, after its " +
		"retention period for `userData`. A legal hold delays both. Requires a sign-in within the last ten minutes, or " +
		"`password` or `code`. 409 `last_owner` with `meta.orgIds` while organizations have no other owner; 409 " +
		"`state_conflict` for the last system administrator, and for members of more than 100 organizations.",
	tag: authTag,
	request: { confirm: "ada@greenvalley.example", password: "correct horse battery staple" },
	responses: {
		200: okResponse("The closed account", ClosedAccount, "Account closed", {
			userId: exampleId("usr"),
			closedAt: "2030-01-12T09:30:00.000Z",
			eraseAfter: "2030-02-11T09:30:00.000Z",
		}),
	},
	errors: ["forbidden", "last_owner", "state_conflict"],
});
