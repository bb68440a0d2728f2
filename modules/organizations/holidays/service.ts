import type { HolidaysRow, StoredHoliday } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import { assertOrganizationExists, lockWritableOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import { writeCalendar } from "./calendar.ts";
import { facts } from "./facts.ts";
import { readCalendar } from "./ics.ts";
import { holidaysChanged } from "./moments.ts";
import { parseHolidays } from "./parse.ts";
import { findHolidays, holidaysIdOf, holidaysOf } from "./repository.ts";
import { type Holidays, holidaysFields, type SetHolidaysRequest } from "./schemas.ts";

export type HolidaysService = ReturnType<typeof createHolidaysService>;

type Shown = Pick<HolidaysRow, "entries" | "version"> & { readonly updatedAtMs: number | null };

/** Holidays of an organization that has never set any. */
const NONE: Shown = { entries: [], version: 1, updatedAtMs: null };

/** Creates the service of the days on which organizations are closed. */
export function createHolidaysService({ store, clock, unitOfWork }: Pick<Core, "store" | "clock" | "unitOfWork">) {
	/** Replaces all holidays of an organization. */
	const replace = (context: RequestContext, orgId: string, entries: readonly StoredHoliday[]) =>
		unitOfWork.run(context, async (change): Promise<Versioned<Holidays>> => {
			await lockWritableOrganization(change.tx, orgId);
			const rows = holidaysOf(change.tx, orgId);
			const id = holidaysIdOf(orgId);
			const stored = await rows.lock(id);
			const before = stored ?? NONE;
			assertIfMatch(context.ifMatch, before.version);
			if (Bun.deepEquals(before.entries, entries)) return shown(before);
			const after = { entries, version: before.version + 1, updatedAtMs: change.nowMs };
			await (stored === undefined ? rows.insert({ id, createdAtMs: change.nowMs, ...after }) : rows.update(id, after));
			change.record(orgId, facts["holidays.update"], {
				id,
				object: { holidayCount: entries.length },
				changes: [{ path: "/holidays", from: without(before.entries, entries), to: without(entries, before.entries) }],
			});
			await change.reach(holidaysChanged, orgId);
			return shown(after);
		});

	return {
		/** Returns the holidays of an organization. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, orgId: string, fields: string | undefined) {
			const select = holidaysFields.parse(fields);
			await assertOrganizationExists(store.db, principal, orgId);
			const { data, version } = shown((await findHolidays(store.db, orgId)) ?? NONE);
			return { data: select(data), version, variant: fields };
		},

		/** Returns the same as an iCalendar file. @throws `not_found` `purged` */
		async export({ principal }: RequestContext, orgId: string): Promise<Versioned<string>> {
			await assertOrganizationExists(store.db, principal, orgId);
			const { entries, version, updatedAtMs } = (await findHolidays(store.db, orgId)) ?? NONE;
			return { data: await writeCalendar(orgId, entries, updatedAtMs ?? 0), version, variant: "ics" };
		},

		/** Replaces the holidays of an organization. @throws `validation_failed` `not_found` `purged` `state_conflict` `precondition_failed` */
		set: async (context: RequestContext, orgId: string, request: SetHolidaysRequest) =>
			replace(context, orgId, parseHolidays(request)),

		/** Replaces them by the events of an iCalendar file. @throws those of `set` */
		import: async (context: RequestContext, orgId: string, file: string) =>
			replace(context, orgId, parseHolidays(readCalendar(file, clock.nowMs()))),
	};
}

const shown = ({ entries, version, updatedAtMs }: Shown): Versioned<Holidays> => ({
	data: { holidays: [...entries], updatedAt: updatedAtMs === null ? null : rfc3339(updatedAtMs) },
	version,
});

/** Returns the holidays of one list that another one does not have. */
const without = (holidays: readonly StoredHoliday[], others: readonly StoredHoliday[]) => {
	const keys = new Set(others.map((holiday) => JSON.stringify(holiday)));
	return holidays.filter((holiday) => !keys.has(JSON.stringify(holiday)));
};
