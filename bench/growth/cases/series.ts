import { DAY_MS } from "#kernel/clock";
import { SIZES } from "../../../scripts/grow/plan.ts";
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

/** Series of a list, all of which show their next occurrences. */
const LISTED = 20;

/** Occurrences of a long series: a hundred times as many beside the small database, nearly two years of days. */
const lengthOf = ({ sizes }: Subject): number => (sizes.organizations > SIZES.small.organizations ? 700 : 7);

const longOf = (subject: Subject) => ({ ...WEEKLY, rule: `FREQ=DAILY;COUNT=${lengthOf(subject)}` });

/** A workspace with long series; each occurrence of one has a meeting. */
interface LongSeries {
	/** Of the list of them. */
	readonly path: string;
	readonly planned: string;
	readonly held: string;
}

const made = new WeakMap<Subject, Promise<LongSeries>>();

/** Returns what {@link makeLong} has made of a subject, once. */
function longSeries(subject: Subject): Promise<LongSeries> {
	const known = made.get(subject) ?? makeLong(subject);
	made.set(subject, known);
	return known;
}

async function makeLong(subject: Subject): Promise<LongSeries> {
	const { token } = subject.owner;
	const path = await newPath(subject);
	const body = longOf(subject);
	const ids: string[] = [];
	for (let n = 0; n < LISTED; n++) {
		const { data } = await subject.ask({ method: "POST", path, token, body });
		ids.push(`/series/${data.id}`);
	}
	const [planned = "", held = ""] = ids;
	const firstMs = Date.parse(`${body.startsAt}Z`);
	for (let n = 0; n < lengthOf(subject); n++) {
		const occurrence = new Date(firstMs + n * DAY_MS).toISOString();
		await subject.ask({ method: "POST", path: `${held}/meetings`, token, body: { occurrence } });
	}
	return { path, planned, held };
}

/** Makes a call on long series. */
const onLong = (operation: string, variant: string, call: (long: LongSeries, n: number) => Call): Case => ({
	operation,
	variant,
	async calls(subject, count) {
		const long = await longSeries(subject);
		return times(count, (n) => ({ token: subject.owner.token, ...call(long, n) }));
	},
});

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
	onLong("listSeries", "long ones", ({ path }) => ({ method: "GET", path })),
	onLong("getSeries", "a long one", ({ planned }) => ({ method: "GET", path: planned })),
	onLong("listSeriesMeetings", "a long one", ({ planned }) => ({ method: "GET", path: `${planned}/meetings?limit=5` })),
	onLong("listSeriesMeetings", "all of a long one created", ({ held }) => ({
		method: "GET",
		path: `${held}/meetings?limit=5`,
	})),
	onLong("createSeriesMeeting", "of a long one", ({ held }) => ({
		method: "POST",
		path: `${held}/meetings`,
		body: { occurrence: "2031-01-08T09:30:00Z" },
	})),
	onLong("updateSeries", "a long one", ({ planned }, n) => ({
		method: "PATCH",
		path: planned,
		body: { title: `Waves ${n % 2}` },
	})),
	onNew("renewSeriesJoinCode", (path) => ({ method: "POST", path: `${path}/join-code`, body: {} })),
	onNew("deleteSeriesJoinCode", (path) => ({ method: "DELETE", path: `${path}/join-code` })),
];
