import { defineFacts } from "#platform/unit-of-work";
import { ChangedMember } from "./schemas.ts";

const personal = { name: "", email: "" };

/** Facts about members. */
export const facts = defineFacts("member", {
	"member.add": { event: "org.member.added", payload: ChangedMember, personal, category: "member" },
	"member.change_role": { event: "org.member.role_changed", payload: ChangedMember, personal, category: "member" },
	"member.remove": {
		event: "org.member.removed",
		payload: ChangedMember,
		personal,
		category: "member",
		removes: "member",
	},
});
