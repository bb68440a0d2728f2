import type { Store } from "#db/store";
import type { Locale } from "#kernel/languages";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { personalView } from "#modules/meetings/meetings";
import { personOf } from "#modules/outbound/notifications";
import type { ChangeLog } from "./log.ts";
import { listEntered } from "./repository.ts";
import type { Change, Changes } from "./schemas.ts";
import type { Streams } from "./streams.ts";
import { SCOPES } from "./values.ts";

interface ChangesServiceDeps {
	readonly changes: ChangeLog;
	readonly visibleTo: ReturnType<typeof createVisibleTo>;
	readonly streams: Streams;
}

export type ChangesService = ReturnType<typeof createChangesService>;

/** Creates the service by which people learn what has changed of what they may see. */
export function createChangesService({ changes, visibleTo, streams }: ChangesServiceDeps) {
	return {
		/** Returns what has changed since a position. @param after null: only where the log is @throws `forbidden` */
		async list({ principal }: RequestContext, after: number | null): Promise<Changes> {
			const { orgId } = personOf(principal);
			const { position: start, changes: missed } = await changes.resume(orgId, after);
			const all: Change[] = [];
			let position = start;
			for (let hasMore = after !== null; hasMore; ) {
				const part = await changes.read(orgId, position);
				all.push(...part.changes);
				({ position, hasMore } = part);
			}
			return { position, changes: [...(await visibleTo(principal, orgId, [...all, ...missed]))] };
		},

		/** Opens a stream of what changes from a position on. @throws `forbidden` `rate_limited` `unavailable` */
		async stream(context: RequestContext, after: number | null, locale: Locale) {
			const { orgId, userId } = personOf(context.principal);
			const { position, changes: missed } = await changes.resume(orgId, after);
			return streams.open(context, { orgId, userId, position, missed, locale });
		},
	};
}

/** Creates what decides which changes a person learns of: those of meetings that they may enter now, and by their scopes. */
export function createVisibleTo(store: Pick<Store, "db">) {
	return async (principal: Principal, orgId: string, changes: readonly Change[]): Promise<readonly Change[]> => {
		const readable = changes.filter(({ resource }) => {
			const scope = SCOPES[resource];
			return scope === undefined || principal.scopes.has(scope);
		});
		// Each once, as it was changed last.
		const unique = [...new Map(readable.map((change) => [`${change.resource} ${change.id}`, change])).values()];
		const view = personalView(principal);
		if (view === null) return unique;
		const meetingIds = new Set(unique.flatMap(({ meetingId }) => meetingId ?? []));
		const entered = await listEntered(store.db, orgId, [...meetingIds], view);
		return unique.filter(({ meetingId }) => meetingId === null || entered.has(meetingId));
	};
}
