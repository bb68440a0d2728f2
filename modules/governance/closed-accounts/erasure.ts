import type { RunPortions } from "#db/portions";
import type { ClosedAccountRow } from "#db/schema";
import type { Db } from "#db/store";
import { systemContext } from "#modules/tenancy/permissions";
import {
	forgetClosedAccount,
	hasDeparture,
	isAddressTaken,
	isNamedAnywhere,
	isPersonHeld,
	listClosedAccounts,
	noteErasedAccounts,
} from "#platform/departures";
import { type Cleanup, type Job, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core, ErasedPerson } from "#platform/module";
import { reclaimDelayMs } from "#platform/space-reclamation";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { KEPT_MS } from "./period.ts";

/** Queue of the ends of erasures, which wait for files. */
const FINISH = "closed-accounts.finish";
/** Accounts that are looked at together: what has no index by person is read once for all of them. */
const TOGETHER = 200;

/** Payload of a job on {@link FINISH}. */
type FinishPayload = {
	readonly userId: string;
	/** When the last of the account was erased, in Unix ms. */
	readonly erasedAtMs: number;
	/** How often it has waited since. */
	readonly waits: number;
};

/** Somebody who is erased everywhere. */
type Person = Omit<ErasedPerson, "orgId">;

export interface ErasureDeps extends Pick<Core, "store" | "unitOfWork" | "jobs" | "clock" | "spaceReclamation"> {
	readonly contributions: Pick<Core["contributions"], "eraseAccount" | "eraseUserData">;
}

export type Erasure = ReturnType<typeof createErasure>;

/**
 * Creates the erasure of closed accounts. It begins when their time is over and no legal hold is on the person; what an
 * organization that they left keeps for longer goes with the retention of that organization, and what a hold on a meeting
 * preserves is tried again until it is released.
 */
export function createErasure(deps: ErasureDeps) {
	const { store, unitOfWork, jobs, clock, spaceReclamation, contributions } = deps;
	async function toPerson({ userId, emailKey }: ClosedAccountRow): Promise<Person> {
		return { userId, emailKey: (await isAddressTaken(store.acrossTenants.db, emailKey, userId)) ? "" : emailKey };
	}

	/** Erases what organizations hold of people who have left all of them, once. */
	async function eraseEverywhere(inPortions: RunPortions, people: readonly Person[]): Promise<void> {
		if (people.length === 0) return;
		await contributions.eraseUserData(
			() => inPortions,
			people.map((person) => ({ ...person, orgId: null })),
		);
		await inPortions(async (tx) => {
			await noteErasedAccounts(
				tx,
				people.map(({ userId }) => userId),
			);
			return 0;
		});
	}

	const change = <T>(work: (change: Change) => Promise<T>): Promise<T> =>
		unitOfWork.run(systemContext("job:closed-accounts"), work);

	/** Ends the erasure of an account of which nothing is left. */
	async function finish({ tx, record }: Change, userId: string): Promise<void> {
		if (await forgetClosedAccount(tx, userId))
			record(PLATFORM, facts["auth.erase_account"], { id: userId, object: { userId } });
	}

	const finishLater = async (tx: Db, payload: FinishPayload): Promise<void> => {
		const runAtMs = clock.nowMs() + (payload.waits === 0 ? 0 : reclaimDelayMs(payload.waits));
		const job = { queue: FINISH, orgId: null, uniqueKey: payload.userId, maxAttempts: UNLIMITED_ATTEMPTS };
		await jobs.enqueue(tx, { ...job, payload, runAtMs });
	};

	/** Ends an erasure once no file has anything of the account, or looks again later. */
	async function finishWhenGone(job: Job): Promise<void> {
		const payload = job.payload as FinishPayload; // See `finishLater`.
		const isPending = await spaceReclamation.isPending(null, payload.erasedAtMs);
		await change(async (change) => {
			await job.done(change.tx);
			if (isPending) return finishLater(change.tx, { ...payload, waits: payload.waits + 1 });
			await finish(change, payload.userId);
			await spaceReclamation.scheduleVacuum(change.tx);
		});
	}

	jobs.handle(FINISH, finishWhenGone, { concurrency: 1 });

	async function eraseSome(inPortions: RunPortions, accounts: readonly ClosedAccountRow[]): Promise<void> {
		const leaving: Person[] = [];
		const erased: Person[] = [];
		for (const account of accounts) {
			const { userId, isErased } = account;
			if (await isPersonHeld(store.acrossTenants.db, userId)) continue;
			const person = await toPerson(account);
			await contributions.eraseAccount(inPortions, person);
			if (isErased) erased.push(person);
			else if (!(await hasDeparture(store.acrossTenants.db, userId))) leaving.push(person);
		}
		await eraseEverywhere(inPortions, leaving);
		for (const person of [...erased, ...leaving])
			if (!(await isNamedAnywhere(store.acrossTenants.db, person)))
				await change(({ tx }) => finishLater(tx, { userId: person.userId, erasedAtMs: clock.nowMs(), waits: 0 }));
	}

	return {
		/** Erases everything of a person and their account at once. */
		async eraseAtOnce(inPortions: RunPortions, person: Person): Promise<void> {
			await contributions.eraseAccount(inPortions, person);
			await eraseEverywhere(inPortions, [person]);
			await change((each) => finish(each, person.userId));
		},

		/** Erases the closed accounts whose time is over. */
		eraseDue: (async (inPortions, nowMs) => {
			for (let place = { atMs: Number.MIN_SAFE_INTEGER, id: "" }; ; ) {
				const accounts = await listClosedAccounts(store.acrossTenants.db, {
					...place,
					byMs: nowMs - KEPT_MS,
					limit: TOGETHER,
				});
				await eraseSome(inPortions, accounts);
				const last = accounts.at(-1);
				if (last === undefined || accounts.length < TOGETHER) return;
				place = { atMs: last.closedAtMs, id: last.userId };
			}
		}) satisfies Cleanup,
	};
}
