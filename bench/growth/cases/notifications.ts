import { type Call, type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

/** Makes calls of a person who was invited to twenty meetings. */
const ofInvited = (operation: string, variant: string | undefined, call: Call): Case => ({
	operation,
	...(variant !== undefined && { variant }),
	async calls(subject, count) {
		const { token } = await invited(subject, 20);
		return times(count, () => ({ token, ...call }));
	},
});

async function invited({ ask, giantPath, owner: { token }, otherOwner }: Subject, meetings: number) {
	const made = await ask({ method: "POST", path: `${giantPath}/workspaces`, token, body: { name: "Physics" } });
	const path = `/workspaces/${made.data.id}/meetings`;
	const participants = [{ userId: otherOwner.userId }];
	for (let n = 0; n < meetings; n++)
		await ask({ method: "POST", path, token, body: { title: `Optics ${n}`, participants } });
	return otherOwner;
}

/** Operations on notifications. */
export const NOTIFICATION_CASES: readonly Case[] = [
	ofInvited("listNotifications", undefined, { method: "GET", path: "/notifications?limit=20" }),
	ofInvited("listNotifications", "unread", { method: "GET", path: "/notifications?limit=20&unread=true" }),
	ofInvited("readNotifications", undefined, { method: "POST", path: "/notifications/read", body: { all: true } }),
	ofInvited("getNotificationPreferences", undefined, { method: "GET", path: "/notifications/preferences" }),
	ofInvited("updateNotificationPreferences", undefined, {
		method: "PATCH",
		path: "/notifications/preferences",
		body: { kinds: { "meeting.invited": { mail: false } } },
	}),
	{
		operation: "unsubscribeFromNotifications",
		variant: "unknown",
		status: 404,
		calls: (_subject, count) => times(count, (n) => ({ method: "POST", path: `/notifications/unsubscribe/v1.a.${n}` })),
	},
];
