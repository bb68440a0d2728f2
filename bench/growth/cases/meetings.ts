import { type Call, type Case, SEARCH_MICROS, times } from "../case.ts";
import type { Subject } from "../subject.ts";

/** Processor time that a page of what a person sees may take, in µs: it is looked up in each of their workspaces. */
const LOOK_UP_MICROS = 8_000;

const list = (variant: string, query: string, who: "owner" | "busy" = "owner"): Case => ({
	operation: "listMeetings",
	variant,
	...(query.includes("q=") && { enoughMicros: SEARCH_MICROS }),
	...(who === "busy" && { enoughMicros: LOOK_UP_MICROS }),
	calls: (subject, count) =>
		times(count, () => ({ method: "GET", path: `/meetings?${query}`, token: subject[who].token })),
});

async function newWorkspace({ ask, giantPath, owner }: Subject): Promise<string> {
	const body = { name: "Physics", kind: "class" };
	const { data } = await ask({ method: "POST", path: `${giantPath}/workspaces`, token: owner.token, body });
	return `/workspaces/${data.id}`;
}

/** Creates meetings in a new workspace and returns their paths. */
async function create(subject: Subject, count: number, body: object): Promise<string[]> {
	const path = `${await newWorkspace(subject)}/meetings`;
	const { token } = subject.owner;
	const made = times(count, () => subject.ask({ method: "POST", path, token, body: { title: "Optics", ...body } }));
	return (await Promise.all(made)).map(({ data }) => `/meetings/${(data.meeting as { id: string }).id}`);
}

const SCHEDULED = { scheduledStart: "2031-01-01T00:00:00Z" };

/** Makes a call on a new meeting each. */
const onNew = (operation: string, call: (path: string) => Call, body: object = SCHEDULED): Case => ({
	operation,
	most: 100,
	async calls(subject, count) {
		return (await create(subject, count, body)).map((path) => ({ token: subject.owner.token, ...call(path) }));
	},
});

const FEED = "/auth/profile/calendar-feed";

/** Operations on meetings and calendar feeds. */
export const MEETING_CASES: readonly Case[] = [
	list("one page", "limit=50"),
	list("200 rows", "limit=200"),
	list("scheduled", "limit=20&state=scheduled"),
	list("live", "limit=20&state=live"),
	list("of a time", "limit=20&from=2020-01-01T00:00:00Z&to=2040-01-01T00:00:00Z"),
	list("of a person", "limit=20", "busy"),
	list("of a person, scheduled", "limit=20&state=scheduled", "busy"),
	list("q: common word", "limit=5&q=school"),
	list("q: nothing", "q=nothinghasthisword"),
	{
		operation: "createMeeting",
		most: 100,
		async calls(subject, count) {
			const path = `${await newWorkspace(subject)}/meetings`;
			return times(count, () => ({
				method: "POST",
				path,
				token: subject.owner.token,
				body: { title: "Optics", ...SCHEDULED },
			}));
		},
	},
	onNew("getMeeting", (path) => ({ method: "GET", path })),
	onNew("createLiveTicket", (path) => ({
		method: "POST",
		path: "/transcription/live/tickets",
		body: { meetingId: path.slice("/meetings/".length) },
	})),
	{
		// A stream has no end: that of a meeting that has not begun is refused, after everything has been asked.
		...onNew("connectLive", (path) => ({
			method: "GET",
			path: `/transcription/live?meetingId=${path.slice("/meetings/".length)}`,
			headers: { accept: "text/event-stream" },
		})),
		status: 409,
	},
	onNew("updateMeeting", (path) => ({ method: "PATCH", path, body: { title: "Waves" } })),
	onNew("startMeeting", (path) => ({ method: "POST", path: `${path}/start`, body: {} })),
	onNew("endMeeting", (path) => ({ method: "POST", path: `${path}/end`, body: {} }), {}),
	onNew("cancelMeeting", (path) => ({ method: "POST", path: `${path}/cancel`, body: {} })),
	onNew("getMeetingCalendar", (path) => ({ method: "GET", path: `${path}/calendar` })),
	onNew("renewJoinCode", (path) => ({ method: "POST", path: `${path}/join-code`, body: {} }), { access: "link" }),
	onNew("deleteJoinCode", (path) => ({ method: "DELETE", path: `${path}/join-code` }), { access: "link" }),
	onNew("deleteMeeting", (path) => ({ method: "DELETE", path })),
	{
		operation: "createCalendarFeed",
		calls: ({ busy }, count) => times(count, () => ({ method: "POST", path: FEED, token: busy.token, body: {} })),
	},
	{
		operation: "getCalendarFeed",
		async calls({ ask, busy }, count) {
			await ask({ method: "POST", path: FEED, token: busy.token, body: {} });
			return times(count, () => ({ method: "GET", path: FEED, token: busy.token }));
		},
	},
	{
		operation: "readCalendarFeed",
		most: 50,
		enoughMicros: 100_000, // All of somebody's meetings.
		async calls({ ask, busy }, count) {
			const { data } = await ask({ method: "POST", path: FEED, token: busy.token, body: {} });
			const { pathname } = new URL(String(data.url));
			return times(count, () => ({ method: "GET", path: pathname }));
		},
	},
	{
		operation: "deleteCalendarFeed",
		most: 20,
		async calls({ ask, members, openSessions, world }, count) {
			const people = await openSessions(
				members.slice(0, count).map(({ id }) => id),
				world.giant.orgId,
			);
			for (const { token } of people) await ask({ method: "POST", path: FEED, token, body: {} });
			return people.map(({ token }) => ({ method: "DELETE", path: FEED, token }));
		},
	},
];
