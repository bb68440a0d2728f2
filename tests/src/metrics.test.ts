import { describe, expect, test } from "bun:test";
import { Caches } from "#kernel/caches";
import { cacheMetrics } from "#src/caches";
import { createMetrics } from "#src/metrics";
import { MEASURED } from "#tests/support/measured-limit";

/** Returns the value of a series, undefined when there is none. */
const figureOf = (text: string, series: string): number | undefined => {
	const line = text.split("\n").find((each) => each.startsWith(`${series} `));
	return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

const HOLDS = [
	"process_cpu_user_seconds_total",
	"process_cpu_system_seconds_total",
	"process_start_time_seconds",
	"process_resident_memory_bytes",
	"process_open_fds",
	"process_max_fds",
	"nodejs_heap_size_used_bytes",
	"nodejs_eventloop_lag_seconds",
] as const;

describe("the metrics of the process", () => {
	test(
		"are those that are true on this engine",
		async () => {
			const text = await createMetrics().render();

			for (const name of HOLDS) expect([name, figureOf(text, name)]).toEqual([name, expect.any(Number)]);
			expect(
				Math.abs((figureOf(text, "process_resident_memory_bytes") ?? 0) / process.memoryUsage.rss() - 1),
			).toBeLessThan(0.2);
			expect(text).not.toMatch(/heap_space|nodejs_active_|gc_duration|process_heap_bytes|lag_min/);
		},
		MEASURED,
	);

	test("count the CPU time since the start of the process", async () => {
		const { user, system } = process.cpuUsage();

		const text = await createMetrics().render();

		expect(figureOf(text, "process_cpu_user_seconds_total")).toBeGreaterThanOrEqual(user / 1e6);
		expect(figureOf(text, "process_cpu_seconds_total")).toBeGreaterThanOrEqual((user + system) / 1e6);
		expect(figureOf(text, "process_cpu_seconds_total")).toBeLessThan((user + system) / 1e6 + 10);
	});

	test("know of a stop of the event loop", async () => {
		const metrics = createMetrics();
		await metrics.sample();
		await Bun.sleep(60);
		const startMs = performance.now();
		while (performance.now() - startMs < 250);
		await Bun.sleep(60);

		const text = await metrics.render();

		expect(figureOf(text, "nodejs_eventloop_lag_max_seconds")).toBeGreaterThan(0.15);
	});

	// Reading the sizes of heap spaces walked the whole heap: 150 ms in a process of this size.
	test(
		"are read without walking the heap, however large it is and however many routes there are",
		async () => {
			const metrics = createMetrics();
			for (let n = 0; n < 300; n++) metrics.observe(`/route/${n}`, "GET", 200, 0.01);
			const heap = Array.from({ length: 500_000 }, (_, n) => ({ n, text: `text ${n}`, list: [n] }));
			const times: number[] = [];

			for (let n = 0; n < 15; n++) {
				const before = performance.now();
				await metrics.render();
				times.push(performance.now() - before);
			}

			// The fastest: whatever else the machine does makes the others slower. A walk makes every one slow.
			expect(Math.min(...times)).toBeLessThan(10);
			expect(heap).toHaveLength(500_000);
		},
		MEASURED,
	);
});

describe("the metrics of the caches", () => {
	test("count what was found, what was not and what had to go, and how much there is", async () => {
		const caches = new Caches({ budgetBytes: 10_000, isCoherent: true });
		const metrics = createMetrics();
		const { gauges = [], counters = [] } = cacheMetrics(caches);
		for (const gauge of gauges) metrics.gauge(gauge);
		for (const counter of counters) metrics.counter(counter);
		const cache = caches.open<{ bytes: number }>({ name: "labels", percent: 100, weigh: ({ bytes }) => bytes });
		const uses = caches.count("live_state");
		for (let n = 0; n < 12; n++) cache.set(`key ${n}`, { bytes: 800 });
		for (let n = 0; n < 12; n++) cache.get(`key ${n}`);
		uses.hits += 3;
		await metrics.render();

		const text = await metrics.render();

		const [hits, misses] = ["hit", "miss"].map((result) =>
			figureOf(text, `cache_requests_total{cache="labels",result="${result}"}`),
		);
		const entries = figureOf(text, 'cache_entries{cache="labels"}') ?? 0;
		const bytes = figureOf(text, 'cache_bytes{cache="labels"}') ?? 0;
		expect([hits, misses]).toEqual([entries, 12 - entries]);
		expect(figureOf(text, 'cache_evictions_total{cache="labels"}')).toBe(12 - entries);
		expect(bytes).toBeGreaterThan(entries * 800);
		expect(bytes).toBeLessThanOrEqual(10_000);
		expect(figureOf(text, 'cache_requests_total{cache="live_state",result="hit"}')).toBe(3);
		expect(text).not.toContain('cache_bytes{cache="live_state"}');
		expect(text).toContain("# TYPE cache_requests_total counter");
	});
});
