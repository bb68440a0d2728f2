import type { Scenario } from "./scenarios.ts";

const TOLD = "what somebody read, and wants to hear of, is their own business";

/** Mutating operations on notifications by `operationId`. */
export const NOTIFICATION_SCENARIOS: Readonly<Record<string, Scenario>> = {
	readNotifications: {
		records: null,
		because: TOLD,
		run: ({ act, owner }) => act("POST", "/notifications/read", { token: owner.token, body: { all: true } }),
	},
	updateNotificationPreferences: {
		records: null,
		because: TOLD,
		run: ({ act, owner }) =>
			act("PATCH", "/notifications/preferences", {
				token: owner.token,
				body: { kinds: { "summary.ready": { mail: false } } },
			}),
	},
	unsubscribeFromNotifications: {
		records: null,
		because: TOLD,
		run({ act, api, owner }) {
			const { orgId, userId } = owner;
			const named = { orgId, userId, kind: "summary.ready" };
			const token = api.parley.services.vault.seal(JSON.stringify(named), "notification-unsubscribe");
			return act("POST", `/notifications/unsubscribe/${token}`, {});
		},
	},
};
