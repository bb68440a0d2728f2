import { type Call, type Case, times } from "../case.ts";
import { memberAt, type OpenSession, type Subject } from "../subject.ts";

/** Opens a new session for each call, of another member each. */
async function each(subject: Subject, count: number, call: (session: OpenSession, n: number) => Call): Promise<Call[]> {
	const member = memberAt(subject);
	const userIds = times(count, (n) => member(n).id);
	return (await subject.openSessions(userIds, subject.world.giant.orgId)).map(call);
}

const ofBusy = (variant: string, query: string): Case => ({
	operation: "listSessions",
	variant,
	calls: ({ busy }, count) =>
		times(count, () => ({ method: "GET", path: `/auth/sessions?${query}`, token: busy.token })),
});

const login = (variant: string, status: number, password: (world: Subject["world"]) => string): Case => ({
	operation: "login",
	variant,
	status,
	most: 100,
	calls(subject, count) {
		const member = memberAt(subject);
		return times(count, (n) => ({
			method: "POST",
			path: "/auth/login",
			body: { email: member(n).email, password: password(subject.world) },
		}));
	},
});

/** Operations on sessions. */
export const SESSION_CASES: readonly Case[] = [
	login("password", 200, ({ password }) => password),
	login("wrong password", 401, () => "not the password of anybody"),
	{
		operation: "refreshSession",
		calls: (subject, count) =>
			each(subject, count, ({ refreshToken }) => ({
				method: "POST",
				path: "/auth/refresh",
				body: { refresh_token: refreshToken },
			})),
	},
	{
		operation: "refreshSession",
		variant: "of the person with many sessions",
		async calls({ openSessions, world }, count) {
			const opened = await openSessions(
				times(count, () => world.giant.busy.id),
				world.giant.orgId,
			);
			return opened.map(({ refreshToken }) => ({
				method: "POST",
				path: "/auth/refresh",
				body: { refresh_token: refreshToken },
			}));
		},
	},
	{
		operation: "getProfile",
		variant: "with a token seen for the first time",
		calls: (subject, count) => each(subject, count, ({ token }) => ({ method: "GET", path: "/auth/profile", token })),
	},
	{
		operation: "getProfile",
		calls: ({ owner }, count) => times(count, () => ({ method: "GET", path: "/auth/profile", token: owner.token })),
	},
	{
		operation: "getProfile",
		variant: "fields",
		calls: ({ owner }, count) =>
			times(count, () => ({ method: "GET", path: "/auth/profile?fields=id,email", token: owner.token })),
	},
	{
		operation: "updateProfile",
		calls: (subject, count) =>
			each(subject, count, ({ token }) => ({
				method: "PATCH",
				path: "/auth/update-profile",
				token,
				body: { name: `Person ${crypto.randomUUID()}` },
			})),
	},
	ofBusy("of the person with many", "limit=50"),
	ofBusy("fields", "limit=50&fields=id,createdAt"),
	{
		operation: "listSessions",
		variant: "second page",
		async calls({ busy, ask }, count) {
			const path = "/auth/sessions?limit=20";
			const { page } = await ask({ method: "GET", path, token: busy.token });
			const cursor = (page as { readonly nextCursor: string }).nextCursor;
			return times(count, () => ({ method: "GET", path: `${path}&cursor=${cursor}`, token: busy.token }));
		},
	},
	{
		operation: "logout",
		calls: (subject, count) =>
			each(subject, count, ({ token }) => ({ method: "POST", path: "/auth/logout", token, body: {} })),
	},
	{
		operation: "endSession",
		async calls({ openSessions, world, busy }, count) {
			const opened = await openSessions(
				times(count, () => world.giant.busy.id),
				world.giant.orgId,
			);
			return opened.map(({ id }) => ({ method: "DELETE", path: `/auth/sessions/${id}`, token: busy.token }));
		},
	},
	{
		operation: "endOtherSessions",
		most: 100,
		async calls({ addPeople, openSessions }, count) {
			const userIds = (await addPeople(count)).map(({ id }) => id);
			await openSessions([...userIds, ...userIds], null);
			const opened = await openSessions(userIds, null);
			return opened.map(({ token }) => ({ method: "DELETE", path: "/auth/sessions", token }));
		},
	},
	{
		operation: "endOtherSessions",
		variant: "of the person with many",
		most: 1,
		async calls({ openSessions, world, sizes }, count) {
			const { id } = world.giant.busy;
			await openSessions(
				times(sizes.sessionsOfOne, () => id),
				world.giant.orgId,
			);
			const opened = await openSessions(
				times(count, () => id),
				world.giant.orgId,
			);
			return opened.map(({ token }) => ({ method: "DELETE", path: "/auth/sessions", token }));
		},
	},
];
