import { defineFacts } from "#platform/unit-of-work";
import { AccountTakenOver, ChangedPassword, PersonRef, RegisteredPerson } from "./schemas.ts";

/** Facts about users. */
export const facts = defineFacts("user", {
	"auth.register": { event: "security.registered", payload: RegisteredPerson, category: "auth" },
	"auth.register_again": { event: "security.password_reset_requested", payload: PersonRef, category: "auth" },
	"auth.update_profile": {
		event: "security.profile_updated",
		payload: PersonRef,
		personal: { name: null },
		category: "auth",
	},
	"auth.change_password": { event: "security.password_changed", payload: ChangedPassword, category: "security" },
	"auth.reset_password": { event: "security.password_changed", payload: ChangedPassword, category: "security" },
	"auth.change_email": {
		event: "security.email_changed",
		payload: PersonRef,
		personal: { email: null },
		category: "security",
	},
	"auth.verify_email": { event: "security.email_verified", payload: PersonRef, category: "auth" },
	"auth.release_email": {
		event: "security.email_changed",
		payload: PersonRef,
		personal: { email: null },
		category: "security",
	},
	"auth.take_over": { event: "security.account_taken_over", payload: AccountTakenOver, category: "security" },
	"admin.create": {
		event: null,
		because: "the operator does it, outside any organization",
		category: "system",
	},
	"admin.remove": {
		event: null,
		because: "the operator does it, outside any organization",
		category: "system",
		removes: "administrator",
	},
	"admin.withdraw": {
		event: null,
		because: "subscribers were never notified of that administrator",
		category: "system",
	},
});
