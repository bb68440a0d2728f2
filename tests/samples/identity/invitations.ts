import { newAddress } from "../../support/addresses.ts";
import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	createInvitation: { records: "invitation.create", body: () => ({ email: newAddress(), role: "member" }) },
	acceptInvitation: { records: "invitation.accept" },
	resendInvitation: { records: "invitation.resend" },
	showInvitationLink: { records: "invitation.show_link" },
	revokeInvitation: { records: "invitation.revoke" },
};

export const makers: SampleFile["makers"] = {
	token: async ({ create }) => (await create("createInvitation")).token,
};
