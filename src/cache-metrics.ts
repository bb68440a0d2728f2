import type { Caches, NamedFigures } from "#kernel/caches";
import type { Contribution, Sample } from "#platform/module";

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
