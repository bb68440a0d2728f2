import type { Store } from "#db/store";
import type { Bus } from "#kernel/bus";
import type { Caches } from "#kernel/caches";
import type { Clock } from "#kernel/clock";
import type { DependsOn, Tracked } from "#kernel/dependencies";
import { AppError } from "#kernel/errors";
import type { Logger } from "#kernel/logger";
import type { Principal } from "#kernel/principal";
import { findMeetingRights, mayNotEnter, meetingOrg, meetingOver } from "#modules/meetings";
import { closedIn } from "#modules/organizations";
import { findOwnParticipant } from "#modules/participants";
import type { Holder, Identities, Standing } from "./ports.ts";

/** Dependencies of {@link createCallers}. */
export interface CallersDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly caches: Caches;
	readonly bus: Pick<Bus, "shared">;
	readonly identities: Identities;
	readonly log: Pick<Logger, "warn">;
}

/** Age in ms at which what is known is read again although nothing is known to have changed. */
const MAX_AGE_MS = 30_000;
/** The same where other instances tell of changes: a message may be lost. */
const MAX_AGE_TOLD_MS = 4_000;
/** The same where changes of others are not heard of. */
const MAX_AGE_UNHEARD_MS = 3_000;
/** Age in ms beyond which a connection is not kept although the database cannot be asked. */
const MAX_UNKNOWN_MS = 60_000;
/** How long a caller without a connection is remembered, in ms: one may be about to open. */
const UNUSED_MS = 30_000;
/** How many callers are looked at at once. */
const CONCURRENCY = 8;

/** Somebody with connections to a meeting: however many, they are looked at once. */
export interface Caller {
	/** What they may do, as far as is known. */
	readonly standing: Standing;
	readonly meetingId: string;
	readonly ip: string | null;
	/** Returns what they may do now. @throws the errors of {@link Callers.admit} */
	current(): Promise<Standing>;
	/** Tells a connection when it may not go on, until the returned function is called. */
	hold(holder: Holder): () => void;
}

/** See {@link createCallers}. */
export type Callers = ReturnType<typeof createCallers>;

/**
 * Creates the callers of live connections: what they may do is known from memory until something that it depends on has
 * changed, and then read again (docs/decisions/040-live-connections.md).
 */
export function createCallers({ store, clock, caches, bus, identities, log }: CallersDeps) {
	const { dependencies } = caches;
	const maxAgeMs = bus.shared ? MAX_AGE_TOLD_MS : MAX_AGE_MS;
	const known = new Map<string, LiveCaller>();

	async function read(identity: string, ip: string | null, meetingId: string): Promise<Standing> {
		const principal = await identities.recognize(identity, { ip });
		assertMayListen(principal);
		const orgId = await meetingOrg(store, principal, meetingId);
		const { meeting, rights } = await findMeetingRights(store.db, principal, orgId, meetingId);
		if (!rights.canEnter) throw mayNotEnter();
		const own = await findOwnParticipant(store.db, principal, orgId, meetingId);
		return { principal, meeting, canRun: rights.canRun, participant: own?.state === "admitted" ? own : null };
	}

	class LiveCaller implements Caller {
		readonly identity: string;
		readonly ip: string | null;
		readonly meetingId: string;
		/** When it was last asked for, in ms of `performance.now()`. */
		admittedAtMs = 0;
		readonly #holders = new Set<Holder>();
		#standing: Standing | undefined;
		#tracked: readonly Tracked<null>[] = [];
		#readAtMs = Number.NEGATIVE_INFINITY;
		#endsAtMs = 0;
		#reading: Promise<Standing> | null = null;

		constructor(identity: string, ip: string | null, meetingId: string) {
			this.identity = identity;
			this.ip = ip;
			this.meetingId = meetingId;
		}

		get standing(): Standing {
			if (!this.#standing) throw new Error("a caller is known once they were admitted");
			return this.#standing;
		}

		/** Whether nothing has changed since it was read, as far as can be told. */
		#isCurrent(maxAgeMs: number): boolean {
			const ageMs = performance.now() - this.#readAtMs;
			if (ageMs >= maxAgeMs || clock.nowMs() >= this.#endsAtMs) return false;
			return !caches.isCoherent || this.#tracked.every((each) => !each.isStale);
		}

		async current(): Promise<Standing> {
			if (caches.isCoherent) return this.#isCurrent(maxAgeMs) ? this.standing : this.#read();
			// A look that has begun may have missed what has happened since.
			await this.#reading?.catch(() => undefined);
			return this.#read();
		}

		/** Whether it has connections, or may have some in a moment. */
		isInUse(): boolean {
			return this.#holders.size > 0 || performance.now() - this.admittedAtMs < UNUSED_MS;
		}

		/** Whether it is time to look. */
		isDue(): boolean {
			return this.#holders.size > 0 && !this.#isCurrent(caches.isCoherent ? maxAgeMs : MAX_AGE_UNHEARD_MS);
		}

		#read(): Promise<Standing> {
			this.#reading ??= this.#readNow().finally(() => {
				this.#reading = null;
			});
			return this.#reading;
		}

		async #readNow(): Promise<Standing> {
			const mark = dependencies.mark();
			const atMs = performance.now();
			const standing = await read(this.identity, this.ip, this.meetingId);
			const { principal, meeting, participant } = standing;
			const dependsOn: DependsOn[] = [
				[meeting.orgId, principal.id, principal.sessionId],
				[meeting.id, meeting.workspaceId, participant?.id ?? null],
			];
			this.#standing = standing;
			this.#tracked = dependsOn.map((ids) => dependencies.track(mark, null, ids, false));
			this.#readAtMs = atMs;
			this.#endsAtMs = identities.endOf(principal);
			// Whoever has asked: nobody looks again until something else changes.
			if (meeting.state !== "live") this.#tellOver();
			else for (const holder of [...this.#holders]) holder.changed(standing);
			return standing;
		}

		/** Looks whether its connections may go on, and tells them. */
		async look(): Promise<void> {
			try {
				await this.#read();
			} catch (error) {
				const refusal = error instanceof AppError ? error : null;
				if (refusal?.meta?.reason === "meeting_over") return this.#tellOver();
				if (refusal) return this.#refuse(refusal);
				log.warn("what a live connection depends on could not be read", { error });
				if (performance.now() - this.#readAtMs < MAX_UNKNOWN_MS) return;
				this.#refuse(new AppError("unavailable", "The service cannot reach its storage at the moment."));
			}
		}

		#tellOver(): void {
			for (const holder of [...this.#holders]) holder.over();
		}

		#refuse(error: AppError): void {
			for (const holder of [...this.#holders]) holder.refused(error);
		}

		hold(holder: Holder): () => void {
			this.#holders.add(holder);
			return () => this.#holders.delete(holder);
		}
	}

	return {
		/**
		 * Returns a caller of a meeting that they may enter.
		 * @param identity see `Identities.identify`
		 * @throws `unauthenticated` `token_expired` `token_revoked` `session_revoked` `insufficient_scope` `forbidden`
		 * `organization_suspended` `not_found` `purged`
		 */
		async admit(identity: string, ip: string | null, meetingId: string): Promise<Caller> {
			const key = { identity, ip, meetingId };
			const caller = known.get(keyOf(key)) ?? new LiveCaller(identity, ip, meetingId);
			// Known from now on: two who come at once are the same.
			known.set(keyOf(key), caller);
			caller.admittedAtMs = performance.now();
			await caller.current();
			return caller;
		},

		/** Looks after those of whom something may have changed. */
		async look(): Promise<void> {
			const due: LiveCaller[] = [];
			for (const [key, caller] of known) {
				if (!caller.isInUse()) known.delete(key);
				else if (caller.isDue()) due.push(caller);
			}
			const next = async (): Promise<void> => {
				for (let caller = due.pop(); caller; caller = due.pop()) await caller.look();
			};
			await Promise.all(Array.from({ length: CONCURRENCY }, next));
		},
	};
}

const keyOf = ({ identity, ip, meetingId }: Pick<Caller, "ip" | "meetingId"> & { readonly identity: string }): string =>
	`${meetingId} ${ip ?? ""} ${identity}`;

/**
 * Asserts what the gate asserts of those who send a token.
 * @throws `insufficient_scope` `organization_suspended` `forbidden`
 */
export function assertMayListen(principal: Principal): void {
	if (principal.system) return;
	if (principal.guestOf?.isOver) throw meetingOver();
	if (principal.role !== "guest" && !principal.scopes.has("transcript:read"))
		throw new AppError("insufficient_scope", "This requires the scope transcript:read.", {
			meta: { required: "transcript:read" },
		});
	const closed = principal.orgState === null ? null : closedIn(principal.orgState);
	if (closed) throw closed;
}
