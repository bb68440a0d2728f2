import { unwrap } from "#client";
import { api, session } from "../api/client.ts";
import { mayBeSignedIn } from "../api/signed-in.ts";
import { unlessRefused } from "./visitor.ts";

const DAY_MS = 86_400_000;

/**
 * Returns the id of the meeting that an address of a room leads to: that of a series (`ser_…`), which calendars have, leads members to
 * the meeting that is on or comes next. What leads nowhere is returned as it is.
 */
export async function meetingAt(id: string): Promise<string> {
	if (!id.startsWith("ser_") || !mayBeSignedIn()) return id;
	const profile = await unwrap(api.GET("/auth/profile")).catch(unlessRefused);
	if (!profile) return id;
	const { memberships, activeOrgId } = profile.data;
	let current = activeOrgId;
	for (const orgId of memberships.map((each) => each.orgId).sort((a) => (a === activeOrgId ? -1 : 1))) {
		if (orgId !== current) await session.enter(orgId);
		current = orgId;
		const params = { path: { seriesId: id }, query: { from: new Date(Date.now() - DAY_MS).toISOString(), limit: 200 } };
		const page = await unwrap(api.GET("/series/{seriesId}/meetings", { params })).catch(unlessRefused);
		const created = page?.data.filter((each) => each.id) ?? [];
		const next =
			created.find(({ state }) => state === "live") ??
			created.find(({ state, scheduledEnd }) => state === "scheduled" && Date.parse(scheduledEnd ?? "") > Date.now());
		if (page) return next?.id ?? id;
	}
	return id;
}
