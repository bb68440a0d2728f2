import { defineFacts } from "#platform/unit-of-work";
import { Member } from "./schemas.ts";

const personal = { name: "", email: "" };

/** Facts about members. */
export const facts = defineFacts("member", {
	"member.add": { event: "org.member.added", payload: Member, personal, category: "member" },
	"member.change_role": { event: "org.member.role_changed", payload: Member, personal, category: "member" },
	"member.remove": { event: "org.member.removed", payload: Member, personal, category: "member", removes: "member" },
});
