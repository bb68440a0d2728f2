import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import type { NewId } from "#kernel/ids";
import type { Logger } from "#kernel/logger";
import { claimObjects, type Ownership } from "./marker.ts";
import type { ObjectName, ObjectStore } from "./objects.ts";

/** Time after which a store that does not answer is taken for unreachable, in ms. */
const PATIENCE_MS = 2_000;
/** Interval between two attempts while it is not proven, in ms. */
const RETRY_MS = 2_000;
/** Interval at which it is proven again, in ms: a folder may be unmounted, and what is written then is lost. */
const AGAIN_MS = 60_000;

/** Why the store of objects cannot be used. */
export interface ObjectsProblem {
	readonly reason: string;
	readonly hint: string;
	/** What the store has thrown. */
	readonly error?: unknown;
}

/** Whether the store of objects is the installation's. */
export interface ObjectsProof {
	/** What is wrong; null: nothing is known to be. */
	readonly problem: ObjectsProblem | null;
	/** Proves it unless that is done. Never rejects, and takes two seconds at most. */
	prove(): Promise<void>;
	/** Resolves when it is proven for the first time. */
	readonly proven: Promise<void>;
	/** Tries again when it is time; to be called every {@link ObjectsProof.everyMs}. */
	retry(): Promise<void>;
	readonly everyMs: number;
}

export interface ProvenObjectsDeps {
	readonly objects: ObjectStore;
	readonly store: Store;
	readonly clock: Clock;
	readonly newId: NewId;
	readonly log: Pick<Logger, "info" | "error">;
	/** What an operator calls the store. */
	readonly place: string;
}

const ADOPT = "if it is the right one, run parley blobs adopt";
const PROBLEMS: Readonly<Record<Exclude<Ownership, "own">, ObjectsProblem>> = {
	other: {
		reason: "the blob store is not the one that the other servers of this database use",
		hint: `give all servers the same bucket (S3_*), or mount the same folder at DATA_DIR/blobs; ${ADOPT}`,
	},
	empty: {
		reason: "the blob store has none of the objects that the database names",
		hint: `check DATA_DIR and S3_*, and that the folder is mounted; ${ADOPT}`,
	},
};

/**
 * Creates a store of objects that is used only once it is proven to be the installation's (decision 096), and in which
 * nothing is taken for missing before that is proven again. Otherwise its methods throw `unavailable`: a client retries,
 * at another server if there is one.
 */
export function createProvenObjects(deps: ProvenObjectsDeps): {
	readonly objects: ObjectStore;
	readonly proof: ObjectsProof;
} {
	const { objects, store, clock, newId, log, place } = deps;
	const first = Promise.withResolvers<void>();
	let isProven = false;
	let provenAt = 0;
	let last: ObjectsProblem | null = null;
	let looking: Promise<ObjectsProblem | null> | null = null;

	async function look(): Promise<ObjectsProblem | null> {
		try {
			const ownership = await within(claimObjects({ store, objects, newId, nowMs: clock.nowMs() }));
			return ownership === "own" ? null : PROBLEMS[ownership];
		} catch (error) {
			return { reason: "the blob store cannot be reached", hint: "the server tries again every two seconds", error };
		}
	}

	function note(problem: ObjectsProblem | null): void {
		// A proven one that does not answer is still the right one.
		if (isProven && problem?.error !== undefined) return;
		if (problem !== null && problem.reason !== last?.reason)
			log.error("the service is not ready", {
				component: "blobs",
				name: place,
				reason: problem.reason,
				detail: problem.hint,
				error: problem.error,
			});
		if (problem === null && last !== null) log.info("the service is ready again", { component: "blobs", name: place });
		last = problem;
		isProven = problem === null;
		if (!isProven) return;
		provenAt = performance.now();
		first.resolve();
	}

	/** Looks, or waits for a look that has begun. */
	function prove(): Promise<ObjectsProblem | null> {
		looking ??= look().then((problem) => {
			looking = null;
			note(problem);
			return problem;
		});
		return looking;
	}

	/** Asserts that the store may be used. @throws `unavailable` */
	async function assertProven(): Promise<void> {
		if (!isProven && (await prove()) !== null) throw notProven();
	}

	/** Asserts that what is missing is not missing only because another store is looked at. @throws `unavailable` */
	async function assertStillProven(): Promise<void> {
		if ((await prove()) !== null) throw notProven();
	}

	const guarded =
		<Args extends unknown[], Result>(method: (...args: Args) => Promise<Result>) =>
		async (...args: Args): Promise<Result> => {
			await assertProven();
			return method(...args);
		};

	return {
		proof: {
			everyMs: RETRY_MS,
			get problem() {
				return last;
			},
			async prove() {
				if (!isProven) await prove();
			},
			proven: first.promise,
			async retry() {
				if (!isProven || performance.now() - provenAt > AGAIN_MS) await prove();
			},
		},
		objects: {
			create: guarded(objects.create),
			removeDraft: guarded(objects.removeDraft),
			link: guarded(objects.link),
			remove: guarded(objects.remove),
			removeTenant: guarded(objects.removeTenant),
			async reopen(name) {
				await assertProven();
				const found = await objects.reopen(name);
				if (found === undefined) await assertStillProven();
				return found;
			},
			async sizeOf(name: ObjectName) {
				await assertProven();
				const found = await objects.sizeOf(name);
				if (found !== undefined) return found;
				await assertStillProven();
				log.error("an object is missing from the blob store", { orgId: name.orgId, name: name.storageKey });
				return undefined;
			},
			async *read(...args) {
				await assertProven();
				yield* objects.read(...args);
			},
			async *list() {
				await assertProven();
				yield* objects.list();
			},
		},
	};
}

const notProven = () =>
	new AppError("unavailable", "This server cannot reach the stored files of the installation.", {
		retryAfterSeconds: 5,
	});

/** @throws Error when it takes too long */
async function within<T>(work: Promise<T>): Promise<T> {
	const late = Promise.withResolvers<never>();
	const timer = setTimeout(() => late.reject(new Error("no answer within two seconds")), PATIENCE_MS);
	try {
		return await Promise.race([work, late.promise]);
	} finally {
		clearTimeout(timer);
	}
}
