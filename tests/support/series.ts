import type { Caller } from "./client.ts";

/** An occurrence as it is listed. */
interface Listed {
	readonly occurrence: string;
	readonly id: string | null;
	readonly title: string;
	readonly state: string;
	readonly scheduledStart: string;
	readonly changed: boolean;
}

/** Returns a local date and time so many days after the clock of a harness begins, at a time of day. */
export const localDay = (days: number, time = "08:00:00"): string =>
	`${new Date(Date.UTC(2030, 0, 1 + days)).toISOString().slice(0, 10)}T${time}`;

/** Requests about series on behalf of people, for tests. */
export const seriesBy = {
	create: (by: Caller, workspaceId: string, body: Record<string, unknown> = {}) =>
		by.post(`/workspaces/${workspaceId}/series`, {
			title: "Optics",
			rule: "FREQ=DAILY",
			startsAt: localDay(1),
			timezone: "Europe/Berlin",
			durationMinutes: 45,
			...body,
		}),
	/** Creates a series and returns it. */
	async made(by: Caller, workspaceId: string, body: Record<string, unknown> = {}) {
		const created = await seriesBy.create(by, workspaceId, body);
		if (created.status !== 201) throw new Error(`creating failed: ${created.text}`);
		return created.body.data;
	},
	get: (by: Caller, id: string) => by.get(`/series/${id}`),
	patch: (by: Caller, id: string, body: unknown, from?: string) =>
		by.patch(`/series/${id}${from === undefined ? "" : `?from=${encodeURIComponent(from)}`}`, body),
	remove: (by: Caller, id: string, from?: string) =>
		by.delete(`/series/${id}${from === undefined ? "" : `?from=${encodeURIComponent(from)}`}`),
	make: (by: Caller, id: string, occurrence: string) => by.post(`/series/${id}/meetings`, { occurrence }),
	/** Returns all occurrences that are listed. */
	async occurrences(by: Caller, id: string, query = ""): Promise<Listed[]> {
		const listed: Listed[] = [];
		for (let cursor: string | null = ""; cursor !== null; ) {
			const page = await by.get(`/series/${id}/meetings?limit=200&${query}${cursor === "" ? "" : `&cursor=${cursor}`}`);
			if (page.status !== 200) throw new Error(`listing failed: ${page.text}`);
			listed.push(...page.body.data);
			cursor = page.body.page.nextCursor;
		}
		return listed;
	},
};
