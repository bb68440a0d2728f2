import type { Store } from "#db/store";
import type { Bus } from "#kernel/bus";
import { Caches, type NamedFigures } from "#kernel/caches";
import { systemSteadyMs } from "#kernel/clock";
import type { Contribution, Sample } from "#platform/module";

/** Bus topic on which instances notify each other of state that is stale. */
const INVALIDATIONS = "live-state";

/** Age in ms at which cached state is read again where other instances write, should a message have been lost. */
const MAX_AGE_MS = 1_000;
/** By how much the clock of another instance may be slower in that time, in ms, with room. */
const MARGIN_MS = 50;

/**
 * Opens the caches. What they hold becomes stale here when another instance says so. While others are not heard, nothing
 * is used that they may have changed; and nothing is used for longer than a second, whatever becomes of a message. So
 * whoever waits for {@link invalidate} knows that no instance uses what was before: either all have heard of it, or that
 * second has passed.
 */
export function openCaches({ cacheMb }: { readonly cacheMb: number }, store: Pick<Store, "dialect">, bus: Bus) {
	const isCoherent = store.dialect === "sqlite" || (bus.shared && bus.isConnected);
	const aging = bus.shared ? { maxAgeMs: MAX_AGE_MS } : {};
	const caches = new Caches({ budgetBytes: cacheMb * 1024 * 1024, isCoherent, ...aging });

	/** Makes cached state stale on all instances, at once or by its age. */
	async function invalidateEverywhere(ids: readonly string[]): Promise<void> {
		const startMs = systemSteadyMs();
		if (await bus.tell(INVALIDATIONS, ids.join(" "))) return;
		await Bun.sleep(MAX_AGE_MS + MARGIN_MS - (systemSteadyMs() - startMs));
	}

	bus.subscribe(INVALIDATIONS, (message) => caches.invalidate(message.split(" ")));
	bus.watch((isConnected) => caches.setCoherent(isConnected));
	return {
		caches,
		/**
		 * Makes cached state stale here, and on the other instances. To be called once the change is committed.
		 * @returns undefined where there are no others; otherwise resolves when none of them uses what was before, after
		 * 1.05 s at the latest
		 */
		invalidate(ids: readonly string[]): Promise<void> | undefined {
			if (bus.shared) return invalidateEverywhere(ids);
			caches.invalidate(ids);
			return undefined;
		},
		contributions: [cacheMetrics(caches), ...(bus.shared ? [busMetrics(bus)] : [])],
	};
}

const busMetrics = (bus: Bus): Contribution => ({
	gauges: [
		{
			name: "parley_bus_connected",
			help: "Whether messages from other instances arrive (1) or not (0).",
			read: () => Number(bus.isConnected),
		},
	],
});

/** Returns the metrics of the caches: whether their size suffices is seen in misses and evictions. */
export function cacheMetrics(caches: Caches): Contribution {
	/** Reads one figure of every cache that has it. */
	const each = (figure: "entries" | "bytes" | "evictions") => () =>
		caches.figures().flatMap(({ name, ...figures }): Sample[] => {
			const value = figures[figure];
			return value === undefined ? [] : [{ labels: { cache: name }, value }];
		});

	const requests = ({ name, hits, misses }: NamedFigures): Sample[] => [
		{ labels: { cache: name, result: "hit" }, value: hits },
		{ labels: { cache: name, result: "miss" }, value: misses },
	];

	const labelNames = ["cache"];
	return {
		counters: [
			{
				name: "cache_requests_total",
				help: "Lookups in a cache by result.",
				labelNames: ["cache", "result"],
				read: () => caches.figures().flatMap(requests),
			},
			{
				name: "cache_evictions_total",
				help: "Entries dropped to make room for others.",
				labelNames,
				read: each("evictions"),
			},
		],
		gauges: [
			{ name: "cache_entries", help: "Entries in a cache.", labelNames, read: each("entries") },
			{ name: "cache_bytes", help: "Size of a cache, estimated.", labelNames, read: each("bytes") },
		],
	};
}
