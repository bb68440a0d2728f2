import { PersonRef } from "#modules/identity/users";
import { defineFacts } from "#platform/unit-of-work";
import { ClosedAccount } from "./schemas.ts";

/** Facts about closed accounts. */
export const facts = defineFacts("user", {
	"auth.close_account": {
		event: "security.account_closed",
		payload: ClosedAccount,
		category: "security",
		removes: "account",
	},
	"auth.erase_account": {
		event: "security.account_erased",
		payload: PersonRef,
		category: "security",
		mayComeBack: "the account was closed, which is a removal; it is erased again in time",
	},
});
