import { type Call, type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

const WEEKLY = {
	title: "Optics",
	rule: "FREQ=WEEKLY;COUNT=4",
	startsAt: "2031-01-06T09:30:00",
	timezone: "Etc/UTC",
	access: "link",
	joinCode: "shared",
};

async function newPath({ ask, giantPath, owner }: Subject): Promise<string> {
	const body = { name: "Physics", kind: "class" };
	const { data } = await ask({ method: "POST", path: `${giantPath}/workspaces`, token: owner.token, body });
	return `/workspaces/${data.id}/series`;
}

/** Makes a call on a new series each. */
const onNew = (operation: string, call: (path: string) => Call): Case => ({
	operation,
	most: 100,
	async calls(subject, count) {
		const { token } = subject.owner;
		const path = await newPath(subject);
		const made = times(count, () => subject.ask({ method: "POST", path, token, body: WEEKLY }));
		return (await Promise.all(made)).map(({ data }) => ({ token, ...call(`/series/${data.id}`) }));
	},
});

/** Operations on series. */
export const SERIES_CASES: readonly Case[] = [
	{
		operation: "createSeries",
		most: 100,
		async calls(subject, count) {
			const path = await newPath(subject);
			return times(count, () => ({ method: "POST", path, token: subject.owner.token, body: WEEKLY }));
		},
	},
	{
		operation: "listSeries",
		async calls(subject, count) {
			const path = await newPath(subject);
			const { token } = subject.owner;
			await subject.ask({ method: "POST", path, token, body: WEEKLY });
			return times(count, () => ({ method: "GET", path, token }));
		},
	},
	onNew("getSeries", (path) => ({ method: "GET", path })),
	onNew("updateSeries", (path) => ({ method: "PATCH", path, body: { title: "Waves" } })),
	onNew("deleteSeries", (path) => ({ method: "DELETE", path })),
	onNew("listSeriesMeetings", (path) => ({ method: "GET", path: `${path}/meetings` })),
	onNew("getSeriesAttendance", (path) => ({ method: "GET", path: `${path}/attendance` })),
	onNew("createSeriesMeeting", (path) => ({
		method: "POST",
		path: `${path}/meetings`,
		body: { occurrence: "2031-01-13T09:30:00Z" },
	})),
	onNew("renewSeriesJoinCode", (path) => ({ method: "POST", path: `${path}/join-code`, body: {} })),
	onNew("deleteSeriesJoinCode", (path) => ({ method: "DELETE", path: `${path}/join-code` })),
];
