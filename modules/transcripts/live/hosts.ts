import type { MeetingRow } from "#db/schema";
import type { Logger } from "#kernel/logger";
import { heldSince } from "#modules/meetings/meetings";
import type { Unattended } from "#modules/meetings/unattended";
import type { Core } from "#platform/module";
import { contextOf } from "./context.ts";
import type { Standing } from "./ports.ts";

/** How long a connection may give no sign of life and still count, in ms. */
const SILENT_MS = 3_000;
/** A look that comes so late was held up, and so were the signs of life, in ms. */
const LATE_MS = 2_000;

/** A connection of somebody in the room. */
export interface HostConnection {
	/** When it last gave a sign of life, by the steady clock. */
	readonly aliveAtMs: number;
	/** Asks it for one. */
	ping(): void;
}

/** The connections here of those who run a meeting. */
interface Hosted {
	readonly connections: Map<HostConnection, string | null>;
	standing: Standing;
	/** The rule as it was when its lease was opened; null: it is not open. */
	rule: string | null;
	/** Resolves when what was to be noted is. */
	turn: Promise<void>;
}

export interface HostsDeps extends Pick<Core, "steadyMs"> {
	readonly unattended: Unattended;
	readonly log: Pick<Logger, "warn">;
	/** Aborted when the server stops. */
	readonly draining: AbortSignal;
}

export type Hosts = ReturnType<typeof createHosts>;

/**
 * Creates what knows whether those who run meetings are connected here, and says so to the database (decision 111). A
 * connection whose network is gone is not closed: it is asked for a sign of life each second, and counts as long as it gives one.
 */
export function createHosts({ unattended, steadyMs, log, draining }: HostsDeps) {
	const meetings = new Map<string, Hosted>();
	/** The meeting of each connection: a leave must not look through all of them. */
	const meetingOf = new Map<HostConnection, string>();
	let lookedAtMs = steadyMs();
	/** What was not heard before is no silence. */
	let heardFromMs = steadyMs();

	const ruleOf = ({ whenUnattended }: MeetingRow): string => JSON.stringify(whenUnattended);

	const isAlive = ({ connections }: Hosted, nowMs: number): boolean =>
		[...connections.keys()].some(({ aliveAtMs }) => nowMs - Math.max(aliveAtMs, heardFromMs) <= SILENT_MS);

	/** Does one thing after the other; never rejects. */
	function then(hosted: Hosted, work: () => Promise<void>): Promise<void> {
		hosted.turn = hosted.turn.then(work).catch((error: unknown) => {
			hosted.rule = null;
			if (!draining.aborted) log.warn("whether a room has a host could not be noted", { error });
		});
		return hosted.turn;
	}

	/** Notes that a host is here, unless that is known and the meeting goes on. */
	function attend(hosted: Hosted): Promise<void> {
		const { meeting, participant } = hosted.standing;
		const rule = ruleOf(meeting);
		if (hosted.rule === rule && heldSince(meeting) === null) return hosted.turn;
		hosted.rule = rule;
		const { standing, connections } = hosted;
		const [ip = null] = connections.values();
		return then(hosted, () => unattended.attend(contextOf(standing, ip), meeting, participant?.id ?? ""));
	}

	function release(hosted: Hosted): void {
		if (hosted.rule === null) return;
		hosted.rule = null;
		void then(hosted, () => unattended.leave(hosted.standing.meeting));
	}

	function leave(connection: HostConnection): void {
		const id = meetingOf.get(connection);
		const hosted = id === undefined ? undefined : meetings.get(id);
		if (id === undefined || hosted === undefined) return;
		meetingOf.delete(connection);
		hosted.connections.delete(connection);
		if (hosted.connections.size > 0) return;
		meetings.delete(id);
		release(hosted);
	}

	return {
		/**
		 * Notes a connection of somebody in the room, by what they may do now.
		 * @returns resolves when a meeting that was held for want of a host is no longer; null: it makes no difference
		 */
		place(connection: HostConnection, standing: Standing, ip: string | null): Promise<void> | null {
			const { meeting, canRun, participant } = standing;
			if (!canRun || participant === null || meeting.state !== "live" || !unattended.isWatched(meeting)) {
				leave(connection);
				return null;
			}
			const known = meetings.get(meeting.id);
			const hosted: Hosted = known ?? { connections: new Map(), standing, rule: null, turn: Promise.resolve() };
			meetings.set(meeting.id, hosted);
			meetingOf.set(connection, meeting.id);
			const isNew = !hosted.connections.has(connection);
			hosted.connections.set(connection, ip);
			hosted.standing = standing;
			// That the meeting was held without them brings nobody back.
			if (!isNew && !isAlive(hosted, steadyMs())) return null;
			const noted = attend(hosted);
			return heldSince(meeting) === null ? null : noted;
		},

		leave,

		/** Asks for signs of life, and notes who gives none. */
		async look(): Promise<void> {
			const nowMs = steadyMs();
			if (nowMs - lookedAtMs > LATE_MS) heardFromMs = nowMs;
			lookedAtMs = nowMs;
			for (const hosted of meetings.values()) {
				for (const connection of hosted.connections.keys()) connection.ping();
				if (isAlive(hosted, nowMs)) void attend(hosted);
				else release(hosted);
			}
			if ([...meetings.values()].some(({ rule }) => rule !== null)) await unattended.renew();
		},
	};
}
