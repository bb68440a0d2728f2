import { defineFacts } from "#platform/unit-of-work";
import { InvitationAcceptance, InvitationWithdrawal, OpenInvitation } from "./schemas.ts";

const personal = { email: "" };

/** Facts about invitations. */
export const facts = defineFacts("invitation", {
	"invitation.create": { event: "org.invitation.created", payload: OpenInvitation, personal, category: "member" },
	"invitation.resend": { event: "org.invitation.resent", payload: OpenInvitation, personal, category: "member" },
	"invitation.show_link": { event: "org.invitation.link_shown", payload: OpenInvitation, personal, category: "member" },
	"invitation.request": { event: "org.invitation.requested", payload: OpenInvitation, personal, category: "member" },
	"invitation.accept": { event: "org.invitation.accepted", payload: InvitationAcceptance, category: "member" },
	"invitation.revoke": {
		event: "org.invitation.revoked",
		payload: InvitationWithdrawal,
		personal,
		category: "member",
		mayComeBack: "it expires, and lets in only the person it was for",
	},
});
