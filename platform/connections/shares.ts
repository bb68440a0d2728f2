import { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";

/** Whose a connection is that stays open. */
export interface ConnectionOwner {
	/** A person, guest or key; null: unknown, one of many who share a link. */
	readonly caller: string | null;
	readonly orgId: string;
	/** Null: it is of none. */
	readonly meetingId: string | null;
}

/** Connections of one caller, where rate limits are on, and of one meeting, at most. */
const MAX_PER_CALLER = 50;
const MAX_PER_MEETING = 10_000;
/** Part of what the others leave that one may have. */
const SHARE = 3 / 4;
/** Part of all connections that one caller may have, and how many in any case: a page, and another on the way. */
const CALLER_SHARE = 1 / 64;
const MIN_PER_CALLER = 4;
/** When a refused client may try again, in seconds. */
const RETRY_AFTER_SECONDS = 30;

export type ConnectionShares = ReturnType<typeof createConnectionShares>;

/**
 * Creates the shares of connections that stay open: sockets and event streams. A tenant may have three quarters of what
 * other tenants leave, and a meeting three quarters of what the other connections of its tenant leave of that, so that
 * neither keeps others out; alone, they may have most of what there is.
 * @param budget connections that this process can have open for long; infinity: unknown
 * @param hasCallerLimit false: callers have neither a limit nor a share
 */
export function createConnectionShares(budget: number, hasCallerLimit: boolean) {
	const counts = new Map<string, number>();
	let total = 0;
	const ofCaller = hasCallerLimit
		? Math.min(MAX_PER_CALLER, Math.max(MIN_PER_CALLER, Math.floor(budget * CALLER_SHARE)))
		: Number.POSITIVE_INFINITY;

	const count = (key: string | null): number => (key === null ? 0 : (counts.get(key) ?? 0));

	function add(key: string, change: 1 | -1): void {
		const now = count(key) + change;
		if (now > 0) counts.set(key, now);
		else counts.delete(key);
	}

	return {
		/**
		 * Takes a connection, and returns the function that gives it back; a second call of that does nothing.
		 * @throws `rate_limited` beyond a share, `unavailable` when all are taken
		 */
		take({ caller, orgId, meetingId }: ConnectionOwner): () => void {
			const keys = {
				caller: caller === null ? null : `caller ${caller}`,
				meeting: meetingId === null ? null : `meeting ${meetingId}`,
				organization: `org ${orgId}`,
			};
			const [ofTenant, ofMeeting] = [count(keys.organization), count(keys.meeting)];
			const tenantMay = Math.floor(SHARE * (budget - (total - ofTenant)));
			const meetingMay = Math.min(MAX_PER_MEETING, Math.floor(SHARE * (tenantMay - (ofTenant - ofMeeting))));
			if (total >= budget) throw noneLeft();
			if (count(keys.caller) >= ofCaller) throw tooMany("caller", ofCaller);
			if (keys.meeting !== null && ofMeeting >= meetingMay) throw tooMany("meeting", meetingMay);
			if (ofTenant >= tenantMay) throw tooMany("organization", tenantMay);

			const taken = Object.values(keys).filter((key) => key !== null);
			for (const key of taken) add(key, 1);
			total++;
			let isTaken = true;
			return () => {
				if (!isTaken) return;
				isTaken = false;
				for (const key of taken) add(key, -1);
				total--;
			};
		},
	};
}

const FULL = {
	caller: "This caller already has {limit} open connections.",
	meeting: "This meeting already has {limit} open connections.",
	organization: "This organization already has {limit} open connections.",
} as const;

const tooMany = (of: "caller" | "meeting" | "organization", limit: number) =>
	new AppError("rate_limited", text(FULL[of], { limit: Math.max(0, limit) }), {
		meta: { of, limit: Math.max(0, limit) },
		retryAfterSeconds: RETRY_AFTER_SECONDS,
	});

const noneLeft = () =>
	new AppError("unavailable", "The server has no more connections that stay open.", {
		retryAfterSeconds: RETRY_AFTER_SECONDS,
	});
