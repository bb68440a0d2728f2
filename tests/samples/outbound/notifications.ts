import { guestsOf } from "../../support/guests.ts";
import type { SampleFile } from "../sample.ts";

const PRIVATE = "what people read, and want to hear of, is their own business";

export const samples: SampleFile["samples"] = {
	readNotifications: { records: null, because: PRIVATE },
	updateNotificationPreferences: { records: null, because: PRIVATE },
	unsubscribeFromNotifications: {
		records: null,
		because: PRIVATE,
		run({ act, api, owner: { orgId, userId } }) {
			const named = { orgId, userId, kind: "summary.ready" };
			const token = api.parley.services.vault.seal(JSON.stringify(named), "notification-unsubscribe");
			return act("POST", `/notifications/unsubscribe/${token}`, {});
		},
	},
};

export const items: SampleFile["items"] = {
	/** Another person invites the owner to a meeting. */
	async listNotifications({ api, owner, send }, n) {
		const admin = await api.addMember(owner, "admin");
		const { id } = await guestsOf(api).openMeeting(admin, { title: `Of others ${n}` });
		return send("POST", `/meetings/${id}/participants`, { userId: owner.userId }, admin.token);
	},
};
