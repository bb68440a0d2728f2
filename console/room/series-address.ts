import { type Client, unwrap } from "#client";

/** How long before now a meeting of a series may have begun that is on, in ms. */
const LONGEST_MS = 7 * 24 * 3_600_000;

/** Returns the id of the meeting of a series that is on, or comes next; null: there is none. @throws ProblemError */
export async function findCurrent(api: Client, seriesId: string): Promise<string | null> {
	const from = new Date(Date.now() - LONGEST_MS).toISOString();
	const params = { path: { seriesId }, query: { from, limit: 100 } };
	const { data } = await unwrap(api.GET("/series/{seriesId}/meetings", { params }));
	const created = data.filter(({ id }) => id !== null);
	const [next] = created
		.filter(({ state, scheduledEnd }) => state === "scheduled" && isToCome(scheduledEnd))
		.sort((a, b) => Date.parse(a.scheduledStart ?? "") - Date.parse(b.scheduledStart ?? ""));
	return (created.find(({ state }) => state === "live") ?? next)?.id ?? null;
}

const isToCome = (end: string | null | undefined): boolean => end == null || Date.parse(end) > Date.now();

/** Whether one code opens all meetings of a series. @throws ProblemError */
export async function sharesCode(api: Client, seriesId: string): Promise<boolean> {
	const { data } = await unwrap(api.GET("/series/{seriesId}", { params: { path: { seriesId } } }));
	return data.joinCode === "shared";
}
